/** The output formats of diagnostics: text, a JSON array, SARIF 2.1.0, GitHub annotations, or a Code Quality report of GitLab. */
export const formats = ['pretty', 'json', 'sarif', 'github', 'gitlab'] as const;
/** A value of `--format`; `pretty` goes to standard error, the others to standard output. */
export type Format = (typeof formats)[number];

/** The output formats of a preview. */
export const previewFormats = ['pretty', 'json', 'markdown'] as const;
/** A value of `--format` of `docsgen preview`. */
export type PreviewFormat = (typeof previewFormats)[number];
