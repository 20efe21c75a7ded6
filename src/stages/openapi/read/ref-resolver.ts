import { FileError, type FileSystem } from '../../../model/file-system.ts';
import { resolveProjectPath } from '../../../model/project-path.ts';
import { nearestName } from '../../../shared/nearest-name.ts';
import { decoded } from '../../../shared/safe-decode.ts';
import { urlScheme } from '../../../shared/url.ts';
import {
  type ApiArea,
  type ApiSeverity,
  forOthers,
  refCycle,
  refDenied,
  refMissing,
  refTooLong,
  refUnreached,
  refUnreadable,
} from '../errors.ts';
import { parseSpecFile, type SpecFile } from './source-file.ts';
import { nodeId, type SpecNode } from './spec-node.ts';
import type { SpecProblem } from './spec-problem.ts';
import { isObject, pointerKeys, pointerStep, type SpecValue, valueAt } from './spec-value.ts';

/** Limits: bytes in each file (`specBytes`), nesting depth (`depth`), consecutive references (`refChain`). */
export interface RefLimits {
  readonly specBytes: number;
  readonly depth: number;
  readonly refChain: number;
}

/** The `$id`s and anchors in one file. */
interface FileNames {
  /**
   * `$id` and `$self`, as written and as absolute URLs. Anchors, with the URL of their schema and without it; the latter
   * apply to the whole file.
   */
  readonly anchors: Map<string, SpecNode>;
  /** Location of a schema with `$id` or `$self` → its URL, the base of its references. */
  readonly resources: Map<string, string>;
}

/** A broken reference. `container`: the missing parent of the target. */
interface Lost {
  readonly problem: (holder: SpecNode, ref: string) => SpecProblem;
  readonly container?: { readonly id: string; readonly pointer: string };
}
type Found = { readonly node: SpecNode } | Lost;

/**
 * Resolves `$ref`s one step at a time, on demand: a description is never expanded as a whole. Files outside the project
 * and URLs are never opened. Create one instance for each description: it caches opened files and records each problem
 * once, for `takeProblems`.
 */
export class RefResolver {
  readonly #opened = new Map<string, SpecFile | string>();
  /** Paths and URLs of all requested files, including missing ones. */
  readonly #asked = new Set<string>();
  readonly #found = new Map<string, Found>();
  readonly #names = new Map<SpecFile, FileNames>();
  /** By location of the reference. `container`: for references into a missing parent. */
  readonly #problems = new Map<string, { readonly problem: SpecProblem; readonly container?: Lost['container'] }>();

  readonly #root: SpecFile;
  readonly #files: FileSystem;
  readonly #area: ApiArea;
  readonly #limits: RefLimits;
  readonly #severity: ApiSeverity;

  constructor(root: SpecFile, files: FileSystem, area: ApiArea, limits: RefLimits, severity: ApiSeverity) {
    this.#root = root;
    this.#files = files;
    this.#area = area;
    this.#limits = limits;
    this.#severity = severity;

    this.#opened.set(root.path, root);
  }

  /** Path of the description itself. */
  get rootPath(): string {
    return this.#root.path;
  }

  /** Whether a node is in its file as written: nodes of a converted operation are not. */
  isWritten({ file, pointer, value }: SpecNode): boolean {
    return value !== null && typeof value === 'object' && valueAt(file.value, pointer) === value;
  }

  /**
   * Returns the node itself if it is not a reference, otherwise the target. If the reference is broken, records a
   * problem and returns undefined.
   */
  deref(node: SpecNode): SpecNode | undefined {
    let at = node;
    const seen = new Map<string, SpecNode>();
    while (isObject(at.value) && typeof at.value.$ref === 'string') {
      const ref = at.value.$ref;
      const id = nodeId(at);
      if (seen.has(id)) {
        this.#noteLoop([...seen].slice([...seen.keys()].indexOf(id)));
        return undefined;
      }
      if (seen.size >= this.#limits.refChain) {
        const name = decodeName(node.pointer);
        this.#note(node, (location) => refTooLong(this.#area, location, name, this.#limits.refChain, this.#severity));
        return undefined;
      }
      seen.set(id, at);
      const next = this.resolve(at, ref);
      if (next === undefined) return undefined;
      at = next;
    }
    return at;
  }

  /** Records a loop once, wherever it was entered: at the alphabetically first of its references. */
  #noteLoop(members: readonly (readonly [id: string, node: SpecNode])[]): void {
    const [, first] = members.reduce((a, b) => (b[0] < a[0] ? b : a));
    const ref = isObject(first.value) ? String(first.value.$ref) : '';
    this.#note(first, (location) => refCycle(this.#area, location, ref, decodeName(first.pointer), this.#severity));
  }

  /** One step: resolves the text of a reference relative to `holder`. */
  resolve(holder: SpecNode, ref: string): SpecNode | undefined {
    const found = this.#lookUp(holder, ref);
    if ('node' in found) return found.node;
    const { problem, container } = found;
    const id = nodeId(holder);
    if (!this.#problems.has(id)) this.#problems.set(id, { problem: problem(holder, ref), ...(container && { container }) });
    return undefined;
  }

  /** Like `resolve`, but a broken reference is not a problem. */
  find(holder: SpecNode, ref: string): SpecNode | undefined {
    const found = this.#lookUp(holder, ref);
    return 'node' in found ? found.node : undefined;
  }

  #lookUp(holder: SpecNode, ref: string): Found {
    const own = this.#ownAnchor(holder, ref);
    if (own !== undefined) return { node: own };
    const key = `${holder.file.path}\n${ref}`;
    let found = this.#found.get(key);
    if (found === undefined) {
      found = this.#find(holder.file, ref);
      this.#found.set(key, found);
    }
    if ('node' in found) return found;
    const inside = this.#inResource(holder, ref);
    return inside === undefined ? found : { node: inside };
  }

  /**
   * JSON Schema 2020-12 §8.2: within a schema with an `$id`, references are relative to the `$id`, and pointers to the
   * schema. Used only if the reference cannot be resolved relative to its file, because most authors who write `$id`
   * mean the file.
   */
  #inResource({ file, pointer }: SpecNode, ref: string): SpecNode | undefined {
    const { at, base } = this.#resourceAround(file, pointer);
    if (base === undefined) return undefined;
    const key = `${file.path}#${at}\n${ref}`;
    let found = this.#found.get(key);
    if (found === undefined) {
      const [written = '', fragment = ''] = ref.split('#', 2);
      const url = URL.parse(written, base)?.href ?? written;
      const target = written === '' ? { file, pointer: at } : (this.#anchorsOf(file).get(url) ?? this.#anchorsOf(this.#root).get(url));
      found = target ? this.#inFile(target.file, target.pointer, fragment, ref) : this.#missing(undefined);
      this.#found.set(key, found);
    }
    return 'node' in found ? found.node : undefined;
  }

  /** An anchor is unique only within the schema with the `$id` (JSON Schema 2020-12 §8.2.2). */
  #ownAnchor({ file, pointer }: SpecNode, ref: string): SpecNode | undefined {
    if (!/^#[^/]/.test(ref)) return undefined;
    const { base } = this.#resourceAround(file, pointer);
    return base === undefined ? undefined : this.#anchorsOf(file).get(base + decoded(ref));
  }

  /** The nearest enclosing schema with an `$id`: its pointer, and its URL if it has one. */
  #resourceAround(file: SpecFile, pointer: string): { readonly at: string; readonly base: string | undefined } {
    const { resources } = this.#namesOf(file);
    let at = pointer;
    while (at !== '' && !resources.has(at)) at = at.slice(0, at.lastIndexOf('/'));
    return { at, base: resources.get(at) };
  }

  /** Returns the problems since the last call, at most one for each reference, and clears them. */
  takeProblems(): SpecProblem[] {
    const problems = [...this.#problems.values()].map(({ problem }) => problem);
    this.#problems.clear();
    return problems;
  }

  /**
   * Like `takeProblems`, for a description that was followed completely: if a map is missing, returns only the first
   * reference into it, with the number of the others.
   */
  takeAllProblems(): SpecProblem[] {
    const others = new Map<string, number>();
    const first = [...this.#problems.values()].filter(({ container }) => {
      if (container === undefined) return true;
      const count = others.get(container.id);
      others.set(container.id, (count ?? -1) + 1);
      return count === undefined;
    });
    this.#problems.clear();
    return first.map(({ problem, container }) => {
      const count = container && others.get(container.id);
      return count ? { ...problem, say: (location) => forOthers(problem.say(location), container.pointer, count) } : problem;
    });
  }

  /** Paths and URLs of all requested files except the description itself, including missing ones. */
  referencedFiles(): Iterable<string> {
    return this.#asked;
  }

  /** The files read so far, the description itself first. */
  openedFiles(): SpecFile[] {
    return [...this.#opened.values()].filter((file) => typeof file !== 'string');
  }

  #find(from: SpecFile, ref: string): Found {
    const hash = ref.indexOf('#');
    const filePart = hash < 0 ? ref : ref.slice(0, hash);
    const fragment = hash < 0 ? '' : ref.slice(hash + 1);
    if (filePart !== '' && this.#anchorsOf(this.#root).has(filePart)) {
      const base = this.#anchorsOf(this.#root).get(filePart) as SpecNode;
      return this.#inFile(base.file, base.pointer, fragment, ref);
    }
    const file = filePart === '' ? from : this.#open(from, filePart);
    return 'problem' in file ? file : this.#inFile(file, '', fragment, ref);
  }

  #open(from: SpecFile, written: string): SpecFile | { readonly problem: (holder: SpecNode, ref: string) => SpecProblem } {
    const url = remoteUrl(from.path, written);
    if (url !== undefined) return this.#openRemote(url);
    const scheme = urlScheme(written);
    if (scheme === 'file') return this.#denied('file: URLs are not allowed');
    if (scheme !== undefined || /^[\\/]{2}/.test(written)) return this.#denied('only project files and https URLs are allowed');
    const path = resolvePath(from.path, decoded(written));
    if (path === undefined) return this.#denied('it points outside the project');
    const known = this.#opened.get(path);
    if (known !== undefined) return typeof known === 'string' ? this.#unreadable(known) : known;
    this.#asked.add(path);
    const size = this.#files.list().find((entry) => entry.path === path)?.size;
    if (size === undefined) {
      const others = this.#files.list().flatMap((entry) => (/\.(?:json|ya?ml)$/i.test(entry.path) ? [entry.path] : []));
      return this.#missing(nearestName(path, others));
    }
    const opened = this.#read(path, size);
    this.#opened.set(path, opened);
    return typeof opened === 'string' ? this.#unreadable(opened) : opened;
  }

  /** Remote documents are fetched before the build; `files` then contains them under their URLs. */
  #openRemote(url: string): SpecFile | { readonly problem: (holder: SpecNode, ref: string) => SpecProblem } {
    const known = this.#opened.get(url);
    if (known !== undefined) return typeof known === 'string' ? this.#unreadable(known) : known;
    this.#asked.add(url);
    try {
      const parsed = parseSpecFile(url, this.#files.readText(url), this.#limits.depth);
      const { location } = 'problem' in parsed ? parsed : {};
      const opened = 'file' in parsed ? parsed.file : `${url}:${location?.line}:${location?.column} ${parsed.problem.message}`;
      this.#opened.set(url, opened);
      return typeof opened === 'string' ? this.#unreadable(opened) : opened;
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      if (error.kind === 'denied') return this.#denied(error.message);
      if (error.kind === 'vanished') return this.#denied('remote references are disabled; allow the host in security.remote.allow');
      return this.#fails((location, ref) => refUnreached(this.#area, location, ref, error, this.#severity));
    }
  }

  #read(path: string, size: number): SpecFile | string {
    if (size > this.#limits.specBytes) return `${path} exceeds the size limit for descriptions`;
    try {
      const parsed = parseSpecFile(path, this.#files.readText(path), this.#limits.depth);
      if ('file' in parsed) return parsed.file;
      return `${path}:${parsed.location.line}:${parsed.location.column} ${parsed.problem.message}`;
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      return `${path} cannot be read`;
    }
  }

  #inFile(file: SpecFile, base: string, fragment: string, ref: string): Found {
    const text = decoded(fragment);
    if (text !== '' && !text.startsWith('/')) {
      const { anchors, resources } = this.#namesOf(file);
      const anchor = anchors.get(`${resources.get(base) ?? placeOf(file)}#${text}`) ?? anchors.get(`#${text}`);
      return anchor ? { node: anchor } : this.#missing(undefined);
    }
    let value = base === '' ? file.value : valueAt(file.value, base);
    let pointer = base;
    const keys = pointerKeys(text);
    for (const [index, key] of keys.entries()) {
      const container = value;
      if (Array.isArray(container)) value = (container[/^(?:0|[1-9]\d*)$/.test(key) ? Number(key) : -1] ?? undefined) as SpecValue;
      else if (isObject(container)) value = container[key] as SpecValue;
      else value = undefined as unknown as SpecValue;
      if (value === undefined) {
        const near = isObject(container) ? nearestName(key, Object.keys(container)) : undefined;
        const written = ref.slice(0, ref.indexOf('#'));
        const lost = this.#missing(near === undefined ? undefined : `${written}#${pointer}${pointerStep(near)}`);
        const missing = pointer + pointerStep(key);
        return index === keys.length - 1 ? lost : { ...lost, container: { id: `${file.path}#${missing}`, pointer: missing } };
      }
      pointer += pointerStep(key);
    }
    return { node: { file, pointer, value } };
  }

  #anchorsOf(file: SpecFile): Map<string, SpecNode> {
    return this.#namesOf(file).anchors;
  }

  /** Collected once, when a reference needs them. */
  #namesOf(file: SpecFile): FileNames {
    let names = this.#names.get(file);
    if (names !== undefined) return names;
    names = { anchors: new Map(), resources: new Map() };
    this.#names.set(file, names);
    const { anchors, resources } = names;
    const queue: (readonly [node: SpecNode, base: string])[] = [[{ file, pointer: '', value: file.value }, placeOf(file)]];
    const seen = new Set<unknown>();
    for (let next = queue.pop(); next; next = queue.pop()) {
      const [node, around] = next;
      if (typeof node.value !== 'object' || node.value === null || seen.has(node.value)) continue;
      seen.add(node.value);
      let base = around;
      if (isObject(node.value)) {
        const { $anchor, $dynamicAnchor, $id, $self } = node.value;
        const own = typeof $id === 'string' ? $id : node.pointer === '' && typeof $self === 'string' ? $self : undefined;
        if (own !== undefined) {
          anchors.set(own, node);
          // An empty fragment is ignored. Any other is an anchor in the enclosing schema, as in drafts before 2019-09.
          const url = URL.parse(own.replace(/#$/, ''), around);
          if (url?.hash === '') {
            base = url.href;
            anchors.set(base, node);
            resources.set(node.pointer, base);
          }
        }
        for (const anchor of [$anchor, $dynamicAnchor])
          if (typeof anchor === 'string') for (const around of [base, '']) anchors.set(`${around}#${anchor}`, node);
      }
      for (const key of Object.keys(node.value)) {
        const value = (node.value as Record<string, SpecValue>)[key] as SpecValue;
        if (typeof value === 'object') queue.push([{ file, pointer: node.pointer + pointerStep(key), value }, base]);
      }
    }
    return names;
  }

  #note(holder: SpecNode, say: SpecProblem['say']): void {
    const id = nodeId(holder);
    if (!this.#problems.has(id)) this.#problems.set(id, { problem: { file: holder.file, at: refPointer(holder), say } });
  }

  #denied(reason: string) {
    return this.#fails((location, ref) => refDenied(this.#area, location, ref, reason, this.#severity));
  }

  #missing(near: string | undefined) {
    return this.#fails((location, ref) => refMissing(this.#area, location, ref, near, this.#severity));
  }

  #unreadable(reason: string) {
    return this.#fails((location, ref) => refUnreadable(this.#area, location, ref, reason, this.#severity));
  }

  #fails(say: (location: Parameters<SpecProblem['say']>[0], ref: string) => ReturnType<SpecProblem['say']>) {
    return {
      problem: (holder: SpecNode, ref: string): SpecProblem => ({
        file: holder.file,
        at: refPointer(holder),
        say: (location) => say(location, ref),
      }),
    };
  }
}

/** The base URL for the outermost `$id` or `$self` of a file (RFC 3986 §5.1.3). */
function placeOf({ path }: SpecFile): string {
  return urlScheme(path) === undefined ? `project:///${path}` : path;
}

/** `holder` may be the object with `$ref`, or a string that names something (a discriminator's mapping). */
function refPointer(holder: SpecNode): string {
  return isObject(holder.value) && '$ref' in holder.value ? `${holder.pointer}/$ref` : holder.pointer;
}

/** The URL of a remote reference, or of a relative one in a remote document; without fragment. */
function remoteUrl(from: string, written: string): string | undefined {
  if (/^https?:/i.test(written)) return written;
  return urlScheme(from) === undefined || !URL.canParse(written, from) ? undefined : new URL(written, from).href;
}

/** Relative to the folder of `from`. Undefined if it is outside the project; absolute paths always are. */
function resolvePath(from: string, written: string): string | undefined {
  return /^(?:[\\/]|[a-zA-Z]:)/.test(written) ? undefined : resolveProjectPath(from, written);
}

function decodeName(pointer: string): string {
  return pointerKeys(pointer).at(-1) ?? 'the description';
}
