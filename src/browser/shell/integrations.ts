import { type Consent, type Json, type PageServices, type ServiceLoad, servicesId } from '../../shared/site/integrations.ts';
import { readStored } from './storage.ts';

/** Pages get no event for their own storage changes, so consent is polled. */
const betweenMs = 1000;

type Globals = Record<string, unknown>;
const globals = window as unknown as Globals;

/**
 * Loads the configured services with their scripts and data: consent managers immediately, others after all required
 * consents. No requests are made before. Does nothing without their data (`servicesId`).
 */
export function startIntegrations(): void {
  const data = document.getElementById(servicesId)?.textContent;
  if (!data) return;
  const { managers, services, consents } = JSON.parse(data) as PageServices;
  managers.forEach(load);
  const start = () => {
    if (!consents.every(isGiven)) return false;
    services.forEach(load);
    return true;
  };
  if (start()) return;
  const timer = setInterval(() => {
    if (start()) clearInterval(timer);
  }, betweenMs);
}

function isGiven(consent: Consent): boolean {
  if (consent.kind === 'stored') return readStored(consent.key) === consent.value;
  if (consent.kind === 'onetrust')
    return String(globals.OnetrustActiveGroups ?? '')
      .split(',')
      .includes(consent.category);
  const airgap = globals.airgap as { getConsent?: () => { purposes?: Record<string, unknown> } } | undefined;
  return airgap?.getConsent?.().purposes?.[consent.purpose] === true;
}

function load({ script, attributes = {}, globals: values = {}, lists = {}, queues = {}, calls = [] }: ServiceLoad): void {
  for (const [name, value] of Object.entries(values)) globals[name] ??= filled(value);
  for (const [name, { items, properties = {} }] of Object.entries(lists)) {
    const list = listOf(name);
    Object.assign(list, filled(properties));
    list.push(...items.map(filled));
  }
  for (const [name, { into, calls: queued }] of Object.entries(queues)) {
    const call = queue(name, into);
    for (const each of queued) call(...each.map((value) => (value === '{now}' ? new Date() : value)));
  }
  const element = document.createElement('script');
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.async = true;
  element.src = script;
  element.onload = () => {
    for (const { path, values: given } of calls) callAt(path, given);
  };
  document.head.append(element);
}

function listOf(name: string): unknown[] {
  globals[name] ??= [];
  return globals[name] as unknown[];
}

/** Libraries expect the `arguments` object of each call, not an array. */
function queue(name: string, into: string | undefined): (...values: unknown[]) => void {
  if (typeof globals[name] !== 'function') {
    const list: unknown[] = into === undefined ? [] : listOf(into);
    const keep = function () {
      // biome-ignore lint/complexity/noArguments: what the libraries look for
      list.push(arguments);
    };
    globals[name] = into === undefined ? Object.assign(keep, { q: list }) : keep;
  }
  return globals[name] as (...values: unknown[]) => void;
}

function callAt(path: string, values: readonly Json[]): void {
  const names = path.split('.');
  const last = names.pop() as string;
  const owner = names.reduce<unknown>((from, name) => (from as Globals | undefined)?.[name], globals) as Globals | undefined;
  const call = owner?.[last];
  if (typeof call === 'function') call.apply(owner, values);
}

function filled(value: Json): unknown {
  if (value === '{now}') return Date.now();
  if (Array.isArray(value)) return value.map(filled);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filled(each)]));
  return value;
}
