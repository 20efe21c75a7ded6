/** Start of the fragment of a link to a filled form (`share.ts`). */
export const sharedMark = '#try=';
