/** The right column: code samples of the request, body examples, responses by status. */
import type { ComponentChildren } from 'preact';
import { jsxTemplate } from 'preact/jsx-runtime';
import type { EndpointView, ExampleView, MediaView, ResponseView } from '../../../../model/endpoint.ts';
import { escapeJson } from '../../../../shared/html.ts';
import { isJsonType } from '../../../../shared/request/body-type.ts';
import type { BuiltRequest } from '../../../../shared/request/request.ts';
import { findLanguage } from '../../../../shared/samples/languages.ts';
import { CodeBlock, CodeGroup } from '../../../components/code/view.tsx';
import { readyHtml } from '../../../components/raw-html.ts';
import { type ApiPage, useApi } from './api-page.ts';
import { Picker } from './picker.tsx';

/** A sample in one language. `key` identifies the language to code that renders it again for other values. */
export interface CodeSample {
  readonly key: string;
  /** Label of its tab. */
  readonly label: string;
  /** Language of the highlighter. */
  readonly grammar: string;
  readonly code: string;
  /** The browser writes it when it is selected, with the same code as the build. */
  readonly isLater?: boolean;
}

/** With more samples, a list replaces the tabs. */
const maxTabs = 4;

/** The samples of a request, and what a script needs to write others. */
export interface RequestSamplesProps {
  readonly samples: readonly CodeSample[];
  readonly request: BuiltRequest;
  /** The same with all parameters, or only with the required ones; absent if it would be the same. */
  readonly other?: BuiltRequest;
  /** `request` has all parameters. */
  readonly startsWithAll: boolean;
}

/** In the order of `api.examples.languages`; with more than four, a list replaces the tabs. */
export function RequestSamples({ samples, request, other, startsWithAll }: RequestSamplesProps) {
  const page = useApi();
  const isWritten = other !== undefined || samples.some(({ isLater }) => isLater);
  return (
    <div class="api-samples" data-languages={samples.map((sample) => sample.key).join(' ')}>
      <CodeGroup dropdown={samples.length > maxTabs} label={page.words.request}>
        {samples.map(({ label, code, grammar, isLater }) =>
          isLater ? (
            <CodeBlock language={grammar} title={label}>
              {readyHtml({ html: '<pre></pre>', nodes: [{ tag: 'pre', attributes: {}, children: [code] }] })}
            </CodeBlock>
          ) : (
            codeBlock({ title: label, code, language: grammar }, page)
          ),
        )}
      </CodeGroup>
      {isWritten ? <RequestData request={request} /> : null}
      {other ? (
        <>
          <RequestData request={other} />
          <button type="button" class="samples-all" aria-pressed={startsWithAll} hidden={samples[0]?.key === ''}>
            {page.words.allParameters}
          </button>
        </>
      ) : null}
    </div>
  );
}

function RequestData({ request: { problems: _, ...data } }: { readonly request: BuiltRequest }) {
  return <script type="application/json">{jsxTemplate([escapeJson(data)])}</script>;
}

/** Only for several examples: a single body is already part of the samples. */
export function BodyExamples({
  body,
  isAlone = false,
}: {
  readonly body: EndpointView['requestBody'];
  readonly isAlone?: boolean;
}): ComponentChildren {
  const page = useApi();
  const media = (body?.media ?? []).filter(({ examples }) => isAlone || examples.some((example) => !example.generated));
  const blocks = withoutCopies(media.flatMap((one) => exampleBlocks(one, media.length > 1)));
  if (blocks.length < (isAlone ? 1 : 2)) return null;
  return (
    <div class="api-example">
      <CodeGroup dropdown label={page.words.body}>
        {blocks.map((block) => codeBlock({ ...block, title: `${page.words.body}: ${block.title}` }, page))}
      </CodeGroup>
    </div>
  );
}

/** One code group when every status has one example; otherwise a picker of statuses, each with its list. */
export function ResponseExamples({ responses }: { readonly responses: readonly ResponseView[] }): ComponentChildren {
  const page = useApi();
  const all = responses.flatMap(({ status, media }) => {
    const blocks = withoutCopies(media.flatMap((one) => exampleBlocks(one, media.length > 1)));
    return blocks.length > 0 ? [{ status, blocks, key: JSON.stringify(blocks) }] : [];
  });
  // Statuses with the same body are one choice: `200, 201`.
  const shown = [...Map.groupBy(all, ({ key }) => key).values()].map((alike) => ({
    status: alike.map(({ status }) => status).join(', '),
    blocks: alike[0]?.blocks ?? [],
  }));
  const [first] = shown;
  if (first === undefined) return null;
  // The playground shows it until there is a response.
  const marked = { 'data-response-example': `${page.words.example}: ${first.status}` };
  if (shown.every(({ blocks }) => blocks.length === 1))
    return (
      <div class="api-example" {...marked}>
        <CodeGroup dropdown={shown.length > maxTabs} label={page.words.response}>
          {shown.map(({ status, blocks }) => codeBlock({ ...(blocks[0] as ExampleBlock), title: status }, page))}
        </CodeGroup>
      </div>
    );
  const options = shown.map(({ status, blocks }) => ({
    id: page.claimAnchor(`example-${status.split(', ', 1)[0]}`),
    title: status,
    content: (
      <CodeGroup dropdown label={`${page.words.response} ${status}`}>
        {blocks.map((block) => codeBlock(block, page))}
      </CodeGroup>
    ),
  }));
  return (
    <div class="api-example" {...marked}>
      <Picker label={page.words.response} options={options} />
    </div>
  );
}

/** Examples of the messages of a channel, or of one schema. */
export function NamedExamples({ examples }: { readonly examples: readonly ExampleBlock[] }): ComponentChildren {
  const page = useApi();
  if (examples.length === 0) return null;
  return (
    <div class="api-example">
      <CodeGroup dropdown={examples.length > 2}>{examples.map((example) => codeBlock(example, page))}</CodeGroup>
    </div>
  );
}

/** Code with the label of its tab; `language` is used for highlighting. */
export interface ExampleBlock {
  readonly title: string;
  readonly code: string;
  readonly language: string;
}

/** A function and not a component, because `CodeGroup` looks for `CodeBlock` elements with code in them. */
function codeBlock({ title, code, language }: ExampleBlock, { highlight }: ApiPage) {
  return (
    <CodeBlock language={language} title={title}>
      {readyHtml(highlight(code, language))}
    </CodeBlock>
  );
}

function exampleBlocks({ mediaType, examples }: MediaView, hasSiblings: boolean): ExampleBlock[] {
  return examples.map((example) => ({
    ...exampleCode(example, mediaType),
    title:
      [hasSiblings ? mediaType : '', examples.length > 1 ? (example.summary ?? example.name) : ''].filter(Boolean).join(' · ') || mediaType,
  }));
}

/** Media types with the same text are one choice. */
function withoutCopies(blocks: readonly ExampleBlock[]): ExampleBlock[] {
  return [...Map.groupBy(blocks, ({ code }) => code).values()].map((alike) => ({
    ...(alike[0] as ExampleBlock),
    title: alike.map(({ title }) => title).join(', '),
  }));
}

/** An example as source text. */
export function exampleCode(example: ExampleView, mediaType = 'application/json'): { readonly code: string; readonly language: string } {
  const { value } = example;
  if (typeof value === 'string' && !isJson(mediaType)) return { code: value.trimEnd(), language: languageOf(mediaType) };
  return { code: JSON.stringify(value, undefined, 2) ?? '', language: 'json' };
}

function isJson(mediaType: string): boolean {
  return isJsonType(mediaType) || mediaType === '*/*';
}

function languageOf(mediaType: string): string {
  if (/xml/i.test(mediaType)) return 'xml';
  if (/html/i.test(mediaType)) return 'html';
  if (/ya?ml/i.test(mediaType)) return 'yaml';
  if (/csv/i.test(mediaType)) return 'csv';
  return findLanguage(mediaType)?.grammar ?? 'text';
}
