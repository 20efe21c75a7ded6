/** Style objects as authors write them in JSX, the same on an element of HTML and on a component of ours. */

/** Numbers of these are numbers; all others are pixels (the list of React). */
const unitless =
  /^(?:animationIterationCount|aspectRatio|borderImage\w+|boxFlex\w*|columnCount|columns|fillOpacity|flex|flexGrow|flexShrink|floodOpacity|fontWeight|grid(?:Area|(?:Column|Row)(?:End|Span|Start)?)|lineClamp|lineHeight|opacity|order|orphans|scale|stopOpacity|strokeDash\w+|strokeMiterlimit|strokeOpacity|strokeWidth|tabSize|widows|zIndex|zoom|WebkitLineClamp)$/;

/** `{ marginTop: 4, '--gap': 2 }` → `margin-top:4px;--gap:2`. What is neither text nor number is left out. Nothing is escaped. */
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
