/** The parsers of option values that several commands share, or that need more than a line. They throw errors that commander prints. */
import { InvalidArgumentError } from 'commander';
import { hostPatternDescription, isHostPattern } from '../model/host-pattern.ts';

/** Parses origins such as `http://10.0.0.5:8080` and normalizes them. The option can be repeated or have commas. */
export function parseOrigins(value: string, before: readonly string[]): string[] {
  const origins = value.split(',').map((text) => originOf(text.trim()));
  if (!origins.every((origin) => origin !== undefined))
    throw new InvalidArgumentError('It must be a list of origins such as http://localhost:8080, without a path.');
  return [...before, ...origins];
}

function originOf(text: string): string | undefined {
  const url = URL.parse(text);
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && !/[?#@*]/.test(text);
  return isOrigin ? url.origin : undefined;
}

/** Parses the value of `--port`; 0 selects any free port. */
export function parsePort(value: string): number {
  const port = Number(value);
  if (!/^\d+$/.test(value) || port > 65_535) throw new InvalidArgumentError('It must be a number from 0 to 65535.');
  return port;
}

/** Parses host names. The option can be repeated or have commas. */
export function parseRemote(value: string, before: readonly string[]): string[] {
  const names = value.split(',').map((name) => name.trim());
  if (!names.every(isHostPattern)) throw new InvalidArgumentError(`Name ${hostPatternDescription}.`);
  return [...before, ...names];
}

/** Parses a time limit in minutes: more than 0, up to 240. */
export function parseMinutes(value: string): number {
  const minutes = Number(value);
  if (!(minutes > 0 && minutes <= 240)) throw new InvalidArgumentError('It must be a number of minutes, up to 240.');
  return minutes;
}

/** Parses the path under which a site is served. Returns it with a leading and without a trailing slash; empty for the root. */
export function parseBase(value: string): string {
  const path = `/${value.replace(/^\/+|\/+$/g, '')}`;
  if (/^[a-z]+:|[?#\\"'<>\s]|(?:^|\/)\.{1,2}(?:\/|$)/i.test(value)) throw new InvalidArgumentError('It must be a path such as /docs.');
  return path === '/' ? '' : path;
}

/** Parses the URL of a site, which has no query and no fragment. */
export function parseSiteUrl(value: string): string {
  const url = URL.parse(value);
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new InvalidArgumentError('It must be a URL such as https://preview.example.com/docs.');
  return url.href;
}

/** Valid areas, which are the first part of a code. An unknown area would hide all diagnostics. */
const areas = [
  'a11y',
  'asyncapi',
  'config',
  'content',
  'fonts',
  'fs',
  'i18n',
  'icons',
  'io',
  'links',
  'mdx',
  'nav',
  'openapi',
  'security',
  'static',
  'styles',
];

/** Parses areas and codes of diagnostics, separated by commas. */
export function parseNames(value: string): string[] {
  return value.split(',').map((part) => {
    const name = part.trim();
    if (!/^[\w-]+(?:\/[\w-]+)?$/.test(name) || !areas.includes(name.replace(/\/.*$/, '')))
      throw new InvalidArgumentError(`Known areas are ${areas.join(', ')}; a code consists of an area and a name, such as links/broken.`);
    return name;
  });
}

/** Parses names of groups, separated by commas. An empty list is an audience too: signed-in readers without groups. */
export function parseGroups(value: string): string[] {
  return value.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));
}

/** Parses the hosts for which redirect rules are written, separated by commas. */
export function parseHosts(value: string): ('vercel' | 'nginx')[] {
  return value.split(',').map((name) => {
    const host = name.trim();
    if (host !== 'vercel' && host !== 'nginx') throw new InvalidArgumentError('Known hosts are vercel and nginx.');
    return host;
  });
}
