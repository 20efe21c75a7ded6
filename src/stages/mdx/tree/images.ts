/** `![alt](src)` and `<img>` → the `Image` component with its measured size, to avoid layout shift. */
import type { SyntaxNode } from '../parse/syntax-tree.ts';
import { checkAlt, checkImageSize } from './accessibility.ts';
import type { BodyProp, BodyWriter } from './body.ts';
import { type Context, locationOf } from './context.ts';
import { type AttributeEntries, elementAttributes } from './element-attributes.ts';
import { resolveSrc } from './links.ts';

/**
 * An image without `src` is omitted; one with a missing file is written and reported (`links/asset-missing`). All but
 * the first are lazy-loaded.
 */
export function writeImage(entries: AttributeEntries, node: SyntaxNode, context: Context, out: BodyWriter): void {
  const { page, services } = context;
  const attributes = elementAttributes('img', entries, node, context);
  const props: Record<string, BodyProp> = { ...attributes };
  if (typeof attributes.src === 'string') {
    const { src, path } = resolveSrc(attributes.src, 'image', node, context);
    props.src = src;
    const isSized = attributes.width !== undefined || attributes.height !== undefined;
    const size = path === undefined || isSized ? undefined : services.options.imageSize?.(path);
    if (size) Object.assign(props, { width: size.width, height: size.height });
    else if (!isSized) checkImageSize(attributes, path !== undefined, node, context);
  } else if (attributes.src === undefined) return;
  if (typeof attributes.srcset === 'string') props.srcset = resolveSrcset(attributes.srcset, node, context);
  // The first image is probably visible without scrolling.
  if (attributes.loading === undefined && page.images > 0) props.loading = 'lazy';
  page.images++;
  const noZoom = entries.find(([name]) => name.toLowerCase() === 'nozoom')?.[1];
  if (noZoom !== undefined && noZoom !== false && noZoom !== 'false') props.noZoom = true;
  // Attribute names are in lower case, as in HTML.
  const { actionsplacement: placement } = attributes;
  delete props.actionsplacement;
  if (placement !== undefined) props.actionsPlacement = placement;
  if (context.inLink) props.linked = true;
  checkAlt(attributes, node, context);
  if (typeof attributes.alt === 'string') page.addText(` ${attributes.alt} `);
  const { line, column } = locationOf(node, context);
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
