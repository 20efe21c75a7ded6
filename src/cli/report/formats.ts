/** How findings can be printed: words for people, an array of them, SARIF 2.1.0, or annotations of a workflow. */
export const formats = ['pretty', 'json', 'sarif', 'github'] as const;
/** A value of `--format`; `pretty` goes to standard error, the others to standard output. */
export type Format = (typeof formats)[number];
