/**
 * Words for all sides of the comparison: runs of letters and digits; a symbol such as ✅ and each Chinese or Japanese
 * character is one.
 */
const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|\p{So}|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{N}\p{M}])+/gu;

/** @param {string} text */
export function wordsOf(text) {
  return (
    text
      .normalize('NFC')
      .replace(/\u00ad|\u200b|\u200c|\u200d|\u2060|\ufe0e|\ufe0f|\ufeff/g, '')
      .match(word) ?? []
  );
}

/** Code for the comparison: without the markers that docsgen removes, blank lines at the ends and trailing spaces. */
export function codeText(text) {
  return text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/^\n+|\n+$/g, '');
}

const codeMark =
  /[ \t]*(?:\/\/|\/\*|#|<!--|--|%|;|\{\/\*)[ \t]*\[!code[ \t]+(?:\+\+|--|hl|highlight|focus|word)(?::[^\]]*)?\][ \t]*(?:\*\/\}?|-->)?[ \t]*$/;

/** Code without its `[!code …]` comments, which are instructions. One on a line of its own takes the line with it. */
export function withoutCodeMarks(text) {
  return text
    .split('\n')
    .filter((line) => line.trim() === '' || line.replace(codeMark, '').trim() !== '')
    .map((line) => line.replace(codeMark, ''))
    .join('\n');
}

/** A URL in canonical form for comparison; empty for one without a target. */
export function addressKey(href, folder = '', base = '') {
  // A backslash is part of the URL, as in Markdown; `URL` would read it as a slash.
  const text = href.trim().replaceAll('&amp;', '&').replaceAll('\\', '%5C');
  if (text === '') return '';
  if (/^[a-z][a-z0-9+.-]*:/i.test(text) || text.startsWith('//')) {
    try {
      return decoded(new URL(text, 'https://x').href)
        .replace(/\/$/, '')
        .replace(/\/(?=[?#])/, '');
    } catch {
      return decoded(text);
    }
  }
  if (text.startsWith('#')) return decoded(text);
  const url = new URL(text, `https://x/${folder === '' ? '' : `${folder}/`}`);
  let path = decoded(url.pathname);
  if (base !== '' && (path === base || path.startsWith(`${base}/`))) path = path.slice(base.length);
  path = path
    .replace(/\/+/g, '/')
    // The build reads `page.md/` like `page.md`.
    .replace(/\.(?:mdx?|html)\/?$/, '')
    .replace(/(?:\/(?:index|README))+$/i, '')
    .replace(/\/$/, '')
    .toLowerCase();
  return `${path === '' ? '/' : path}${url.search}${decoded(url.hash)}`;
}

function decoded(text) {
  try {
    return decodeURIComponent(text).normalize('NFC');
  } catch {
    return text;
  }
}
