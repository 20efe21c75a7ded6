import type { FoundCommand } from './find-command.mjs';

export class PreviewServers {
  origin(dir: string, command: FoundCommand): Promise<string>;
  close(): void;
}
