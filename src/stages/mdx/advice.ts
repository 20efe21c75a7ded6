/**
 * Diagnostics that only `docsgen check` reports: one function for each code. Warnings are accessibility barriers;
 * notices are suggestions.
 */
import { type Diagnostic, diagnostic, type SourceLocation } from '../../model/diagnostic.ts';
import { shortened } from '../../model/shorten.ts';

type At = SourceLocation;

/** WCAG 2.2, 1.1.1. An empty `alt` marks an image as decorative. */
export const altMissing = (at: At, src: string): Diagnostic =>
  diagnostic('a11y/alt', {
    message: `image "${truncate(src)}" has no alternative text`,
    location: at,
    hint: 'add alt="…" that describes the image, or alt="" if it is decorative',
  });

/** WCAG 2.2, 1.1.1: alternative text such as `IMG_2041.png`, which screen readers spell out. */
export const altIsFileName = (at: At, alt: string): Diagnostic =>
  diagnostic('a11y/alt-file-name', {
    message: `alternative text "${truncate(alt)}" is a file name`,
    location: at,
    hint: 'describe the image',
  });

/** The image has no width or height and could not be measured, so loading it shifts the layout. */
export const imageWithoutSize = (at: At, src: string): Diagnostic =>
  diagnostic('content/image-size', {
    message: `docsgen cannot determine the size of image "${truncate(src)}"`,
    location: at,
    hint: 'add width and height, so that the layout does not shift while the image loads',
  });

/** WCAG 2.2, 2.4.4. */
export const linkWithoutText = (at: At, href: string): Diagnostic =>
  diagnostic('a11y/link-text', {
    message: `link to "${truncate(href)}" has no text`,
    location: at,
    hint: 'describe the destination; for an image in a link, describe it in the alt text',
  });

/** WCAG 2.2, 2.4.9: `here` or `read more` is meaningless in a list of links. */
export const vagueLinkText = (at: At, text: string): Diagnostic =>
  diagnostic('a11y/link-text-vague', {
    message: `link text "${text}" does not describe the destination`,
    location: at,
    hint: 'describe what readers find there',
  });

/** WCAG 2.2, 1.3.1. */
export const headingWithoutText = (at: At): Diagnostic =>
  diagnostic('a11y/heading-empty', { message: 'the heading is empty', location: at, hint: 'write text, or remove the heading' });

/** WCAG 2.2, 1.3.1. `before` is the depth of the previous heading, or 1 (the title) if there is none. */
export const skippedHeadingLevel = (at: At, depth: number, before: number): Diagnostic =>
  diagnostic('a11y/heading-order', {
    message: `a heading of level ${depth} follows one of level ${before}`,
    location: at,
    hint: `use level ${before + 1}`,
  });

/** The front matter title is rendered as the level 1 heading; reported only for pages that have one. */
export const secondTitle = (at: At, title: string): Diagnostic =>
  diagnostic('a11y/second-title', {
    message: `the page has a heading of level 1 in addition to its title "${truncate(title)}"`,
    location: at,
    hint: 'remove the heading, or use level 2',
  });

/** WCAG 2.2, 1.3.1. Not reported for tables with `role="presentation"`. */
export const tableWithoutHeaders = (at: At): Diagnostic =>
  diagnostic('a11y/table-header', {
    message: 'the table has no header cells',
    location: at,
    hint: 'name its columns in a first row, or its rows in <th scope="row"> cells',
  });

/** WCAG 2.2, 4.1.2. */
export const frameWithoutTitle = (at: At): Diagnostic =>
  diagnostic('a11y/frame-title', { message: 'the iframe has no title', location: at, hint: 'add title="…" that describes its content' });

/** JSX takes an object; `fix` is the same as one, undefined if the text is not a list of declarations. */
export const styleString = (at: At, written: string, fix: string | undefined): Diagnostic =>
  diagnostic('mdx/style-string', {
    message: `${truncate(written)} is HTML syntax; in MDX, style is an object`,
    location: at,
    hint: `write ${fix === undefined ? 'style={{ … }}' : truncate(fix)}`,
    fix: fix === undefined ? undefined : { from: written, to: fix },
  });

/** A prop that the component does not read: a warning if it looks like a typo of another prop, else a notice. */
export const unknownProp = (at: At, component: string, prop: string, nearest: string | undefined): Diagnostic =>
  nearest === undefined
    ? diagnostic('mdx/unknown-prop', {
        severity: 'notice',
        message: `<${component}> has no prop "${prop}"`,
        location: at,
        hint: 'remove it; it has no effect',
      })
    : diagnostic('mdx/unknown-prop', {
        message: `<${component}> has no prop "${prop}"`,
        location: at,
        hint: `write "${nearest}"`,
      });

/** `nearest`: the accepted value that is probably meant. */
export const propValue = (at: At, tag: string, prop: string, written: string, values: readonly string[], nearest?: string): Diagnostic => {
  const isNumber = values.every((value) => /^\d+$/.test(value));
  return diagnostic('mdx/prop-value', {
    message: `${prop} of <${tag}> must be one of ${values.join(', ')}, got "${truncate(written)}"`,
    location: at,
    hint: isNumber
      ? `write a number, such as ${prop}={${values[1]}}`
      : nearest === undefined
        ? 'use one of them, or remove the prop'
        : `use "${nearest}"`,
  });
};

/** A tab or accordion that readers cannot tell from the others. */
export const missingTitle = (at: At, component: string): Diagnostic =>
  diagnostic('mdx/missing-prop', { message: `<${component}> has no title`, location: at, hint: `add title="…" to <${component}>` });

/**
 * Everything after the fence is code, up to the end of the page or of the enclosing list or quote. A fence on the
 * last line opens an empty block.
 */
export const unclosedFence = (at: At, marks: string, isEmpty: boolean): Diagnostic =>
  diagnostic('mdx/code-end', {
    message: 'the code block is never closed',
    location: at,
    hint: isEmpty ? 'remove it' : `end it with a line that contains only ${marks}; until then, the rest of the page is code`,
  });

function truncate(text: string): string {
  return shortened(text, 80);
}
