/**
 * Parses the front matter of a page as YAML (never as code) into typed values. An error costs a key, never the page.
 */
import type { Diagnostic, Result, SourceLocation } from '../../model/diagnostic.ts';
import type { IconLibrary } from '../../model/icon.ts';
import type { FrontMatter } from '../../model/source-page.ts';
import { frontMatterProblem } from './errors.ts';
import { findFrontMatter } from './front-matter-block.ts';
import { typeFrontMatter } from './front-matter-fields.ts';
import { loadFrontMatter, type YamlMapping } from './front-matter-yaml.ts';

/** The parts of a page's text; without a block, all text is body and the front matter has its defaults. */
export interface ParsedPage {
  readonly frontMatter: FrontMatter;
  /** Text after the block, LF line ends. */
  readonly body: string;
  /** Line of the file on which `body` starts, 1-based. */
  readonly bodyLine: number;
  readonly hasFrontMatter: boolean;
}

const noValues: YamlMapping = { values: new Map(), problems: [], lost: [], isMapping: true };

/** Splits a page into front matter and body. `text` may have a byte order mark and any line ends. */
export function parseFrontMatter(text: string, file: string, iconLibrary: IconLibrary = 'fontawesome'): Result<ParsedPage> {
  const normal = normalLineEnds(text);
  const block = findFrontMatter(normal);
  const diagnostics: Diagnostic[] = [];
  const withoutBlock = (): Result<ParsedPage> => ({
    value: { frontMatter: typeFrontMatter(noValues, iconLibrary, () => {}), body: normal, bodyLine: 1, hasFrontMatter: false },
    diagnostics,
  });

  if (typeof block === 'string') {
    diagnostics.push(fenceProblem(normal, file, block));
    return withoutBlock();
  }
  if (!block) return withoutBlock();

  const lines = block.yaml.split('\n');
  const locate = (line: number, column: number, length = 1): SourceLocation => ({
    file,
    line: block.yamlLine + line,
    column: column + 1,
    length,
    lineText: lines[line] ?? '',
  });

  let mapping = noValues;
  if (block.language !== '' && block.language !== 'yaml' && block.language !== 'yml') {
    const place = { file, line: block.yamlLine - 1, column: 4, length: block.language.length, lineText: `---${block.language}` };
    const hint = 'start it with only `---`, and write `key: value` lines';
    diagnostics.push(frontMatterProblem(place, `front matter must be YAML, not "${block.language}"`, hint));
  } else {
    mapping = loadFrontMatter(block.yaml);
    if (!mapping.isMapping) {
      // Two rules with text between them are Markdown; only at the start of the file are they clearly meant as front
      // matter.
      if (block.afterBlank) return withoutBlock();
      diagnostics.push(
        frontMatterProblem(locate(0, 0), 'front matter is not a list of `key: value` lines', 'write, for example, `title: My page`'),
      );
      mapping = noValues;
    }
  }
  for (const problem of mapping.problems)
    diagnostics.push(frontMatterProblem(locate(problem.line, problem.column), problem.message, problem.hint));

  const frontMatter = typeFrontMatter(mapping, iconLibrary, (key, message, hint) => {
    const line = lines.findIndex(
      (text) => text.replace(/^["']/, '').startsWith(key) && /^["']?[ \t]*:/.test(text.replace(/^["']/, '').slice(key.length)),
    );
    diagnostics.push(frontMatterProblem(locate(Math.max(line, 0), 0, key.length), message, hint));
  });
  diagnostics.sort((a, b) => (a.location?.line ?? 0) - (b.location?.line ?? 0));
  return { value: { frontMatter, body: block.body, bodyLine: block.bodyLine, hasFrontMatter: true }, diagnostics };
}

function normalLineEnds(text: string): string {
  const unmarked = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  return unmarked.includes('\r') ? unmarked.replace(/\r\n?/g, '\n') : unmarked;
}

/** The lines around the block are missing or misspelled. */
function fenceProblem(text: string, file: string, kind: 'unclosed' | 'misspelled'): Diagnostic {
  const lineText = text.slice(0, text.indexOf('\n'));
  const place = { file, line: 1, column: 1, length: kind === 'unclosed' ? 3 : lineText.trimEnd().length, lineText };
  if (kind === 'unclosed') return frontMatterProblem(place, 'front matter is never closed', 'end it with a line that contains only `---`');
  const message = `front matter must begin and end with three dashes, not "${lineText.trimEnd()}"`;
  return frontMatterProblem(place, message, 'write `---` on both lines');
}
