/**
 * A page without its stylesheets and the policy that contains their hashes: a build inlines the rules of the first
 * paint, whereas the development server links all stylesheets.
 */
export function withoutStyles(html: string): string {
  const head = html.slice(0, html.indexOf('</head>'));
  return (
    head.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '').replace(/<style>[^<]*<\/style>\n/, '') + html.slice(head.length)
  )
    .replaceAll(/<link rel="preload" href="[^"]*" as="style">\n/g, '')
    .replaceAll(/<link (?:data-)?rel="stylesheet" href="[^"]*\/_docsgen\/(?:site|fonts|first|playground)\.[^"]*">\n/g, '')
    .replace('<noscript></noscript>\n', '');
}
