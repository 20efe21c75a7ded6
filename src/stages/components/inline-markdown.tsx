/** Inline Markdown in props (captions, hints, descriptions): code, strong, emphasis and links. */
import type { ComponentChildren } from 'preact';
import { inlineMarks } from '../../shared/inline-marks.ts';
import { siteHref } from '../../shared/site-href.ts';
import { linkAttributes, type Markup } from './author-props.ts';
import { usePage } from './page-context.ts';

/** Text with inline Markdown → markup; other values are returned unchanged. */
export function InlineMarkdown({ of: value }: { readonly of: Markup }) {
  const { base } = usePage();
  return typeof value === 'string' ? renderInline(value, base) : value;
}

function renderInline(text: string, base: string): ComponentChildren {
  return [...inlineMarks(text)].map(({ kind, text: inside, href }) => {
    if (kind === 'text') return inside;
    if (kind === 'code') return <code>{inside}</code>;
    if (kind === 'strong') return <strong>{renderInline(inside, base)}</strong>;
    if (kind === 'emphasis') return <em>{renderInline(inside, base)}</em>;
    // URLs that the compiler resolved already include the base.
    const hasBase = base !== '' && (href === base || href?.startsWith(`${base}/`));
    return <a {...linkAttributes(hasBase ? href : siteHref(base, href as string))}>{renderInline(inside, base)}</a>;
  });
}
