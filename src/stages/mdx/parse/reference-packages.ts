/**
 * The packages of the reference engine. The build bundles this file, so that installing docsgen adds one file instead
 * of a hundred packages that only platforms without the native binary load.
 */
export { createProcessor } from '@mdx-js/mdx';
export { default as gfm } from 'remark-gfm';
export { default as math } from 'remark-math';
