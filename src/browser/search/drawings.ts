/** The icons of the dialog, from Lucide (ISC): the page's sprite does not contain them. */

const paths = {
  search: 'm21 21-4.34-4.34 M19 11a8 8 0 1 1-16 0 8 8 0 0 1 16 0',
  page: 'M15 2H6a2 2 0 0 0-2 2v16a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V7z M14 2v4a2 2 0 0 0 2 2h4 M10 9H8 M16 13H8 M16 17H8',
  section: 'M4 9h16 M4 15h16 M10 3 8 21 M16 3l-2 18',
  recent: 'M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0 M12 6v6l4 2',
  start: 'M5 12h14 m-7-7 7 7-7 7',
  open: 'M20 4v7a4 4 0 0 1-4 4H4 M9 10l-5 5 5 5',
  remove: 'M18 6 6 18 M6 6l12 12',
} as const;

/** A new icon each time, hidden from screen readers. */
export function drawing(name: keyof typeof paths): SVGSVGElement {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('viewBox', '0 0 24 24');
  for (const [attribute, value] of [
    ['fill', 'none'],
    ['stroke', 'currentColor'],
    ['stroke-width', '2'],
    ['stroke-linecap', 'round'],
    ['stroke-linejoin', 'round'],
    ['aria-hidden', 'true'],
  ] as const)
    svg.setAttribute(attribute, value);
  const path = document.createElementNS(space, 'path');
  path.setAttribute('d', paths[name]);
  svg.append(path);
  return svg;
}
