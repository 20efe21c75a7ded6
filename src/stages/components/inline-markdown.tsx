/** The inline Markdown of props that the format calls Markdown (captions, hints, descriptions): code, strong, emphasis and links. */
import type { ComponentChildren } from 'preact';
import { inlineMarks } from '../../shared/inline-marks.ts';
import { siteHref } from '../../shared/site-href.ts';
import { linkTo, type Markup } from './author-props.ts';
import { usePage } from './page-context.ts';

/** Text with inline Markdown → markup; anything that is not text stays as it is. */
export function InlineMarkdown({ of: value }: { readonly of: Markup }) {
  const { base } = usePage();
  return typeof value === 'string' ? marked(value, base) : value;
}

function marked(text: string, base: string): ComponentChildren {
  return [...inlineMarks(text)].map(({ kind, text: inside, href }) => {
    if (kind === 'text') return inside;
    if (kind === 'code') return <code>{inside}</code>;
    if (kind === 'strong') return <strong>{marked(inside, base)}</strong>;
    if (kind === 'emphasis') return <em>{marked(inside, base)}</em>;
    // Addresses that the compiler has looked up have the base already.
    const isWhole = base !== '' && (href === base || href?.startsWith(`${base}/`));
    return <a {...linkTo(isWhole ? href : siteHref(base, href as string))}>{marked(inside, base)}</a>;
  });
}
