/** `![alt](src)` and `<img>` → the `Image` component with its measured size, so that nothing jumps while it loads. */
import type { SyntaxNode } from '../parse/syntax-tree.ts';
import { adviseOnAlt, adviseOnSize } from './accessibility.ts';
import type { BodyProp, BodyWriter } from './body.ts';
import { type Context, placeOf } from './context.ts';
import { type Entries, elementAttributes } from './element-attributes.ts';
import { resolveSrc } from './links.ts';

/**
 * An image without `src` is left out; one whose file is missing is written and told (`links/asset-missing`). Every one
 * but the first loads when it is near.
 */
export function writeImage(entries: Entries, node: SyntaxNode, context: Context, out: BodyWriter): void {
  const { page, services } = context;
  const attributes = elementAttributes('img', entries, node, context);
  const props: Record<string, BodyProp> = { ...attributes };
  if (typeof attributes.src === 'string') {
    const { src, path } = resolveSrc(attributes.src, 'image', node, context);
    props.src = src;
    const isSized = attributes.width !== undefined || attributes.height !== undefined;
    const size = path === undefined || isSized ? undefined : services.options.imageSize?.(path);
    if (size) Object.assign(props, { width: size.width, height: size.height });
    else if (!isSized) adviseOnSize(attributes, path !== undefined, node, context);
  } else if (attributes.src === undefined) return;
  if (typeof attributes.srcset === 'string') props.srcset = resolveSrcset(attributes.srcset, node, context);
  // The first picture is likely what the reader sees first.
  if (attributes.loading === undefined && page.images > 0) props.loading = 'lazy';
  page.images++;
  const noZoom = entries.find(([name]) => name.toLowerCase() === 'nozoom')?.[1];
  if (noZoom !== undefined && noZoom !== false && noZoom !== 'false') props.noZoom = true;
  if (context.inLink) props.linked = true;
  adviseOnAlt(attributes, node, context);
  if (typeof attributes.alt === 'string') page.addText(` ${attributes.alt} `);
  const { line, column } = placeOf(node, context);
  out.push({ type: 'component', name: 'Image', props, children: [], line, column });
}

function resolveSrcset(srcset: string, node: SyntaxNode, context: Context): string {
  return srcset
    .split(/,\s+/)
    .map((candidate) => {
      const [url = '', ...rest] = candidate.trim().split(/\s+/);
      return [resolveSrc(url, 'image', node, context).src, ...rest].join(' ');
    })
    .join(', ');
}
