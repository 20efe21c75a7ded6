/** Checks the paths of outputs that a hook declares. */
import type { Diagnostic, Result, SourceLocation } from '../../../model/diagnostic.ts';
import { canHaveFeed } from '../../../model/page.ts';
import { resolveProjectPath } from '../../../model/project-path.ts';
import { foldersOf } from '../../../platform/files/output/manifest.ts';
import { mcpPath } from '../../../shared/site/agent-pages.ts';
import { hostFiles } from '../../../shared/site/host-files.ts';
import { feedPath, markdownPath } from '../../../shared/site/markdown-path.ts';
import { siteRecordName } from '../../../shared/site/site-record.ts';
import { outputRejected } from '../errors.ts';
import type { HookOutput, LoadedSite } from '../load-site.ts';
import type { DeclaredOutput } from './hook-results.ts';

/** The outputs whose paths are free; all others are errors. */
export function freeOutputs(site: LoadedSite, declared: readonly DeclaredOutput[], place: SourceLocation): Result<readonly HookOutput[]> {
  const taken = takenPaths(site);
  const value: HookOutput[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const [index, output] of declared.entries()) {
    const refused = refusalOf(output.path, taken);
    if (refused) diagnostics.push(outputRejected(place, output.path, refused.reason, refused.hint));
    else {
      value.push({ ...output, index });
      take(taken, output.path, 'another output');
    }
  }
  return { value, diagnostics };
}

interface Taken {
  /** Path in lower case → what is there. Some file systems and hosts ignore case. */
  readonly files: Map<string, string>;
  readonly folders: Set<string>;
}

function take({ files, folders }: Taken, path: string, what: string): void {
  const key = path.toLowerCase();
  if (!files.has(key)) files.set(key, what);
  for (const folder of foldersOf([key])) folders.add(folder);
}

function takenPaths({ config, pages, assets, styles, scripts, written }: LoadedSite): Taken {
  const taken: Taken = { files: new Map(), folders: new Set() };
  for (const page of pages) {
    const what = `page ${page.path}`;
    take(taken, page.output, what);
    take(taken, markdownPath(page.url).slice(1), `the Markdown copy of ${what}`);
    if (canHaveFeed(page, config.docsgen.hasAuth)) take(taken, feedPath(page.url).slice(1), `the feed of ${what}`);
  }
  for (const path of [...assets, ...styles, ...scripts]) take(taken, path, 'a file of the project');
  for (const path of ['404.html', mcpPath.slice(1), siteRecordName, ...hostFiles, ...written.siteWide.map((path) => path.slice(1))])
    take(taken, path, 'a file that docsgen writes');
  return taken;
}

/** Characters that no file system or URL needs escaped. */
const plainPath = /^[^\\:*?"<>|#%\p{Cc}]+$/u;

function refusalOf(path: string, { files, folders }: Taken): { readonly reason: string; readonly hint: string } | undefined {
  const resolved = resolveProjectPath('', path);
  if (resolved === undefined)
    return { reason: 'is outside the output folder', hint: 'write a path inside the output folder, such as data/terms.json' };
  if (resolved !== path || !plainPath.test(path))
    return {
      reason: 'is not a valid output path',
      hint: 'write a path such as data/terms.json, without a leading slash or special characters',
    };
  const key = path.toLowerCase();
  if (key.split('/')[0] === '_docsgen') return { reason: 'is in _docsgen, which is reserved for docsgen', hint: 'choose another folder' };
  const blocked = [key, ...foldersOf([key])].find((each) => files.has(each));
  if (blocked !== undefined) return { reason: `would overwrite ${files.get(blocked)}`, hint: 'choose another path' };
  return folders.has(key) ? { reason: 'is the path of an existing folder', hint: 'choose another path' } : undefined;
}
