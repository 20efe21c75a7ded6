/** What only a check tells about a page: one function for each code. Warnings keep some readers out; notices are for the author to weigh. */
import { type Diagnostic, diagnostic, type SourceLocation } from '../../model/diagnostic.ts';
import { shortened } from '../../model/shorten.ts';

type At = SourceLocation;

/** WCAG 2.2, 1.1.1. An empty `alt` says that a picture is decoration. */
export const altMissing = (at: At, src: string): Diagnostic =>
  diagnostic('a11y/alt', {
    message: `image "${cut(src)}" has no alternative text`,
    location: at,
    hint: 'Add alt="…" that says what it shows, or alt="" if it is decoration',
  });

/** WCAG 2.2, 1.1.1: an alternative text such as `IMG_2041.png`, read out letter by letter. */
export const altIsFileName = (at: At, alt: string): Diagnostic =>
  diagnostic('a11y/alt-file-name', {
    message: `alternative text "${cut(alt)}" is the name of a file`,
    location: at,
    hint: 'Say what the image shows',
  });

/** No width or height is written, and the file could not be measured: what stands below moves when it has loaded. */
export const imageWithoutSize = (at: At, src: string): Diagnostic =>
  diagnostic('content/image-size', {
    message: `the size of image "${cut(src)}" is not known`,
    location: at,
    hint: 'Add width and height, so that the page does not jump',
  });

/** WCAG 2.2, 2.4.4. */
export const linkWithoutText = (at: At, href: string): Diagnostic =>
  diagnostic('a11y/link-text', {
    message: `link to "${cut(href)}" has no text`,
    location: at,
    hint: 'Write where it leads; for a picture in a link, say so in its alt',
  });

/** WCAG 2.2, 2.4.9: `here`, `read more`, which say nothing in a list of all links of the page. */
export const linkTextSaysNothing = (at: At, text: string): Diagnostic =>
  diagnostic('a11y/link-text-vague', {
    message: `link text "${text}" does not say where it leads`,
    location: at,
    hint: 'Write what the reader finds there',
  });

/** WCAG 2.2, 1.3.1. */
export const headingWithoutText = (at: At): Diagnostic =>
  diagnostic('a11y/heading-empty', { message: 'heading without text', location: at, hint: 'Write a text, or remove it' });

/** WCAG 2.2, 1.3.1. `before` is the depth of the last heading, 1 (the title) where there is none. */
export const headingSkips = (at: At, depth: number, before: number): Diagnostic =>
  diagnostic('a11y/heading-order', {
    message: `heading of level ${depth} after one of level ${before}`,
    location: at,
    hint: `Write it with level ${before + 1}`,
  });

/** The title of the front matter is drawn as the heading of level 1 (docs-json-spec 11); only a page that has one gets this. */
export const secondTitle = (at: At, title: string): Diagnostic =>
  diagnostic('a11y/second-title', {
    message: `heading of level 1 beside the page title "${cut(title)}"`,
    location: at,
    hint: 'Remove it, or write it with level 2',
  });

/** WCAG 2.2, 1.3.1. Not told of a table that has `role="presentation"`. */
export const tableWithoutHeaders = (at: At): Diagnostic =>
  diagnostic('a11y/table-header', {
    message: 'table without header cells',
    location: at,
    hint: 'Name its columns in a first row, or its rows in cells <th scope="row">',
  });

/** WCAG 2.2, 4.1.2. */
export const frameWithoutTitle = (at: At): Diagnostic =>
  diagnostic('a11y/frame-title', { message: 'iframe without a title', location: at, hint: 'Add title="…" that says what it holds' });

/** A prop that the component does not read: a warning where another one is meant by its looks, else a notice. */
export const unknownProp = (at: At, component: string, prop: string, nearest: string | undefined): Diagnostic =>
  nearest === undefined
    ? diagnostic('mdx/unknown-prop', {
        severity: 'notice',
        message: `<${component}> has no ${prop}`,
        location: at,
        hint: 'Remove it; it has no effect',
      })
    : diagnostic('mdx/unknown-prop', {
        message: `<${component}> has no ${prop} - did you mean ${nearest}?`,
        location: at,
        hint: `Write ${nearest}`,
      });

/** All that follows on the page is code, or all of the list or quote that it stands in. A mark at the end opens an empty one. */
export const fenceWithoutEnd = (at: At, marks: string, isEmpty: boolean): Diagnostic =>
  diagnostic('mdx/code-end', {
    message: 'this block of code is never closed',
    location: at,
    hint: isEmpty ? 'Remove it' : `End it with a line ${marks}; all that follows is code until then`,
  });

function cut(text: string): string {
  return shortened(text, 80);
}
