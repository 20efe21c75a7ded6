/** What can be written in pages: front matter, components, props and their values, links, imports. */
import { CompletionItemKind } from 'vscode-languageserver';
import { importEndings, nameOf, withoutPageExtension } from '../../../model/project-path.ts';
import { relativePath } from '../../../shared/rewrite-href.ts';
import { componentNames, knownProps } from '../../../stages/components/registry.ts';
import { frontMatterKeys, pageModes } from '../../../stages/content/front-matter-fields.ts';
import { frontMatterDocs } from '../component-docs.generated.ts';
import { frontMatterSpan, type PageCursor } from '../cursor/page-cursor.ts';
import { componentText, propDoc, propText } from '../hover.ts';
import type { EditedDocument, ProjectView, Span } from '../project-view.ts';
import { importedNames } from '../targets.ts';
import type { Candidate, Candidates } from './candidate.ts';
import { filePaths, iconCandidates, imagePaths, linkCandidates, operationEntries } from './site-candidates.ts';

/** Undefined where nothing can be completed. */
export function pageCandidates(view: ProjectView, document: EditedDocument, cursor: PageCursor): Candidates | undefined {
  const items = itemsFor(view, document, cursor);
  return items && { span: cursor.span, before: cursor.before, items };
}

function itemsFor(view: ProjectView, document: EditedDocument, cursor: PageCursor): Candidate[] | undefined {
  switch (cursor.kind) {
    case 'key':
      return keyCandidates(cursor.present, cursor.hasValue);
    case 'key-value':
      return keyValues(view, document, cursor.key, cursor.before);
    case 'tag':
      return cursor.isClosing ? closingTags(document, cursor.span) : tagCandidates(view, document);
    case 'prop':
      return propCandidates(cursor.component, cursor.present);
    case 'prop-value':
      return propValues(view, document, cursor);
    case 'link':
      return cursor.isImage ? imagePaths(view) : linkCandidates(view, document, cursor.before);
    case 'import':
      return importCandidates(view, document, cursor.before);
  }
}

/** Booleans of front matter. */
const flags = new Set('hidden noindex searchable deprecated hideFooterPagination hideApiMarker public timestamp rss'.split(' '));

function keyCandidates(present: readonly string[], hasValue: boolean): Candidate[] {
  return [...frontMatterKeys].flatMap((key) =>
    present.includes(key)
      ? []
      : [
          {
            label: key,
            kind: CompletionItemKind.Property,
            insert: hasValue ? key : `${key}: `,
            documentation: frontMatterDocs[key] ?? '',
            continues: !hasValue,
          },
        ],
  );
}

function keyValues(view: ProjectView, document: EditedDocument, key: string, before: string): Candidate[] {
  if (flags.has(key)) return words(['true', 'false']);
  switch (key) {
    case 'icon':
      return iconCandidates(view, before);
    case 'iconType':
      return words(['solid', 'regular', 'brands']);
    case 'mode':
      return words(pageModes);
    case 'playground':
      return words(['interactive', 'simple', 'none', 'auth']);
    case 'openapi':
      return operationEntries(view, 'openapi');
    case 'asyncapi':
      return operationEntries(view, 'asyncapi');
    case 'related':
    case 'url':
    case 'canonical':
      return linkCandidates(view, document, before);
    case 'groups':
      return words([...new Set(view.site.pages.flatMap(({ access }) => access.groups))].sort());
    case 'tag':
    case 'version':
      return words([...new Set(view.site.pages.flatMap((page) => page[key] ?? []))].sort());
    default:
      return [];
  }
}

function words(values: readonly string[]): Candidate[] {
  return values.map((label, rank) => ({ label, kind: CompletionItemKind.Value, rank: rank / 1000 }));
}

/** Built-in components, names that the page imports, and components of the project with the import that they need. */
function tagCandidates(view: ProjectView, document: EditedDocument): Candidate[] {
  const imported = importedNames(document.text);
  const builtIn = componentNames.map((label): Candidate => {
    const documentation = componentText(label) ?? '';
    return { label, kind: CompletionItemKind.Class, detail: 'component', documentation };
  });
  const own = [...imported].flatMap(([label, specifier]): Candidate[] =>
    /^[A-Z]/.test(label) ? [{ label, kind: CompletionItemKind.Class, detail: specifier, rank: 1 }] : [],
  );
  const known = new Set([...builtIn, ...own].map(({ label }) => label));
  const others = projectComponents(view).filter(({ name }) => !known.has(name));
  const place = importPlace(document.text);
  return [
    ...own,
    ...builtIn,
    ...others.map(({ name, file, isDefault }): Candidate => {
      const text = `import ${isDefault ? name : `{ ${name} }`} from '/${file}';\n`;
      const also = { span: place, text: place.start === 0 ? text : `${startsBlock(document.text, place.start) ? '' : '\n'}${text}` };
      return { label: name, kind: CompletionItemKind.Class, detail: `from /${file}`, rank: 7, also };
    }),
  ];
}

interface ProjectComponent {
  readonly name: string;
  readonly file: string;
  /** The default export, as of a snippet of Markdown. */
  readonly isDefault: boolean;
}

const maxComponentFiles = 300;

/** Snippets by their file name, and the exports of scripts with a capital letter. */
function projectComponents(view: ProjectView): ProjectComponent[] {
  const { site } = view;
  const pages = new Set([...site.sources.keys()]);
  const files = site.files.list().filter(({ path, size }) => size < 200_000 && /\.(?:mdx|jsx|tsx)$/i.test(path) && !pages.has(path));
  return files.slice(0, maxComponentFiles).flatMap(({ path }): ProjectComponent[] => {
    if (/\.mdx$/i.test(path)) {
      const name = pascalCase(withoutPageExtension(nameOf(path)));
      return name === '' ? [] : [{ name, file: path, isDefault: true }];
    }
    return [...(view.ofText(path, exportedComponents) ?? [])];
  });
}

function exportedComponents(text: string, file: string): readonly ProjectComponent[] {
  const names = [...text.matchAll(/^export\s+(default\s+)?(?:async\s+)?(?:const|let|function\*?|class)\s+([A-Z]\w*)/gm)];
  return names.map((match) => ({ name: match[2] as string, file, isDefault: match[1] !== undefined }));
}

function pascalCase(name: string): string {
  const joined = name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
  return /^[A-Z]/.test(joined) ? joined : '';
}

/** After the last import, or after the front matter. */
function importPlace(text: string): Span {
  const imports = [...text.matchAll(/^import\b[^\n]*\n/gm)].at(-1);
  if (imports) return { start: imports.index + imports[0].length, end: imports.index + imports[0].length };
  const front = frontMatterSpan(text);
  if (front === undefined) return { start: 0, end: 0 };
  const line = text.indexOf('\n', front.end);
  const start = line === -1 ? text.length : line + 1;
  return { start, end: start };
}

/** Whether there is an import before it. */
function startsBlock(text: string, offset: number): boolean {
  return /^import\b[^\n]*\n$/m.test(text.slice(text.lastIndexOf('\n', offset - 2) + 1, offset));
}

/** The innermost open tags before the offset. */
function closingTags({ text }: EditedDocument, { start }: Span): Candidate[] {
  const open: string[] = [];
  for (const match of text.slice(0, start).matchAll(/<(\/?)([A-Za-z][\w.]*)(?:\s[^<>]*?)?(\/?)>/g)) {
    const name = match[2] as string;
    if (match[1] === '/') open.splice(Math.max(open.lastIndexOf(name), 0));
    else if (match[3] === '') open.push(name);
  }
  return open.reverse().map((label, rank) => ({ label, kind: CompletionItemKind.Class, insert: `${label}>`, rank: rank / 1000 }));
}

function propCandidates(component: string, present: readonly string[]): Candidate[] {
  const names = [...(knownProps(component) ?? [])];
  return names.flatMap((label): Candidate[] => {
    if (present.includes(label)) return [];
    const doc = propDoc(component, label);
    const isFlag = doc?.type === 'boolean';
    const isCode = doc?.type === 'number' || doc?.type === 'list' || doc?.values?.every((value) => /^\d+$/.test(value)) === true;
    const insert = isFlag ? label : isCode ? `${label}={$1}` : `${label}="$1"`;
    const documentation = doc ? propText(doc) : '';
    return [
      {
        label,
        kind: CompletionItemKind.Property,
        insert,
        isSnippet: !isFlag,
        documentation,
        continues: !isFlag,
        rank: doc?.required ? 4 : 5,
      },
    ];
  });
}

function propValues(view: ProjectView, document: EditedDocument, cursor: Extract<PageCursor, { kind: 'prop-value' }>): Candidate[] {
  const { component, prop, before, isCode } = cursor;
  const doc = propDoc(component, prop);
  if (doc?.values) return words(doc.values);
  if (doc?.type === 'boolean') return words(['true', 'false']);
  if (isCode) return [];
  if (component === 'Snippet' && prop === 'file')
    return filePaths(view, /^_?snippets\/.*\.mdx?$/i, '').map((candidate) => ({
      ...candidate,
      label: candidate.label.replace(/^_?snippets\//, ''),
    }));
  switch (prop) {
    case 'icon':
      return iconCandidates(view, before);
    case 'iconType':
      return words(['solid', 'regular', 'brands']);
    case 'href':
      return linkCandidates(view, document, before);
    case 'src':
    case 'img':
    case 'poster':
      return imagePaths(view);
    default:
      return [];
  }
}

/** Files that pages import: snippets and components, from the docs folder or relative to the page. */
function importCandidates({ site }: ProjectView, { file }: EditedDocument, before: string): Candidate[] {
  const pages = new Set(site.sources.keys());
  const endings = importEndings.filter((ending) => !ending.includes('/'));
  return site.files.list().flatMap(({ path }): Candidate[] => {
    if (path === file || !endings.some((ending) => path.endsWith(ending)) || site.config.files.includes(path)) return [];
    const relative = relativePath(file, path);
    const label = before.startsWith('.') ? (relative.startsWith('../') ? relative : `./${relative}`) : `/${path}`;
    return [{ label, kind: CompletionItemKind.File, rank: pages.has(path) ? 8 : 5 }];
  });
}
