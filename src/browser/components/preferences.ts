/** The tab and view titles that the reader chose, newest first, for other pages. */
const key = 'docsgen:tabs';
const kept = 20;

function preferences(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.map(String) : [];
  } catch {
    return [];
  }
}

/** `title` as `titleOf` gives it. Only the last twenty are kept. */
export function savePreference(title: string): void {
  try {
    localStorage.setItem(key, JSON.stringify([title, ...preferences().filter((other) => other !== title)].slice(0, kept)));
  } catch {
    // Storage may be full or forbidden; the choice then applies to this page only.
  }
}

/** The choice with the title that the reader chose last. */
export function loadPreference<T>(choices: readonly T[], titleOf: (choice: T) => string): T | undefined {
  for (const title of preferences()) {
    const found = choices.find((choice) => titleOf(choice) === title);
    if (found) return found;
  }
  return undefined;
}

/** The title for comparison: `npm` is `NPM`. */
export function titleOf(element: HTMLElement): string {
  return (element.dataset.label ?? '').trim().toLowerCase();
}
