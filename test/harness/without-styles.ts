/**
 * A page without its styles and the policy that names them: a build puts the rules of the first paint into the page, a
 * page that is being written links them all.
 */
export function withoutStyles(html: string): string {
  const head = html.slice(0, html.indexOf('</head>'));
  return (
    head.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '').replace(/<style>[^<]*<\/style>\n/, '') + html.slice(head.length)
  )
    .replaceAll(/<link (?:data-)?rel="stylesheet" href="[^"]*\/_docsgen\/(?:site|fonts|playground)\.[^"]*">\n/g, '')
    .replace('<noscript></noscript>\n', '');
}
