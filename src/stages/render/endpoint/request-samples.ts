/** The code samples of an operation: those of its description, then generated ones. */
import type { EndpointView } from '../../../model/endpoint.ts';
import type { ApiSettings } from '../../../model/site-config.ts';
import type { BuiltRequest } from '../../../shared/request/request.ts';
import { findLanguage, type SampleLanguage } from '../../../shared/samples/languages.ts';
import { exampleRequest } from './example-request.ts';
import type { CodeSample, RequestSamplesProps } from './parts/examples.tsx';

/**
 * Undefined for pages without a request of the reader. `hasForm`: the page loads the script that writes samples, so it
 * contains only the first.
 */
export function requestSamples(view: EndpointView, api: ApiSettings, hasForm: boolean): RequestSamplesProps | undefined {
  const { ref, channel, schema } = view;
  if (channel || schema || ref.kind === 'webhook') return undefined;
  const { defaults = 'required' } = api.examples;
  const request = exampleRequest(view, defaults);
  const samples = samplesOf(view, request, api).map((sample, index) =>
    hasForm && index > 0 && sample.key !== '' ? { ...sample, isLater: true } : sample,
  );
  const other = exampleRequest(view, defaults === 'all' ? 'required' : 'all');
  const hasOther = samples.some(({ key }) => key !== '') && JSON.stringify(other) !== JSON.stringify(request);
  return { samples, request, startsWithAll: defaults === 'all', ...(hasOther && { other }) };
}

/** Default sample languages. */
const usualLanguages = ['bash', 'python', 'javascript', 'php', 'go', 'java', 'ruby'];

/** Samples of the description first, then generated ones for other languages. */
function samplesOf(view: EndpointView, request: BuiltRequest, { examples }: ApiSettings): CodeSample[] {
  const given: CodeSample[] = view.codeSamples.map(({ lang, label, source }) => {
    const language = findLanguage(lang);
    return { key: '', label: label ?? language?.label ?? lang, grammar: language?.grammar ?? lang.toLowerCase(), code: source.trimEnd() };
  });
  if (!examples.autogenerate) return given;
  const known = new Set(view.codeSamples.map(({ lang }) => findLanguage(lang)?.key));
  const languages = wantedLanguages(examples.languages).filter((language) => !known.has(language.key));
  const ours = languages.map(({ key, label, grammar, print }) => ({ key, label, grammar, code: print(request).trimEnd() }));
  return [...given, ...ours];
}

/** The languages that docs.json names, else the default ones; unknown names are left out. */
export function wantedLanguages(names: readonly string[] = usualLanguages): SampleLanguage[] {
  return [...new Set(names.flatMap((name) => findLanguage(name) ?? []))];
}
