/**
 * Parses a page with `unified` and runs the plugins of the project on its trees: remark plugins on mdast after
 * remark-gfm and remark-math, rehype plugins on hast after headings have their ids. Runs in the process of the plugins.
 */
import { resolve } from 'node:path';
import { loadInternal } from '../load.ts';
import { headingIdMarks, takeHeadingIds } from '../parse/heading-id-marks.ts';
import type { SyntaxTree } from '../parse/syntax-tree.ts';
import { HookRunner } from './hook-runner.ts';
import { type LoadedPlugin, type LoadedPlugins, loadPlugins, reasonOf, recordReads } from './load-plugins.ts';
import { generatedIds, type LooseNode, restoreMarkdown, withoutGeneratedIds } from './prepare-trees.ts';
import type { Loaded, LoadRequest, PageRequest, PluginPage, PluginProblem, PluginRequest } from './protocol.ts';
import { htmlOfPlugins } from './raw-html.ts';
import { toSyntaxTree } from './to-syntax-tree.ts';

type Packages = typeof import('../parse/reference-packages.ts');
type Processor = ReturnType<Packages['createProcessor']>;
type PluginEntries = NonNullable<NonNullable<Parameters<Packages['createProcessor']>[0]>['remarkPlugins']>;
type PluginLists = { readonly remarkPlugins: PluginEntries; readonly rehypePlugins: PluginEntries };

/** The part of a vfile that docsgen uses. */
interface LooseFile {
  readonly messages: LooseMessage[];
  readonly data: Record<string, unknown>;
}

interface LooseMessage {
  readonly reason?: string;
  readonly message: string;
  readonly place?: Place;
}

type Place = { readonly offset?: number; readonly start?: { readonly offset?: number }; readonly end?: { readonly offset?: number } };

/** Thrown instead of the error of a plugin. */
class PluginFailure extends Error {
  readonly problem: PluginProblem;

  constructor(plugin: string, error: unknown) {
    super(reasonOf(error));
    const { place, reason } = (typeof error === 'object' && error !== null ? error : {}) as Partial<LooseMessage>;
    this.problem = { plugin, reason: reason?.split('\n')[0] ?? this.message, ...spanOf(place) };
  }
}

/** Stops a processor when its tree is complete: what would follow is generating code. */
class Complete extends Error {}

/** Call `answer` with a `load` request first. One request at a time. */
export class PluginRunner {
  readonly #read = recordReads();
  readonly #hooks = new HookRunner(this.#read);
  #site: PluginSite | undefined;

  async answer(request: PluginRequest): Promise<unknown> {
    if (request.kind === 'load') {
      const plugins = await loadPlugins(request);
      this.#site = new PluginSite(plugins, request);
      const { hooks } = request;
      return hooks === undefined ? plugins.answer : ({ ...plugins.answer, hooks: await this.#hooks.load(hooks) } satisfies Loaded);
    }
    if (request.kind === 'hook') return this.#hooks.answer(request);
    this.#read.clear();
    const page = await (this.#site as PluginSite).page(request);
    return page.type === 'page' ? { ...page, read: [...this.#read].map((path) => resolve(path)).sort() } : page;
  }

  /** An error outside of the calls of docsgen. */
  reportStray(error: unknown): void {
    this.#site?.reportStray(error);
    this.#hooks.reportStray(error);
  }
}

/** The processors of a project, made when they are needed. */
class PluginSite {
  readonly #plugins: LoadedPlugins;
  readonly #hasMath: boolean;
  readonly #processors = new Map<string, Processor>();
  readonly #owners = new WeakMap<LooseMessage, string>();
  /** The plugin that runs. */
  #current = '';
  #reject: ((error: unknown) => void) | undefined;

  constructor(plugins: LoadedPlugins, { hasMath }: LoadRequest) {
    this.#plugins = plugins;
    this.#hasMath = hasMath;
  }

  reportStray(error: unknown): void {
    this.#reject?.(new PluginFailure(this.#current, error));
  }

  async page(request: PageRequest): Promise<PluginPage> {
    const text = headingIdMarks(request.text);
    const parse = () => this.#syntax(request, text);
    let file: LooseFile | undefined;
    try {
      const plain = isCorrected(request.text) ? { plain: parse() } : {};
      file = this.#file(request, text);
      await this.#run(file, request.format);
      const tree = toSyntaxTree(file.data.tree as LooseNode);
      return { type: 'page', tree, ...plain, messages: this.#messages(file), read: [] };
    } catch (error) {
      if (!(error instanceof PluginFailure)) return syntaxProblem(error);
      try {
        return { type: 'page', tree: parse(), failure: error.problem, messages: file ? this.#messages(file) : [], read: [] };
      } catch (other) {
        return other instanceof PluginFailure
          ? { type: 'page', tree: { type: 'root', children: [] }, failure: other.problem, messages: [], read: [] }
          : syntaxProblem(other);
      }
    }
  }

  #file({ path }: PageRequest, value: string): LooseFile {
    return { value, path, cwd: process.cwd(), messages: [], data: {} } as LooseFile;
  }

  /** The tree before any plugin changes it; plugins that extend the syntax take part. Synchronous. */
  #syntax(request: PageRequest, text: string): SyntaxTree {
    const file = this.#file(request, text);
    const processor = this.#processor(`plain ${request.format}`, () => ({
      remarkPlugins: [...this.#builtIn(), ...this.#plugins.remark.map((plugin) => this.#wrapped(plugin, true))],
      rehypePlugins: [...htmlOfPlugins(), capture],
    }));
    try {
      processor.processSync(file as never);
    } catch (error) {
      if (!(error instanceof Complete)) throw error;
    }
    const tree = toSyntaxTree(file.data.tree as LooseNode);
    takeHeadingIds(tree.children);
    return tree;
  }

  async #run(file: LooseFile, format: 'mdx' | 'md'): Promise<void> {
    const { remark, rehype } = this.#plugins;
    const processor = this.#processor(format, () => ({
      remarkPlugins: [
        ...this.#builtIn(),
        () => (tree: unknown) => restoreMarkdown(tree as LooseNode),
        ...remark.map((plugin) => this.#wrapped(plugin, false)),
      ],
      rehypePlugins: [
        ...htmlOfPlugins(),
        generatedIds,
        ...rehype.map((plugin) => this.#wrapped(plugin, false)),
        ...htmlOfPlugins(),
        withoutGeneratedIds,
        capture,
      ],
    }));
    const stray = new Promise<never>((_, reject) => {
      this.#reject = reject;
    });
    try {
      await Promise.race([processor.process(file as never), stray]);
    } catch (error) {
      if (!(error instanceof Complete)) throw error;
    } finally {
      this.#reject = undefined;
    }
  }

  #processor(key: string, lists: () => PluginLists): Processor {
    let processor = this.#processors.get(key);
    if (processor === undefined) {
      const { createProcessor } = packages();
      const format = key.endsWith('mdx') ? 'mdx' : 'md';
      const handlers = this.#plugins.handlers as never;
      processor = createProcessor({ format, ...lists(), remarkRehypeOptions: { handlers } });
      this.#processors.set(key, processor);
    }
    return processor;
  }

  /** A plugin of the same name in docs.json takes the place of ours, with its options. */
  #builtIn(): PluginEntries {
    const { gfm, math } = packages();
    const isListed = (name: string) => this.#plugins.remark.some((plugin) => plugin.name === name);
    return [...(isListed('remark-gfm') ? [] : [gfm]), ...(isListed('remark-math') || !this.#hasMath ? [] : [math])];
  }

  /** The plugin with its name on everything that it throws. `isSyntax`: only what it adds to the parser. */
  #wrapped({ name, plugin, options }: LoadedPlugin, isSyntax: boolean): never {
    const site = this;
    function attach(this: unknown, ...given: unknown[]): unknown {
      site.#current = name;
      let transform: unknown;
      try {
        transform = plugin.apply(this, given);
      } catch (error) {
        throw new PluginFailure(name, error);
      }
      if (typeof transform !== 'function' || isSyntax) return undefined;
      return (tree: LooseNode, file: LooseFile) => site.#transform(name, transform as Transform, tree, file);
    }
    return [attach, ...options] as never;
  }

  async #transform(name: string, transform: Transform, tree: LooseNode, file: LooseFile): Promise<LooseNode | undefined> {
    this.#current = name;
    const before = file.messages.length;
    try {
      const result = transform.length > 2 ? await withCallback(transform, tree, file) : await transform(tree, file);
      return (result ?? undefined) as LooseNode | undefined;
    } catch (error) {
      throw new PluginFailure(name, error);
    } finally {
      for (const message of file.messages.slice(before)) this.#owners.set(message, name);
    }
  }

  #messages({ messages }: LooseFile): PluginProblem[] {
    return messages.flatMap((message) => {
      const plugin = this.#owners.get(message);
      // The error of a plugin is in the list too.
      if (plugin === undefined || (message as { fatal?: boolean }).fatal) return [];
      return [{ plugin, reason: reasonOf(message.reason ?? message.message), ...spanOf(message.place) }];
    });
  }
}

/** Whether the text may contain what `parse-source.ts` corrects by the tree: formulas, and bold text in Chinese and Japanese. */
function isCorrected(text: string): boolean {
  return text.includes('$') || (text.includes('**') && /[\u2e80-\uffff]/.test(text));
}

type Transform = (tree: LooseNode, file: LooseFile, next?: (error: unknown, tree?: unknown) => void) => unknown;

/** The third parameter of a transformer is a callback (`unified`, `Transformer`). */
function withCallback(transform: Transform, tree: LooseNode, file: LooseFile): Promise<unknown> {
  return new Promise((done, fail) => {
    transform(tree, file, (error, result) => (error ? fail(error) : done(result)));
  });
}

function capture(): (tree: LooseNode, file: LooseFile) => void {
  return (tree: LooseNode, file: LooseFile) => {
    file.data.tree = tree;
    throw new Complete();
  };
}

function packages(): Packages {
  return loadInternal('parse/reference-packages') as Packages;
}

/** The parser throws messages of a vfile; anything else is an internal error. */
function syntaxProblem(error: unknown): PluginPage {
  if (!(error instanceof Error) || !('reason' in error)) throw error;
  const { place, reason, message } = error as LooseMessage;
  return { type: 'problem', offset: spanOf(place).offset ?? 0, message: reason ?? message };
}

function spanOf(place: Place | undefined): { offset?: number; length?: number } {
  const start = place?.start?.offset ?? place?.offset;
  if (start === undefined) return {};
  const end = place?.end?.offset;
  return { offset: start, ...(end !== undefined && end > start && { length: end - start }) };
}
