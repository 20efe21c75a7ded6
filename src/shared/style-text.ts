/** Style objects of JSX as CSS text, the same for HTML elements and built-in components. */

/** Properties whose numbers have no unit (React's list); numbers of all others are pixels. */
const unitless =
  /^(?:animationIterationCount|aspectRatio|borderImage\w+|boxFlex\w*|columnCount|columns|fillOpacity|flex|flexGrow|flexShrink|floodOpacity|fontWeight|grid(?:Area|(?:Column|Row)(?:End|Span|Start)?)|lineClamp|lineHeight|opacity|order|orphans|scale|stopOpacity|strokeDash\w+|strokeMiterlimit|strokeOpacity|strokeWidth|tabSize|widows|zIndex|zoom|WebkitLineClamp)$/;

/**
 * `{ marginTop: 4, '--gap': 2 }` → `margin-top:4px;--gap:2`. Values other than text and numbers are omitted. Nothing is
 * escaped.
 */
export function styleText(style: Readonly<Record<string, unknown>>): string {
  const declarations: string[] = [];
  for (const [name, value] of Object.entries(style)) {
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    const isOwn = name.startsWith('--');
    const property = isOwn ? name : name.replace(/^ms([A-Z])/, 'Ms$1').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const isLength = typeof value === 'number' && value !== 0 && !isOwn && !unitless.test(name);
    declarations.push(`${property}:${value}${isLength ? 'px' : ''}`);
  }
  return declarations.join(';');
}

/**
 * The reverse for the source of a page: `margin-top: 4px; --gap: 2` → `style={{ marginTop: '4px', '--gap': '2' }}`.
 * Undefined for a text that is not a simple list of declarations.
 */
export function styleObject(text: string): string | undefined {
  const members: string[] = [];
  for (const declaration of text.split(';')) {
    if (declaration.trim() === '') continue;
    const [, name, value] = /^\s*(--[\w-]+|-?[a-zA-Z-]+)\s*:\s*([^:{}"\\]+?)\s*$/.exec(declaration) ?? [];
    if (name === undefined || value === undefined) return undefined;
    const key = name.startsWith('--')
      ? `'${name}'`
      : name
          .toLowerCase()
          .replace(/^-ms-/, 'ms-')
          .replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    members.push(`${key}: '${value.replaceAll("'", "\\'")}'`);
  }
  return members.length === 0 ? undefined : `style={{ ${members.join(', ')} }}`;
}
