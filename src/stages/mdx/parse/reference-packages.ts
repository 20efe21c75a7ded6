/**
 * The packages of the reference engine and of the process that runs plugins. The build bundles this file, so that
 * installing docsgen adds one file instead of a hundred packages that few sites load.
 */
export { createProcessor } from '@mdx-js/mdx';
export { toJs } from 'estree-util-to-js';
export { default as raw } from 'rehype-raw';
export { default as gfm } from 'remark-gfm';
export { default as math } from 'remark-math';
