/**
 * The inline Markdown of props that the format calls Markdown (captions, hints, prompt descriptions): code, strong,
 * emphasis and links. Anything else stays text. One pass, linear.
 */
import type { ComponentChildren } from 'preact';
import { siteHref } from '../../site-urls.ts';
import { linkTo, type Markup } from './author-props.ts';
import { usePage } from './page-context.ts';

const inline = /`([^`]+)`|\*\*([^*]+)\*\*|__([^_]+)__|\*([^*\s][^*]*)\*|\b_([^_]+)_\b|\[([^\][]+)\]\(([^()\s]+)\)/g;

/** Text with inline Markdown → markup; anything that is not text stays as it is. */
export function InlineMarkdown({ of: value }: { readonly of: Markup }) {
  const { base } = usePage();
  if (typeof value !== 'string') return value;
  const parts: ComponentChildren[] = [];
  let end = 0;
  for (const match of value.matchAll(inline)) {
    const [whole, code, strong, strongToo, emphasis, emphasisToo, label, href] = match;
    if (match.index > end) parts.push(value.slice(end, match.index));
    end = match.index + whole.length;
    if (code !== undefined) parts.push(<code>{code}</code>);
    else if (strong ?? strongToo) parts.push(<strong>{strong ?? strongToo}</strong>);
    else if (emphasis ?? emphasisToo) parts.push(<em>{emphasis ?? emphasisToo}</em>);
    else {
      const link = linkTo(siteHref(base, href as string));
      parts.push(<a {...link}>{label}</a>);
    }
  }
  if (end === 0) return value;
  parts.push(value.slice(end));
  return parts;
}
