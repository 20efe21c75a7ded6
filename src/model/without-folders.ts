/**
 * Replaces absolute paths in messages of the operating system and of programs by their last part, because they reveal
 * the folders of the host.
 */
export function withoutFolders(text: string): string {
  return text.replace(/(?:\/[\w.@+-]+)+\/(?=[\w.@+-]+)/g, '…/');
}
