/**
 * The packages of the reference engine behind one door: the build bundles this file, so that who installs docsgen gets
 * one file instead of a hundred packages that only platforms without the native binary ever load.
 */
export { createProcessor } from '@mdx-js/mdx';
export { default as gfm } from 'remark-gfm';
export { default as math } from 'remark-math';
