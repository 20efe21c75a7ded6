/** Anchor ids from text, for headings, accordions, steps and tabs. */

/**
 * Removed characters: punctuation that links of real sites omit (`Can I pay in USD?` is linked as `#can-i-pay-in-usd`),
 * and characters without width.
 */
const dropped = /[!"#$%()*,:;<=>?@[\\\]^`{|}~\u200b\u200e\u200f\u2060\ufeff]/g;

/** `What's new (v1.2)?` → `what’s-new-v1-2`. Empty when no characters remain. */
export function slug(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(dropped, '')
    .replace(/'/g, '’')
    .replace(/[\s.]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

/** `id` itself or with `-2`, `-3`, …; the result is added to `taken`. `next` keeps 5,000 equal titles linear. */
export function uniqueId(id: string, taken: Set<string>, next: Map<string, number>): string {
  if (!taken.has(id)) {
    taken.add(id);
    return id;
  }
  for (let count = next.get(id) ?? 2; ; count++) {
    const candidate = `${id}-${count}`;
    if (taken.has(candidate)) continue;
    taken.add(candidate);
    next.set(id, count + 1);
    return candidate;
  }
}
