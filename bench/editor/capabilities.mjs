// The capabilities of the language server on a site: what an editor sends for each, and what is a right answer. Two
// drivers run them: a client of the protocol (client.mjs) and Neovim (neovim.mjs).
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The cursor in a text. */
const mark = '▮';

/**
 * @typedef {object} Step
 * @property {string} capability
 * @property {string} file Project path of the document.
 * @property {string} text The document when the request is sent.
 * @property {{ line: number, character: number }} position
 * @property {string} [method] The request; without it, diagnostics are awaited.
 * @property {Record<string, unknown>} [params] Besides document and position.
 * @property {string} [message] Part of the message of the awaited diagnostic. `№` is replaced by the number of the repetition, as in the text.
 * @property {string} [command] `rename` and `action`: the editor applies the answer, and the files are compared.
 * @property {(result: any) => boolean} isRight
 */

const labels = (result) => (result?.items ?? []).map(({ label }) => label);
const has =
  (...wanted) =>
  (result) =>
    wanted.every((label) => labels(result).includes(label));
const hasSome = (pattern, count) => (result) => labels(result).filter((label) => pattern.test(label)).length >= count;
const explains = (words) => (result) => JSON.stringify(result ?? '').includes(JSON.stringify(words).slice(1, -1));

/**
 * All capabilities in the order in which they run. `samples` are those of `samplesOf(dir)`.
 *
 * @param {string} dir
 * @param {ReturnType<import('./site.mjs').samplesOf>} samples
 * @returns {Step[]}
 */
export function capabilities(dir, samples) {
  const uri = (file) => pathToFileURL(join(dir, file)).href;
  return [
    ...diagnosticSteps(samples),
    ...completionSteps(samples),
    ...hoverSteps(samples),
    ...navigationSteps(samples, uri),
    ...editSteps(samples, uri),
    ...outlineSteps(samples, uri),
  ];
}

/** The text without its mark, and where the mark was. */
function step(capability, file, marked, rest) {
  const at = marked.indexOf(mark);
  const before = marked.slice(0, Math.max(at, 0)).split('\n');
  return {
    capability,
    file,
    text: marked.replace(mark, ''),
    position: { line: before.length - 1, character: before.at(-1).length },
    ...rest,
  };
}

/** The text with the cursor inside of the first occurrence of `needle`. */
function within(text, needle, from = 0) {
  const at = text.indexOf(needle, from);
  if (at === -1) throw new Error(`"${needle}" is not in the text`);
  const inside = at + Math.ceil(needle.length / 2);
  return text.slice(0, inside) + mark + text.slice(inside);
}

function diagnosticSteps({ config, linked }) {
  return [
    step('diagnostics: a broken link', linked.file, `${linked.text}\n[a](/no-such-page-№)\n`, { message: '"/no-such-page-№"' }),
    step('diagnostics: an unknown component', linked.file, `${linked.text}\n<Crad№>Words</Crad№>\n`, { message: '<Crad№>' }),
    step('diagnostics: syntax', linked.file, `${linked.text}\n\n</Nope№>\n`, { message: '</Nope№> has no opening tag' }),
    step('diagnostics: a setting', 'docs.json', config.replace(/("theme": *")\w+"/, '$1mint№"'), { message: '"mint№"' }),
    step('diagnostics: a page that does not exist', 'docs.json', config.replace(/"pages": *\[/, '$&"no-such-page-№", '), {
      message: '"no-such-page-№"',
    }),
  ].map((each) => ({ ...each, isRight: (result) => result === true }));
}

function completionSteps({ config, linked, importing }) {
  const { text, file } = linked;
  const complete = (name, of, marked, isRight) => step(`completion: ${name}`, of, marked, { method: 'textDocument/completion', isRight });
  const front = text.replace(/^---\r?\n/, (fence) => `${fence}${mark}\n`);
  const value = text.replace(/^---\r?\n/, (fence) => `${fence}mode: ${mark}\n`);
  const path = linked.target.replace(/\.mdx$/, '');
  const pages = (entry) => config.replace(/"pages": *\[/, `$&"${entry}${mark}", `);
  const imported = importing.snippet.slice(0, importing.snippet.lastIndexOf('/') + 1);
  return [
    complete(
      'keys of docs.json',
      'docs.json',
      config.replace('{', `{\n  "${mark}",`),
      (result) => hasSome(/^[a-z$]\w+$/i, 8)(result) && !labels(result).includes('navigation'),
    ),
    complete('values of docs.json', 'docs.json', config.replace(/("theme": *")\w+"/, `$1${mark}"`), has('mint', 'maple', 'willow')),
    complete('paths of pages', 'docs.json', pages(path.slice(0, 2)), has(path)),
    complete('operations', 'docs.json', pages('GET /'), hasSome(/^GET \//, 1)),
    complete('icons of docs.json', 'docs.json', config.replace(/\{(\s*)"group": /, `{$1"icon": "ro${mark}", "group": `), has('rocket')),
    complete('component names', file, `${text}\n<Car${mark}\n`, has('Card', 'CardGroup')),
    complete('closing tags', file, `${text}\n<Note>\nWords\n</${mark}\n`, has('Note')),
    complete('props', file, `${text}\n<Card ${mark}></Card>\n`, has('title', 'icon', 'href')),
    complete('values of props', file, `${text}\n<Icon icon="rocket" iconType="${mark}" />\n`, has('solid', 'regular')),
    complete('icons of components', file, `${text}\n<Card title="a" icon="ro${mark}">b</Card>\n`, has('rocket')),
    complete(
      'snippet imports',
      importing.file,
      importing.text.replace(/^---\r?\n[\s\S]*?\n---\r?\n/, (fence) => `${fence}\nimport A from '${imported}${mark}';\n`),
      has(importing.snippet),
    ),
    complete('links', file, `${text}\n[a](${linked.href.slice(0, 3)}${mark})\n`, has(linked.href)),
    complete('anchors', file, `${text}\n[a](${linked.href}#${mark})\n`, hasSome(/#./, 1)),
    complete('keys of front matter', file, front, has('mode', 'keywords')),
    complete('values of front matter', file, value, has('wide', 'custom')),
  ];
}

function hoverSteps({ config, linked, operation }) {
  const { text, file } = linked;
  const hover = (name, of, marked, isRight) => step(`hover: ${name}`, of, marked, { method: 'textDocument/hover', isRight });
  const path = linked.target.replace(/\.mdx$/, '');
  return [
    hover('a setting', 'docs.json', within(config, '"theme"'), explains('**theme**')),
    ...(config.includes(`"${path}"`)
      ? [hover('a page of the navigation', 'docs.json', within(config, `"${path}"`), explains(linked.href))]
      : []),
    hover('a link', file, within(text, `](${linked.href})`, 0), explains(linked.href)),
    hover('a component', file, `${text}\n<Ca${mark}rd title="a">b</Card>\n`, explains('**<Card>**')),
    hover('a prop', file, `${text}\n<Card ti${mark}tle="a">b</Card>\n`, explains('title')),
    hover('front matter', file, text.replace('title:', `tit${mark}le:`), explains('**title**')),
    hover('an operation', operation.file, within(operation.text, operation.operation), explains(operation.operation.split(' ').at(-1))),
  ];
}

const start = { line: 0, character: 0 };
const leadsTo = (uri) => (result) => result?.uri === uri;

function navigationSteps({ config, linked, importing, operation, reference }, uri) {
  const targets = [
    ['a page', linked.file, within(linked.text, `](${linked.href})`), uri(linked.target), linked.file],
    ['a snippet', importing.file, within(importing.text, importing.snippet), uri(importing.snippet), importing.file],
    ['a `$ref`', 'docs.json', within(config, `./${reference}`), uri(reference), 'docs.json'],
  ];
  const method = 'textDocument/definition';
  return [
    ...targets.map(([name, file, text, target]) => step(`definition: ${name}`, file, text, { method, isRight: leadsTo(target) })),
    step(
      'definition: a heading',
      linked.file,
      `${linked.text}\n[a](${linked.href}#${linked.heading.toLowerCase().replaceAll(' ', '-')}${mark})\n`,
      {
        method,
        isRight: (result) => leadsTo(uri(linked.target))(result) && result.range.start.line > 0,
      },
    ),
    step('definition: an imported component', importing.file, within(importing.text, `<${importing.name}`), {
      method,
      isRight: leadsTo(uri(importing.snippet)),
    }),
    step('definition: an operation', operation.file, within(operation.text, operation.operation), {
      method,
      isRight: (result) => /\.(?:json|ya?ml)$/.test(result?.uri ?? '') && result.range.start.line > 0,
    }),
    ...targets.map(([name, file, text, target, from]) =>
      step(`references: ${name}`, file, text, {
        method: 'textDocument/references',
        params: { context: { includeDeclaration: true } },
        isRight: (result) => result?.[0]?.uri === target && result.slice(1).some((found) => found.uri === uri(from)),
      }),
    ),
    step('references: an operation', operation.file, within(operation.text, operation.operation), {
      method: 'textDocument/references',
      params: { context: { includeDeclaration: false } },
      isRight: (result) => result?.some((found) => found.uri === uri(operation.file)),
    }),
  ];
}

/** `documentChanges` of an edit: the changed documents and the renamed files. */
const changedBy = (edit) => (edit?.documentChanges ?? []).map((change) => change.textDocument?.uri ?? change.newUri);

function editSteps({ linked }, uri) {
  const page = linked.target.replace(/\.mdx$/, '');
  const folder = dirname(linked.target);
  const marked = within(linked.text, `](${linked.href})`);
  const rename = { params: { newName: `${page}-renamed` } };
  const isRenamed = (result) => changedBy(result).includes(uri(linked.file)) && changedBy(result).includes(uri(`${page}-renamed.mdx`));
  const files = (from, to) => ({ params: { files: [{ oldUri: uri(from), newUri: uri(to) }] }, method: 'workspace/willRenameFiles' });
  const updates = (result) => changedBy(result).includes(uri(linked.file));
  const wrong = `${linked.text}\n[a](${linked.href}.mdx)\n`;
  return [
    step('rename: asks for the new path', linked.file, marked, {
      method: 'textDocument/prepareRename',
      isRight: (result) => result?.placeholder === page,
    }),
    step('rename: a page', linked.file, marked, { ...rename, method: 'textDocument/rename', isRight: isRenamed }),
    step('rename: a page in the file tree', linked.file, marked, { ...files(linked.target, `${page}-renamed.mdx`), isRight: updates }),
    ...(folder === '.'
      ? []
      : [step('rename: a folder in the file tree', linked.file, marked, { ...files(folder, `${folder}-renamed`), isRight: updates })]),
    step('code actions', linked.file, wrong, {
      method: 'textDocument/codeAction',
      params: { range: { start, end: { line: 100_000, character: 0 } }, context: { diagnostics: [] } },
      message: `"${linked.href}.mdx"`,
      isRight: (result) =>
        result?.some(({ kind, edit }) => kind === 'quickfix' && edit !== undefined) &&
        result.some(({ kind }) => kind === 'source.fixAll.docsgen'),
    }),
  ];
}

function outlineSteps({ config, linked, reference }, uri) {
  const { file, text } = linked;
  return [
    step('document symbols: a page', file, text, { method: 'textDocument/documentSymbol', isRight: (result) => result?.length > 0 }),
    step('document symbols: docs.json', 'docs.json', config, {
      method: 'textDocument/documentSymbol',
      isRight: (result) => result?.some(({ name, children }) => name === 'navigation' && children.length > 0),
    }),
    step('document links', file, text, {
      method: 'textDocument/documentLink',
      isRight: (result) => result?.some(({ target }) => target === uri(linked.target)),
    }),
    step('document links of docs.json', 'docs.json', config, {
      method: 'textDocument/documentLink',
      isRight: (result) => result?.some(({ target }) => target === uri(reference)),
    }),
    step('workspace symbols', file, text, {
      method: 'workspace/symbol',
      params: { query: linked.heading },
      isRight: (result) => result?.some(({ location }) => location.uri === uri(linked.target)),
    }),
    step('folding: a page', file, text, {
      method: 'textDocument/foldingRange',
      isRight: (result) => result?.some(({ startLine }) => startLine === 0),
    }),
    step('folding: docs.json', 'docs.json', config, { method: 'textDocument/foldingRange', isRight: (result) => result?.length > 2 }),
  ];
}

/** A step in one repetition: each request follows a keystroke. */
export function repeated(step, repetition) {
  const { text, message } = step;
  if (step.method !== undefined) return { ...step, text: repetition % 2 === 0 ? text : `${text} ` };
  return { ...step, text: text.replaceAll('№', String(repetition)), message: message?.replaceAll('№', String(repetition)) };
}

/** Milliseconds between two repetitions: as a person types, so that work in the background is due or running in some of them. */
export function pause({ method }, repetition) {
  const pauses = method === undefined ? [0, 150, 700, 1_200] : [0, 30, 90, 150];
  return pauses[repetition % pauses.length];
}
