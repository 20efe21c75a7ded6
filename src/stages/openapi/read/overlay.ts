import type { Diagnostic, Result } from '../../../model/diagnostic.ts';
import { FileError, type FileSystem } from '../../../model/file-system.ts';
import { overlayProblem, specMissing, specSyntax } from '../errors.ts';
import { type PathMatch, selectPath } from './json-path.ts';
import type { RefLimits } from './ref-resolver.ts';
import { parseSpecFile, type SpecFile } from './source-file.ts';
import { locateProblems } from './spec-problem.ts';
import { isObject, listOf, newObject, type SpecValue } from './spec-value.ts';

/**
 * Applies Overlay documents 1.0 and 1.1 (`update`, `copy`, `remove`) to a description, in order. Returns a copy;
 * `value` is unchanged. `paths` are project paths. All problems are warnings, and each overlay starts from the result
 * of the previous one.
 */
export function applyOverlays(value: SpecValue, paths: readonly string[], files: FileSystem, limits: RefLimits): Result<SpecValue> {
  const diagnostics: Diagnostic[] = [];
  let changed = copy(value);
  for (const path of paths) {
    const overlay = readOverlay(path, files, limits, diagnostics);
    if (overlay === undefined) continue;
    const problems = listOf(overlay.value, 'actions').flatMap((action, index) => {
      const result = carryOut(changed, action);
      changed = result.value;
      if (result.problem === undefined) return [];
      const { problem } = result;
      return [
        {
          file: overlay,
          at: `/actions/${index}`,
          say: (location: Diagnostic['location'] & object) => overlayProblem(location, problem),
        },
      ];
    });
    diagnostics.push(...locateProblems(problems));
  }
  return { value: changed, diagnostics };
}

function readOverlay(path: string, files: FileSystem, limits: RefLimits, diagnostics: Diagnostic[]): SpecFile | undefined {
  const top = { file: path, line: 1, column: 1 };
  if (!files.has(path)) {
    diagnostics.push(specMissing('openapi', top, path, undefined, 'warning'));
    return undefined;
  }
  try {
    const parsed = parseSpecFile(path, files.readText(path), limits.depth);
    if ('file' in parsed) {
      if (isObject(parsed.file.value) && Array.isArray(parsed.file.value.actions)) return parsed.file;
      diagnostics.push(overlayProblem(top, `${path} has no list "actions"`, 'add overlay: "1.0.0" and a list of actions'));
    } else diagnostics.push(specSyntax('openapi', parsed.location, parsed.problem, 'warning'));
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    diagnostics.push(overlayProblem(top, `${path} cannot be read`));
  }
  return undefined;
}

/**
 * Overlay 1.1 §4.4.3 "Action Object": `remove` takes precedence over `update`, `copy` copies another node of the same
 * description.
 */
function carryOut(root: SpecValue, action: SpecValue): { readonly value: SpecValue; readonly problem?: string } {
  if (!isObject(action) || typeof action.target !== 'string')
    return { value: root, problem: 'an action needs a target, a JSONPath expression' };
  const matches = selectPath(root, action.target);
  if (matches === undefined) return { value: root, problem: `target ${action.target} is not a valid JSONPath` };
  if (matches.length === 0) return { value: root, problem: `target ${action.target} matches nothing` };
  if (action.remove === true) return { value: remove(root, matches) };
  let update = action.update;
  if (typeof action.copy === 'string') {
    const source = selectPath(root, action.copy);
    if (source?.length !== 1) return { value: root, problem: `copy ${action.copy} must match exactly one value` };
    update = source[0]?.value;
  }
  if (update === undefined) return { value: root, problem: 'an action needs update, copy or remove' };
  let value = root;
  for (const match of matches) {
    const merged = mergeInto(match.value, update);
    if (match.holder === undefined) value = merged;
    else if (merged !== match.value) (match.holder as Record<string | number, SpecValue>)[match.key as string] = merged;
  }
  return { value };
}

/** From last to first, so that list indexes stay valid. */
function remove(root: SpecValue, matches: readonly PathMatch[]): SpecValue {
  for (const { holder, key } of matches.toReversed()) {
    if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else if (holder !== undefined) delete holder[key as string];
  }
  return root;
}

/** Merges objects member by member, appends to lists, and replaces everything else. */
function mergeInto(target: SpecValue, update: SpecValue): SpecValue {
  if (Array.isArray(target)) {
    target.push(...(Array.isArray(update) ? update.map(copy) : [copy(update)]));
    return target;
  }
  if (!isObject(target) || !isObject(update)) return copy(update);
  for (const key of Object.keys(update)) {
    const member = target[key];
    const value = update[key] as SpecValue;
    target[key] = member === undefined || typeof member !== 'object' ? copy(value) : mergeInto(member, value);
  }
  return target;
}

/** Depth is bounded: both documents passed the depth limit. */
function copy(value: SpecValue): SpecValue {
  if (Array.isArray(value)) return value.map(copy);
  if (!isObject(value)) return value;
  const copied = newObject();
  for (const key of Object.keys(value)) copied[key] = copy(value[key] as SpecValue);
  return copied;
}
