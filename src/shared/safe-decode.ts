/** A part of an address as it was meant; as it stands when it is badly encoded, for readers cut and type addresses. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
