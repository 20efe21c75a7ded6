/** A built site on 127.0.0.1, as `npm start` serves ours. */
import { serveFolder as serve } from '../../scripts/serve-folder.mjs';

export interface ServedFolder {
  /** `http://127.0.0.1:<port>` without a trailing slash. */
  readonly origin: string;
  close(): Promise<void>;
}

export function serveFolder(folder: string): Promise<ServedFolder> {
  return serve(folder);
}
