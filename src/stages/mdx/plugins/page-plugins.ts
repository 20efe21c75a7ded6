/** The side of docsgen: reads a page through the process of the plugins instead of through the native parser. */
import type { Diagnostic } from '../../../model/diagnostic.ts';
import type { SourceText } from '../../../model/source-text.ts';
import * as errors from '../errors.ts';
import type { Engine } from '../parse/engines.ts';
import type { Locate } from '../parse/repair.ts';
import type { ParseProblem, SyntaxTree } from '../parse/syntax-tree.ts';
import type { PluginPage } from './protocol.ts';

/** The plugins of a project, loaded. */
export interface PagePlugins {
  /** Whether there are any, so that pages go through the process. */
  readonly changePages: boolean;
  /** Changes with the plugins, their options, and the files that they consist of. */
  readonly key: string;
  /** Parses a text and runs the plugins on it. `file`: project path. Waits for the answer; never throws. */
  process(file: string, text: string, format: 'mdx' | 'md'): PluginPage | PluginStop;
  /** The project path of an absolute path; undefined outside of the project. */
  projectPath(absolute: string): string | undefined;
}

/** The process of the plugins ended, or took too long. */
export interface PluginStop {
  readonly type: 'stop';
  /** Why, as the end of a sentence: "the plugins …". */
  readonly reason: string;
}

/** A text after the plugins. */
export interface PluginResult {
  readonly tree: SyntaxTree;
  readonly diagnostics: readonly Diagnostic[];
  /** Project paths of files that plugins read. */
  readonly read: readonly string[];
}

const empty: SyntaxTree = { type: 'root', children: [] };

/**
 * An engine whose syntax includes that of the plugins. Its trees are those before the plugins where docsgen corrects the
 * text by its tree; `finish` returns the tree of the final text after the plugins.
 */
export class PluginEngine implements Engine {
  readonly name = 'mdx-js';
  readonly #plugins: PagePlugins;
  readonly #file: string;
  readonly #answers = new Map<string, PluginPage | PluginStop>();

  constructor(plugins: PagePlugins, file: string) {
    this.#plugins = plugins;
    this.#file = file;
  }

  parseMdx(text: string): SyntaxTree | ParseProblem {
    return treeOf(this.#ask(text, 'mdx'));
  }

  parseMarkdown(text: string): SyntaxTree {
    const result = treeOf(this.#ask(text, 'md'));
    return result.type === 'root' ? result : empty;
  }

  parseText(text: string): SyntaxTree {
    return this.parseMarkdown(text);
  }

  /** `source`: the file, for problems without a position. */
  finish(text: string, source: SourceText, locate: Locate): PluginResult {
    const mdx = this.#ask(text, 'mdx');
    const answer = mdx.type === 'problem' ? this.#ask(text, 'md') : mdx;
    if (answer.type === 'problem') return { tree: empty, diagnostics: [], read: [] };
    if (answer.type === 'stop') return { tree: empty, diagnostics: [errors.pluginsStopped(source.locate(0), answer.reason)], read: [] };
    const at = ({ offset, length }: { readonly offset?: number; readonly length?: number }) =>
      offset === undefined ? source.locate(0) : locate(Math.min(offset, text.length), length);
    const messages = answer.messages.map((message) => errors.pluginMessage(at(message), message.plugin, message.reason));
    const { failure } = answer;
    return {
      tree: answer.tree,
      diagnostics: failure ? [errors.pluginFailed(at(failure), failure.plugin, failure.reason), ...messages] : messages,
      read: answer.read.flatMap((path) => this.#plugins.projectPath(path) ?? []),
    };
  }

  #ask(text: string, format: 'mdx' | 'md'): PluginPage | PluginStop {
    const key = `${format} ${text}`;
    let answer = this.#answers.get(key);
    if (answer === undefined) {
      answer = this.#plugins.process(this.#file, text, format);
      this.#answers.set(key, answer);
    }
    return answer;
  }
}

function treeOf(answer: PluginPage | PluginStop): SyntaxTree | ParseProblem {
  if (answer.type === 'problem') return answer;
  return answer.type === 'stop' ? empty : (answer.plain ?? answer.tree);
}
