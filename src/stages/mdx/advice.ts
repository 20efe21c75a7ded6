/** What only a check tells about a page: one function for each code. Warnings keep some readers out; notices are for the author to weigh. */
import { type Diagnostic, diagnostic, type SourceLocation } from '../../model/diagnostic.ts';
import { shortened } from '../../model/shorten.ts';

type At = SourceLocation;

/** WCAG 2.2, 1.1.1. An empty `alt` says that a picture is decoration. */
export const altMissing = (at: At, src: string): Diagnostic =>
  diagnostic('a11y/alt', {
    message: `image "${cut(src)}" has no alternative text`,
    location: at,
    hint: 'add alt="…" that describes the image, or alt="" if it is decorative',
  });

/** WCAG 2.2, 1.1.1: an alternative text such as `IMG_2041.png`, read out character by character. */
export const altIsFileName = (at: At, alt: string): Diagnostic =>
  diagnostic('a11y/alt-file-name', {
    message: `alternative text "${cut(alt)}" is a file name`,
    location: at,
    hint: 'describe the image',
  });

/** No width or height is written, and the file could not be measured: what stands below moves when it has loaded. */
export const imageWithoutSize = (at: At, src: string): Diagnostic =>
  diagnostic('content/image-size', {
    message: `docsgen cannot determine the size of image "${cut(src)}"`,
    location: at,
    hint: 'add width and height, so that the page does not move while the image loads',
  });

/** WCAG 2.2, 2.4.4. */
export const linkWithoutText = (at: At, href: string): Diagnostic =>
  diagnostic('a11y/link-text', {
    message: `link to "${cut(href)}" has no text`,
    location: at,
    hint: 'describe the destination; for an image in a link, describe it in its alt',
  });

/** WCAG 2.2, 2.4.9: `here`, `read more`, which say nothing in a list of all links of the page. */
export const linkTextSaysNothing = (at: At, text: string): Diagnostic =>
  diagnostic('a11y/link-text-vague', {
    message: `link text "${text}" does not describe the destination`,
    location: at,
    hint: 'describe what readers find there',
  });

/** WCAG 2.2, 1.3.1. */
export const headingWithoutText = (at: At): Diagnostic =>
  diagnostic('a11y/heading-empty', { message: 'the heading is empty', location: at, hint: 'write a text, or remove the heading' });

/** WCAG 2.2, 1.3.1. `before` is the depth of the last heading, 1 (the title) where there is none. */
export const headingSkips = (at: At, depth: number, before: number): Diagnostic =>
  diagnostic('a11y/heading-order', {
    message: `a heading of level ${depth} follows one of level ${before}`,
    location: at,
    hint: `use level ${before + 1}`,
  });

/** The title of the front matter is drawn as the heading of level 1; only a page that has one gets this. */
export const secondTitle = (at: At, title: string): Diagnostic =>
  diagnostic('a11y/second-title', {
    message: `the page has a heading of level 1 in addition to its title "${cut(title)}"`,
    location: at,
    hint: 'remove it, or use level 2',
  });

/** WCAG 2.2, 1.3.1. Not told of a table that has `role="presentation"`. */
export const tableWithoutHeaders = (at: At): Diagnostic =>
  diagnostic('a11y/table-header', {
    message: 'the table has no header cells',
    location: at,
    hint: 'name its columns in a first row, or its rows in <th scope="row"> cells',
  });

/** WCAG 2.2, 4.1.2. */
export const frameWithoutTitle = (at: At): Diagnostic =>
  diagnostic('a11y/frame-title', { message: 'the iframe has no title', location: at, hint: 'add title="…" that describes its content' });

/** A prop that the component does not read: a warning where another one is meant by its looks, else a notice. */
export const unknownProp = (at: At, component: string, prop: string, nearest: string | undefined): Diagnostic =>
  nearest === undefined
    ? diagnostic('mdx/unknown-prop', {
        severity: 'notice',
        message: `<${component}> has no prop "${prop}"`,
        location: at,
        hint: 'remove it; it has no effect',
      })
    : diagnostic('mdx/unknown-prop', {
        message: `<${component}> has no prop "${prop}" - did you mean "${nearest}"?`,
        location: at,
        hint: `write ${nearest}`,
      });

/** All that follows on the page is code, or all of the list or quote that it stands in. A mark at the end opens an empty one. */
export const fenceWithoutEnd = (at: At, marks: string, isEmpty: boolean): Diagnostic =>
  diagnostic('mdx/code-end', {
    message: 'the code block is never closed',
    location: at,
    hint: isEmpty ? 'remove it' : `end it with a line ${marks}; until then the rest of the page is code`,
  });

function cut(text: string): string {
  return shortened(text, 80);
}
