/**
 * The engine's runtime for configuration files: stand-ins for the helpers of the tools, Node.js modules and the globals
 * that configurations use. It runs in the sandbox, never in Node.js.
 */

/** A script that defines `$docsgen`, the interface that `openEngine` calls, and `$packages`, the imports of a bundle. */
export const configRuntime = `
(() => {
  let result = 'null';
  const record = (name, args) => new Proxy(function () {}, {
    get(_, key) {
      if (key === 'toJSON') return () => ({ $call: name, args });
      if (key === Symbol.toPrimitive) return () => '';
      if (key === Symbol.iterator) return [][Symbol.iterator].bind([]);
      if (key === 'then' || key === 'prototype') return undefined;
      if (key === '$args') return args;
      return record(name + '.' + String(key), []);
    },
    apply: (_, __, given) => record(name, given),
    construct: (_, given) => record(name, given),
  });
  const identity = (value) => value;
  const helpers = { defineConfig: identity, defineConfigWithTheme: identity, defineUserConfig: identity, defineLocaleConfig: identity, withMermaid: identity, withPwa: identity, defineAdditionalConfig: identity };
  const normal = (path) => {
    const out = [];
    for (const part of path.split('/')) { if (part === '..') out.pop(); else if (part !== '.' && part !== '') out.push(part); }
    return (path.startsWith('/') ? '/' : '') + out.join('/');
  };
  const path = {
    join: (...parts) => normal(parts.filter(Boolean).join('/')), sep: '/',
    resolve: (...parts) => normal(parts.reduce((at, part) => (String(part).startsWith('/') ? part : at + '/' + part), '/project')),
    dirname: (p) => p.replace(/\\/[^/]*$/, '') || '/', basename: (p, end) => { const b = p.replace(/^.*\\//, ''); return end && b.endsWith(end) ? b.slice(0, -end.length) : b; },
    extname: (p) => (/\\.[^./]*$/.exec(p) || [''])[0], relative: (a, b) => b.replace(a + '/', ''), normalize: normal, isAbsolute: (p) => p.startsWith('/'),
  };
  path.default = path; path.posix = path;
  class URL {
    constructor(text, base) {
      text = String(text);
      if (base && !/^[a-z]+:/i.test(text)) {
        const at = String(base && base.href || base);
        const origin = (/^[a-z]+:\\/\\/[^/]*/i.exec(at) || [''])[0];
        text = text.startsWith('/') ? origin + text : origin + normal('/' + at.slice(origin.length).replace(/[^/]*$/, '') + text);
      }
      this.href = text; const match = /^([a-z]+:)\\/\\/([^/?#]*)([^?#]*)/i.exec(text) || ['', '', '', text];
      this.protocol = match[1]; this.host = match[2]; this.hostname = match[2].replace(/:.*/, ''); this.pathname = match[3] || '/'; this.origin = match[1] + '//' + match[2];
    }
    toString() { return this.href; } toJSON() { return this.href; }
  }
  const files = () => globalThis.$files || [];
  const inside = (p) => normal(String(p && p.pathname || p)).replace(/^\\/project\\/?/, '');
  const fs = {
    existsSync: (p) => { const q = inside(p); return files().some((f) => f === q || f.startsWith(q + '/')); },
    readdirSync: (p) => { const q = inside(p); const d = q === '' ? '' : q + '/'; return [...new Set(files().filter((f) => f.startsWith(d)).map((f) => f.slice(d.length).split('/')[0]))]; },
    readFileSync: (p) => { const t = (globalThis.$texts || {})[inside(p)]; if (t === undefined) throw new Error('the file cannot be read here'); return t; },
    statSync: (p) => ({ isDirectory: () => !files().includes(inside(p)), isFile: () => files().includes(inside(p)) }),
  };
  fs.lstatSync = fs.statSync; fs.default = fs; fs.promises = fs;
  const url = { fileURLToPath: (u) => String(u && u.pathname || u).replace(/^file:\\/\\//, ''), pathToFileURL: (p) => new URL('file://' + p), URL };
  url.default = url;
  const nextra = (options) => (config) => ({ ...(config || {}), $nextra: options || {} });
  const starlight = (options) => ({ $starlight: options || {} });
  const known = { path, fs, url, process: { default: {} }, '@astrojs/starlight': { default: starlight }, nextra: { default: nextra } };
  globalThis.$packages = (name) => {
    const plain = name.replace(/^node:/, '');
    const own = known[plain];
    const fallback = record(name, []);
    if (own) return Object.assign(own.default && !own.join ? (typeof own.default === 'function' ? own.default : own) : own, own, { __esModule: true });
    return new Proxy(function () {}, {
      get: (_, key) => (key === '__esModule' ? true : typeof key === 'string' && key in helpers ? helpers[key] : key === 'default' ? fallback : record(name + '#' + String(key), [])),
      apply: (_, __, given) => record(name, given),
      has: () => true,
    });
  };
  const silent = () => undefined;
  const env = {};
  Object.assign(globalThis, {
    URL, console: { log: silent, warn: silent, error: silent, info: silent, debug: silent },
    process: { env, cwd: () => '/project', argv: [], platform: 'linux', version: 'v24.0.0', versions: { node: '24.0.0' }, on: silent, exit: silent },
    setTimeout: () => 0, clearTimeout: silent, structuredClone: (value) => JSON.parse(JSON.stringify(value)),
    __dirname: '/project', __filename: '/project/config.js', Buffer: record('Buffer', []), fetch: () => Promise.reject(new Error('no network')),
  });
  globalThis.global = globalThis;
  globalThis.$Fragment = null;
  globalThis.require = Object.assign((name) => globalThis.$packages(name), { resolve: (name) => name });
  // Titles that are markup keep their text.
  globalThis.$jsx = (type, props, ...children) => ({ toJSON: () => children.flat(9).map((c) => (c && c.toJSON ? c.toJSON() : typeof c === 'string' ? c : '')).join('') });
  const plain = (value, depth, seen) => {
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number') return Number.isFinite(value) ? value : null;
    if (depth > 40 || value === undefined || typeof value === 'symbol' || typeof value === 'bigint') return undefined;
    if (value instanceof RegExp) return { $regexp: value.source };
    const json = typeof value === 'function' || typeof value === 'object' ? value.toJSON : undefined;
    if (typeof json === 'function' && json !== value) { try { const made = json.call(value); if (made !== value) return plain(made, depth + 1, seen); } catch { return undefined; } }
    if (typeof value === 'function') return undefined;
    if (seen.includes(value)) return undefined;
    const next = [...seen, value];
    if (Array.isArray(value)) return value.map((item) => { const made = plain(item, depth + 1, next); return made === undefined ? null : made; });
    const object = {};
    for (const key of Object.keys(value)) { const made = plain(value[key], depth + 1, next); if (made !== undefined) object[key] = made; }
    return object;
  };
  // { 'packages/:pkg/docs/(.*)': ':pkg/(.*)' }.
  const rewritten = (rewrites, paths) => {
    const rules = Object.entries(rewrites).map(([from, to]) => {
      const names = [];
      const source = from.split(/(:\\w+(?:\\([^)]*\\))?[*+]?)/).map((part) => {
        const name = /^:(\\w+)(\\([^)]*\\))?([*+])?/.exec(part);
        if (!name) return part.replace(/[.+^\${}|[\\]\\\\]/g, '\\\\$&');
        names.push(name[1]);
        return name[2] || (name[3] ? '(.*)' : '([^/]+)');
      }).join('');
      return { pattern: new RegExp('^' + source + '$'), names, to: String(to) };
    });
    return Object.fromEntries(paths.map((path) => {
      for (const { pattern, names, to } of rules) {
        const match = pattern.exec(path);
        if (match) return [path, to.replace(/:(\\w+)[*+]?/g, (whole, name) => match[names.indexOf(name) + 1] ?? whole).replace(/^\\//, '')];
      }
      return [path, path];
    }));
  };
  async function read(job) {
    let value = globalThis.$config;
    if (value && value.__esModule && 'default' in value) value = value.default;
    else if (value && value.default && Object.keys(value).length === 1) value = value.default;
    for (let count = 0; count < 4; count++) {
      if (typeof value === 'function') { const json = value.toJSON; if (typeof json === 'function') break; value = value('phase-production-build', { defaultConfig: {} }); }
      value = await value;
    }
    // A helper of a theme: the configuration is its argument.
    while (value && value.$args && value.$args.some((arg) => arg && typeof arg === 'object')) value = value.$args.find((arg) => arg && typeof arg === 'object');
    for (const name of job.functions) {
      if (value && typeof value[name] === 'function') value[name] = await value[name]();
    }
    // Redirects that a function makes of each page path.
    const visit = (item, depth) => {
      if (!item || typeof item !== 'object' || depth > 6) return;
      if (typeof item.createRedirects === 'function')
        item.$created = job.paths.flatMap((to) => { try { const from = item.createRedirects(to); return (typeof from === 'string' ? [from] : Array.isArray(from) ? from : []).map((each) => ({ from: each, to })); } catch { return []; } });
      for (const key of Object.keys(item)) visit(item[key], depth + 1);
    };
    if (job.paths.length > 0) visit(value, 0);
    // The patterns are regular expressions of the author, so they are matched here, where time is limited.
    if (job.rewritten.length > 0 && value && value.rewrites) value.$rewritten = rewritten(value.rewrites, job.rewritten);
    result = JSON.stringify({ value: plain(value, 0, []) });
  }
  globalThis.$docsgen = {
    render: (text) => { read(JSON.parse(text)).catch((error) => { result = JSON.stringify({ error: String(error && error.message || error) }); }); },
    reportRejections: silent,
    outcome: () => result,
  };
})();
`;
