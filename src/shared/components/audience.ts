/** Parts of a page that are for readers only, or for agents only (`Visibility`): how they stand in its content. */

/** For whom a part is; what has no mark is for both. */
export type Audience = 'agents' | 'humans';

/** HTML comments, which say nothing to a browser. Parts may stand in one another: a mark's end is the one of its own depth. */
export const audienceMarks: Readonly<Record<Audience, { readonly start: string; readonly end: string }>> = {
  agents: { start: '<!--agents-->', end: '<!--/agents-->' },
  humans: { start: '<!--humans-->', end: '<!--/humans-->' },
};

/** The content for readers: no word that is for agents, and no mark. */
export function forReaders(html: string): string {
  const { agents, humans } = audienceMarks;
  if (!html.includes('<!--')) return html;
  let text = '';
  let at = 0;
  for (let from = html.indexOf(agents.start); from >= 0; from = html.indexOf(agents.start, at)) {
    text += html.slice(at, from);
    at = endOf(html, from);
  }
  return (text + html.slice(at)).replaceAll(humans.start, '').replaceAll(humans.end, '').replaceAll(agents.end, '');
}

/** Where a part for agents ends that may hold others. */
function endOf(html: string, from: number): number {
  const { start, end } = audienceMarks.agents;
  let depth = 0;
  for (let at = from; ; ) {
    const close = html.indexOf(end, at);
    if (close < 0) return html.length;
    const open = html.indexOf(start, at);
    if (open >= 0 && open < close) {
      depth++;
      at = open + start.length;
    } else {
      depth--;
      at = close + end.length;
      if (depth === 0) return at;
    }
  }
}
