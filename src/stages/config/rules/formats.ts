/**
 * The `docsgen-…` string formats of the schema. Each is a function that returns the problem of a string. The schema
 * tests whether there is one; `explain.ts` calls it again for the message.
 */
import { isSafeUrl, urlScheme } from '../../../shared/url.ts';
import { type Problem, quote } from '../errors.ts';
import { parsePageEntry } from '../page-entry.ts';
import { controlCharacter, leavesProject } from './project-path-rules.ts';
import { remoteHostProblem } from './remote-host.ts';
import { isHarmlessSvg } from './svg-rules.ts';

/** `path` is the path of the string in the configuration, for the message. */
export type FormatCheck = (value: string, path: string) => Problem | undefined;

/** Keyed by the value of `format` in docs.schema.json. */
export const formats: ReadonlyMap<string, FormatCheck> = new Map([
  ['docsgen-href', href],
  ['docsgen-url', url],
  ['docsgen-asset', asset],
  ['docsgen-icon', icon],
  ['docsgen-page', page],
  ['docsgen-spec', spec],
]);

function href(value: string, path: string): Problem | undefined {
  if (!isSafeUrl(value)) {
    const message = `${path} must be an http, https or mailto URL, or a site path, got ${quote(value)}`;
    return { code: 'config/url-scheme', message };
  }
  const control = controlCharacter(value);
  return control === undefined ? undefined : { code: 'config/url-scheme', message: `control character ${control} in ${path}` };
}

function url(value: string, path: string): Problem | undefined {
  const problem = href(value, path);
  if (problem !== undefined) return problem;
  if (/^https?:\/\/[^/]/i.test(value) && URL.canParse(value)) return undefined;
  return { code: 'config/format', message: `${path} must be an absolute URL, got ${quote(value)}`, hint: 'write it with https://' };
}

function asset(value: string, path: string): Problem | undefined {
  const scheme = urlScheme(value);
  if (scheme === 'http' || scheme === 'https') return undefined;
  if (scheme !== undefined && scheme.length > 1)
    return { code: 'config/url-scheme', message: `${path} must be a path in the project or an https URL, got ${quote(value)}` };
  return projectPath(value, path);
}

function icon(value: string, path: string): Problem | undefined {
  const rule = `${path} must be an icon name, a site path or an https URL`;
  const text = value.trim();
  if (text.startsWith('<')) {
    if (isHarmlessSvg(text)) return undefined;
    return { code: 'config/icon', message: `${rule}; inline SVG may contain only shapes, no scripts or event handlers` };
  }
  if (!isSafeUrl(text, true) || controlCharacter(value) !== undefined) return { code: 'config/icon', message: rule };
  return /^\.{0,2}\//.test(text) && leavesProject(text.replace(/^\//, '')) ? projectPath(text, path) : undefined;
}

function page(value: string, path: string): Problem | undefined {
  const control = controlCharacter(value);
  if (control !== undefined) return { code: 'config/path', message: `control character ${control} in ${path}` };
  if (!value.isWellFormed()) return { code: 'config/path', message: `unpaired surrogate in ${path}` };
  const entry = parsePageEntry(value);
  if (entry.kind === 'endpoint') return entry.spec === undefined ? undefined : spec(entry.spec, path);
  if (entry.kind === 'page' && leavesProject(value.trim().replace(/^[\\/]+/, '')))
    return { code: 'config/path', message: `path ${quote(value)} at ${path} points outside the project` };
  return undefined;
}

function spec(value: string, path: string): Problem | undefined {
  const scheme = urlScheme(value);
  if (scheme === 'http' || scheme === 'https') return remoteHostProblem(value, path);
  if (scheme !== undefined && scheme.length > 1)
    return {
      code: 'config/remote-denied',
      message: `${path} must be a path in the project or an https URL, got ${quote(value)}`,
    };
  return projectPath(value, path);
}

function projectPath(value: string, path: string): Problem | undefined {
  const control = controlCharacter(value);
  if (control !== undefined) return { code: 'config/path', message: `control character ${control} in ${path}` };
  if (!leavesProject(value.replace(/^[\\/]+/, ''))) return undefined;
  return { code: 'config/path', message: `path ${quote(value)} at ${path} points outside the project` };
}
