/**
 * The process in which author code runs; started by `sandbox.ts`, imported by nobody. Each page gets a fresh realm that
 * holds the language and our runtime and nothing else; code goes in as text, and one string comes out.
 */
import vm from 'node:vm';
import { closeHostRealm } from './host-realm.ts';
import { type SandboxReply, type SandboxRequest, type SandboxStart, scriptName } from './protocol.ts';

const { createContext, Script, constants } = vm;
const { exit } = process;
const send = process.send?.bind(process) as (message: SandboxReply | 'ready') => void;
const parent = process;

/** Compiled once for all pages; the engine shares the bytecode between realms. */
const kept = new Map<string, vm.Script>();

parent.once('message', ({ runtime, milliseconds }: SandboxStart) => {
  const script = new Script(runtime, { filename: 'docsgen-runtime' });
  parent.on('message', (request: SandboxRequest) => send(render(request, script, milliseconds)));
  send('ready');
});
parent.on('disconnect', () => exit(0));
closeHostRealm();

function render({ number, job, scripts }: SandboxRequest, runtime: vm.Script, timeout: number): SandboxReply {
  try {
    const realm = createContext(constants.DONT_CONTEXTIFY, {
      codeGeneration: { strings: false, wasm: false },
      // Promises of the page run before this call returns, on the page's time, and never afterwards.
      microtaskMode: 'afterEvaluate',
    });
    runtime.runInContext(realm);
    for (const { id, version, code, keep } of scripts) {
      const key = `${id}\n${version}`;
      let script = kept.get(key);
      if (!script) {
        script = new Script(code ?? '', { filename: scriptName(id) });
        if (keep) kept.set(key, script);
      }
      script.runInContext(realm);
    }
    const page = new Script(`$docsgen.render(${JSON.stringify(job)})`, { filename: 'docsgen-page' });
    // The parent watches the time; this is for the case that it is gone.
    const outcome: unknown = page.runInContext(realm, { timeout });
    return typeof outcome === 'string' ? { number, outcome } : { number };
  } catch (error) {
    // Thrown past our runtime: whatever it is, only its text leaves, and asking for that may throw again.
    try {
      return { number, fault: `${error}`.slice(0, 1000) };
    } catch {
      return { number, fault: 'unknown' };
    }
  }
}
