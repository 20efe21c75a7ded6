/** The output formats of a preview. */
export const previewFormats = ['pretty', 'json', 'markdown'] as const;
/** A value of `--format` of `docsgen preview`. */
export type PreviewFormat = (typeof previewFormats)[number];
