/** Diagnostics of the page frame: icons, fonts, styles. One function each. */
import { type Diagnostic, diagnostic, type SourceLocation } from '../../model/diagnostic.ts';

/**
 * `icons/unknown`: no library has the name or a substitute. Reported for each page, without location on generated ones.
 */
export function unknownIcon(name: string, nearest: string | undefined, location: SourceLocation | undefined): Diagnostic {
  return diagnostic('icons/unknown', {
    message: `icon "${name}" does not exist, so docsgen shows nothing`,
    location,
    ...(nearest !== undefined && { hint: `use "${nearest}"` }),
  });
}

/** `icons/paid`: a style that only paid Font Awesome has. `location` is its first use, if it is known. */
export function paidStyle(style: string, location: SourceLocation | undefined): Diagnostic {
  return diagnostic('icons/paid', {
    message: `the free version of Font Awesome does not have the style "${style}", so docsgen shows the icons in a free style`,
    location,
    hint: 'use the style "solid", "regular" or "brands"',
  });
}

/**
 * `icons/paid`: an icon that the library of the site lacks, and another free one has, or a similar icon. `nearest` is a
 * name of the library that may be meant, `location` the first use, if it is known.
 */
export function substitutedIcon(
  library: string,
  name: string,
  { nearest, location }: { readonly nearest?: string | undefined; readonly location: SourceLocation | undefined },
): Diagnostic {
  return diagnostic('icons/paid', {
    message: `${library} does not have the icon "${name}", so docsgen shows the most similar free icon`,
    location,
    hint: nearest === undefined ? `use an icon of ${library}` : `use "${nearest}"`,
  });
}

/**
 * `fonts/not-bundled`: `fonts` names a family without a file, and the family is not a bundled `@fontsource` package. `file` is
 * docs.json.
 */
export function fontNotBundled(family: string, file: string): Diagnostic {
  return diagnostic('fonts/not-bundled', {
    message: `docsgen does not include the font "${family}", so the site uses Inter`,
    location: { file, line: 1, column: 1 },
    hint: `add a .woff2 file to the project, and refer to it in \`fonts.source\` with \`"format": "woff2"\``,
  });
}

/** An origin that the policy of every page blocks, and the list of `docsgen.security` that would allow it. */
export interface BlockedOrigin {
  readonly origin: string;
  readonly setting: 'scripts' | 'styles';
  readonly location: SourceLocation;
}

/** `security/origins`: reported once, at the first of `origins`. */
export function originsBlocked(origins: readonly BlockedOrigin[]): Diagnostic {
  const [first] = origins;
  const all = ['scripts', 'styles', 'frames', 'connect'];
  const needed = all.filter((name) => origins.some(({ setting }) => setting === name));
  const others = all.filter((name) => !needed.includes(name)).map((name) => `\`${name}\``);
  return diagnostic('security/origins', {
    message: `the site's files load resources from ${list(origins.map(({ origin }) => origin))}, which the Content-Security-Policy blocks`,
    ...(first && { location: first.location }),
    hint: `allow the origins that you trust in docs.json: \`"docsgen": { "security": { ${needed.map((name) => `"${name}": ["https://…"]`).join(', ')} } }\`; ${others.slice(0, -1).join(', ')} and ${others.at(-1)} work the same way`,
  });
}

/**
 * `styles/tailwind`: the site is built without utility classes. `what` begins the message, `detail` is the compiler's
 * error.
 */
export function styleSyntax(what: string, detail: string): Diagnostic {
  return diagnostic('styles/tailwind', { message: `${what}: ${detail}` });
}

function list(words: readonly string[], limit = 12): string {
  const shown = words.slice(0, limit).map((word) => `"${word}"`);
  const last = words.length > limit ? `${words.length - limit} more` : (shown.pop() ?? '');
  return shown.length === 0 ? last : `${shown.join(', ')} and ${last}`;
}
