/** The `Content-Type` of a published file, by its name. */

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  yaml: 'text/plain; charset=utf-8',
  yml: 'text/plain; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  otf: 'font/otf',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  pdf: 'application/pdf',
  zip: 'application/zip',
  wasm: 'application/wasm',
};

const byExtension = new Map(Object.entries(types));

/** `application/octet-stream` for unknown extensions. */
export function mediaType(path: string): string {
  const dot = path.lastIndexOf('.');
  return byExtension.get(path.slice(dot + 1).toLowerCase()) ?? 'application/octet-stream';
}

/** Whether compression makes such a file smaller: text, and the few formats that are not compressed already. */
export function isCompressible(type: string): boolean {
  return /^(?:text\/|application\/(?:json|xml|manifest|wasm)|image\/(?:svg|x-icon)|font\/(?:ttf|otf))/.test(type);
}
