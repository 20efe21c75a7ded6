/** Reads the files that deploy docsgen: Dockerfile, Compose, Kubernetes and systemd. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load, loadAll } from 'js-yaml';
import { repository } from './cli.ts';

export const read = (path: string): string => readFileSync(join(repository, path), 'utf8');

export interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** The instructions of a Dockerfile, without comments and with continued lines joined. */
export function dockerInstructions(text: string): Instruction[] {
  const lines = text.replace(/^\s*#.*\n/gm, '').replace(/\\\n\s*/g, '');
  return lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
      return { name, text: rest };
    });
}

/** The JSON list of an instruction, such as `["tini", "--", "docsgen"]`. */
export function jsonList(text: string): string[] {
  return JSON.parse(text.slice(text.indexOf('['))) as string[];
}

export interface ComposeService {
  readonly image: string;
  readonly build?: string;
  readonly command?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly security_opt?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly user?: string;
  readonly privileged?: boolean;
}

export interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

export function readCompose(): Compose {
  return load(read('compose.yaml')) as Compose;
}

export interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

export interface Container {
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly envFrom: readonly { readonly secretRef: { readonly name: string } }[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
}

export interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  // biome-ignore lint/suspicious/noExplicitAny: each kind has its own form, which the tests name.
  readonly spec: any;
}

export function readManifests(): Manifest[] {
  return loadAll(read('templates/deploy/kubernetes.yaml')) as Manifest[];
}

/** Section → the settings of a systemd unit in order, without comments. */
export function unitSettings(text: string): Map<string, [name: string, value: string][]> {
  const sections = new Map<string, [string, string][]>();
  let settings: [string, string][] = [];
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [, section] = /^\[(\w+)\]$/.exec(line) ?? [];
    if (section !== undefined) {
      settings = [];
      sections.set(section, settings);
      continue;
    }
    const [, name, value] = /^([A-Z]\w*)=(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) throw new Error(`not a setting: ${line}`);
    settings.push([name, value]);
  }
  return sections;
}
