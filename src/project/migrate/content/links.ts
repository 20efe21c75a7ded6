/** Rewrites the targets of links and images in Markdown, HTML and JSX. Works on text without code. */
import { mapTags, stringOf } from './tags.ts';

const urlAttributes: ReadonlySet<string> = new Set(['href', 'to', 'src', 'poster', 'img', 'link']);

/** `convert` gets each target and returns the new one. */
export function convertLinks(source: string, convert: (target: string) => string): string {
  const tagged = mapTags(source, (tag) => {
    if (tag.isClosing) return undefined;
    let text = tag.text;
    for (const [name, value] of tag.attributes) {
      if (!urlAttributes.has(name) || value === true) continue;
      const target = stringOf(tag, name) ?? requiredFile(value);
      if (target === undefined) continue;
      text = text.replace(`${name}=${value}`, () => `${name}="${convert(target).replace(/"/g, '%22')}"`);
    }
    return text === tag.text ? undefined : text;
  });
  return inlineLinks(tagged, convert).replace(
    /^([ \t>]*\[[^\]\n]+\]:[ \t]*)(<[^>\n]*>|[^\s\ue000]+)/gm,
    (whole, head: string, target: string) => (/^[ \t>]*\[\^/.test(head) ? whole : head + printed(convert(target.replace(/^<|>$/g, '')))),
  );
}

/** `{require('./x.png').default}`, `{useBaseUrl('/x')}`. */
function requiredFile(expression: string): string | undefined {
  return /^\{\s*(?:require|useBaseUrl)\(\s*(["'])([^"']+)\1\s*\)(?:\.default)?\s*\}$/.exec(expression)?.[2]?.replace(/^!!?[\w-]+!/, '');
}

function inlineLinks(text: string, convert: (target: string) => string): string {
  let out = '';
  let last = 0;
  for (let at = text.indexOf(']('); at !== -1; at = text.indexOf('](', at + 2)) {
    if (text[at - 1] === '\\') continue;
    const end = targetEnd(text, at + 2);
    if (end === undefined) continue;
    const raw = text.slice(at + 2, end);
    const [, lead = '', written = ''] = /^(\s*)([\s\S]*)$/.exec(raw) ?? [];
    const target = written.replace(/^<([\s\S]*)>$/, '$1');
    if (target === '') continue;
    out += text.slice(last, at + 2) + lead + printed(convert(target));
    last = end;
  }
  return out + text.slice(last);
}

/** End of the target of a link: before its title or the closing bracket. */
function targetEnd(text: string, start: number): number | undefined {
  let at = start;
  while (/[ \t\n]/.test(text[at] ?? '')) at++;
  if (text[at] === '<') {
    const end = text.indexOf('>', at);
    return end === -1 ? undefined : end + 1;
  }
  let depth = 0;
  for (; at < Math.min(text.length, start + 4000); at++) {
    const char = text[at] as string;
    if (char === '\\') at++;
    else if (char === '(') depth++;
    else if (char === ')') {
      if (depth === 0) return at;
      depth--;
    } else if (/\s/.test(char)) return at;
  }
  return undefined;
}

function printed(target: string): string {
  return /[\s()]/.test(target) ? `<${target}>` : target;
}
