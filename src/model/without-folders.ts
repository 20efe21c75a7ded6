/** Words of the system and of programs hold absolute paths, which are nobody's business but this machine's: their last names stay. */
export function withoutFolders(text: string): string {
  return text.replace(/(?:\/[\w.@+-]+)+\/(?=[\w.@+-]+)/g, '…/');
}
