/** A program with its first arguments. */
export interface FoundCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly shell?: boolean;
}

export function findCommand(configured: string, folders: readonly string[]): FoundCommand;
