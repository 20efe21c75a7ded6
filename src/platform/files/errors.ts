/** Diagnostics of the file system and the output folder, one function per code. */
import { type Diagnostic, diagnostic } from '../../model/diagnostic.ts';
import type { FileError } from '../../model/file-system.ts';

/** `fs/symlink-escape`: an error, because a link could publish any file of the host. */
export function symlinkEscape(path: string): Diagnostic {
  return diagnostic('fs/symlink-escape', {
    message: `${path} points outside the project`,
    location: { file: path, line: 1, column: 1 },
    hint: 'copy the file into the project, or list the link in .mintignore',
  });
}

/** `target`: a folder above the link, or the link itself, possibly through other links. */
export function symlinkLoop(path: string, target: 'folder' | 'itself'): Diagnostic {
  return diagnostic('fs/symlink-loop', {
    message: `${path} is a link ${target === 'folder' ? 'to a folder that contains it' : 'to itself'}; docsgen does not follow it`,
    location: { file: path, line: 1, column: 1 },
    hint: 'remove the link, or list it in .mintignore',
  });
}

/** `fs/symlink-broken`: the link is ignored. */
export function symlinkBroken(path: string): Diagnostic {
  return diagnostic('fs/symlink-broken', {
    message: `${path} is a link to a file that does not exist`,
    location: { file: path, line: 1, column: 1 },
    hint: 'fix the link, or remove it',
  });
}

/** `fs/symlink-limit`: reported once; folders beyond `limit` are ignored. */
export function tooManyLinkedFolders(path: string, limit: number): Diagnostic {
  return diagnostic('fs/symlink-limit', {
    message: `symbolic links point to more than ${limit} folders; docsgen does not follow ${path}`,
    location: { file: path, line: 1, column: 1 },
    hint: 'link individual files instead of folders: linked folders multiply their content',
  });
}

/** `fs/name`: the name cannot be used in a URL or manifest; the file is ignored. */
export function unusableName(path: string): Diagnostic {
  return diagnostic('fs/name', {
    message: `the name of ${JSON.stringify(path)} is not valid UTF-8, or contains a control character or a backslash; docsgen ignores the file`,
    hint: 'rename the file',
  });
}

/** `fs/case-collision`: a warning, because this file system can store both. */
export function caseCollision(path: string, other: string): Diagnostic {
  return diagnostic('fs/case-collision', {
    message: `${other} and ${path} differ only in letter case, so Windows and macOS treat them as one file`,
    hint: 'rename one of the files',
  });
}

/** `fs/output-conflict`: two files have the same output path, for example a page and an image. */
export function outputConflict(path: string): Diagnostic {
  return diagnostic('fs/output-conflict', {
    message: `two files would be written to ${path}; docsgen keeps the first one`,
    hint: 'rename one of the files',
  });
}

/** `fs/output-name`: the file system rejects the name; other files are written. */
export function outputName(path: string): Diagnostic {
  return diagnostic('fs/output-name', {
    message: `${JSON.stringify(path)} cannot be written: the name is too long, or this disk does not allow it`,
    hint: 'rename the file',
  });
}

/** The diagnostic for a failed read. */
export function unreadable(error: FileError): Diagnostic {
  const location = { file: error.path, line: 1, column: 1 };
  switch (error.kind) {
    case 'vanished':
      return diagnostic('io/vanished', { message: `${error.path} disappeared during the build`, location });
    case 'permission':
      return diagnostic('io/permission', {
        message: `cannot read ${error.path}: permission denied`,
        location,
        hint: 'give the user who runs docsgen permission to read the file',
      });
    case 'no-space':
      return noSpace(error.path);
    case 'encoding':
      return diagnostic('mdx/encoding', {
        severity: 'error',
        message: `${error.path} is not valid UTF-8: invalid byte at offset ${error.offset ?? 0}`,
        location,
        hint: 'save the file as UTF-8',
      });
    default:
      return diagnostic('io/read', { message: `cannot read ${error.path}: ${error.message}`, location });
  }
}

/** `io/no-space`: the build stops and writes no files. */
export function noSpace(path: string): Diagnostic {
  return diagnostic('io/no-space', {
    message: `no space left on device while writing ${path}`,
    hint: 'free some disk space and build again; the previous site is unchanged',
  });
}

/** `io/permission`, for the folder of `--out`. */
export function cannotWriteSite(shownOut: string, isReadOnly: boolean): Diagnostic {
  if (!isReadOnly)
    return cannotWrite(shownOut, 'choose another folder with --out, or give the user who runs docsgen permission to write to this one');
  // The file system is read-only, so changing permissions would not help.
  return { ...cannotWrite(shownOut, 'choose another folder with --out'), message: `cannot write to ${shownOut}: its disk is read-only` };
}

/** `io/permission`, for project files, which no option can move. */
export function cannotWrite(path: string, hint = 'give the user who runs docsgen permission to write there'): Diagnostic {
  return diagnostic('io/permission', { message: `cannot write to ${path}: permission denied`, hint });
}

/** `io/write`: any other write error; `reason` is the message of the operating system. */
export function writeFailed(path: string, reason: string): Diagnostic {
  return diagnostic('io/write', { message: `cannot write ${path}: ${reason}` });
}

/** `cli/project`: the folder of the command line does not exist. */
export function projectMissing(shownDir: string): Diagnostic {
  return diagnostic('cli/project', {
    message: `the folder ${shownDir} does not exist`,
    hint: 'specify the folder that contains docs.json: docsgen build <dir>',
  });
}

/** `cli/project`: a file instead of a folder; `shownDir` is its folder. */
export function projectIsFile(shownPath: string, shownDir: string): Diagnostic {
  return diagnostic('cli/project', {
    message: `${shownPath} is a file, not a folder`,
    hint: `specify its folder: docsgen build ${shownDir}`,
  });
}

/** `cli/outdir`: an output folder that would overwrite other files; `message` gives the rule. */
export function refusedOutput(message: string): Diagnostic {
  return diagnostic('cli/outdir', { message: `${message}; docsgen wrote nothing`, hint: 'choose another folder with --out' });
}

/** `cli/outdir-foreign`: `names` are the entries that are not in the manifest; the message lists three of them. */
export function foreignOutput(shownOut: string, names: readonly string[]): Diagnostic {
  const shown = names.slice(0, 3).join(', ');
  return diagnostic('cli/outdir-foreign', {
    message: `${shownOut} contains files that were not created by docsgen (found ${shown}${names.length > 3 ? ', …' : ''})`,
    hint: 'use an empty folder, or --force-clean, which deletes everything in the folder; keep files that belong to the site in the project folder',
  });
}

/** `io/locked`: `pid` is the process of the other build. */
export function locked(pid: number, shownOut: string): Diagnostic {
  return diagnostic('io/locked', {
    message: `another docsgen process (${pid}) is building into ${shownOut}`,
    hint: 'wait until it has finished, or choose another folder with --out',
  });
}

/** A notice that leftovers of an interrupted build were cleaned up. */
export function recovered(code: 'io/stale-lock' | 'io/recovered', message: string): Diagnostic {
  return diagnostic(code, { message });
}
