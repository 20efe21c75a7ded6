/** The right column: code samples of the request, examples of bodies, responses by status. */
import type { ComponentChildren } from 'preact';
import { findLanguage } from '../../../contract/samples/languages.ts';
import type { EndpointView, ExampleView, MediaView, ResponseView } from '../../../model/endpoint.ts';
import { rawHtml } from '../../raw-html.ts';
import { CodeBlock, CodeGroup } from '../content/code.tsx';
import { useApi } from './api-page.ts';
import { Picker } from './picker.tsx';

/** A sample in one language. `key` names the language to whoever prints it anew for other values. */
export interface CodeSample {
  readonly key: string;
  readonly label: string;
  readonly grammar: string;
  readonly code: string;
}

/** More samples than these are chosen from a list. */
const mostTabs = 4;

export function RequestSamples({ samples }: { readonly samples: readonly CodeSample[] }) {
  const page = useApi();
  return (
    <div class="api-samples" data-languages={samples.map((sample) => sample.key).join(' ')}>
      <CodeGroup dropdown={samples.length > mostTabs}>
        {samples.map((sample) => (
          <CodeBlock language={sample.grammar} title={sample.label}>
            {rawHtml(page.highlight(sample.code, sample.grammar))}
          </CodeBlock>
        ))}
      </CodeGroup>
    </div>
  );
}

/** Beside samples only where there is a choice: one body stands in them already. */
export function BodyExamples({
  body,
  isAlone = false,
}: {
  readonly body: EndpointView['requestBody'];
  readonly isAlone?: boolean;
}): ComponentChildren {
  const { words } = useApi();
  const blocks = (body?.media ?? []).flatMap((media) => exampleBlocks(media, body?.media.length !== 1));
  if (blocks.length < (isAlone ? 1 : 2)) return null;
  return (
    <div class="api-example">
      <CodeGroup dropdown>{blocks.map((block) => Block({ ...block, title: `${words.body}: ${block.title}` }))}</CodeGroup>
    </div>
  );
}

export function ResponseExamples({ responses }: { readonly responses: readonly ResponseView[] }): ComponentChildren {
  const { claimAnchor, words } = useApi();
  const shown = responses.flatMap(({ status, media }) => {
    const blocks = media.flatMap((one) => exampleBlocks(one, media.length > 1));
    return blocks.length > 0 ? [{ status, blocks }] : [];
  });
  if (shown.length === 0) return null;
  if (shown.every(({ blocks }) => blocks.length === 1))
    return (
      <div class="api-example">
        <CodeGroup dropdown={shown.length > mostTabs}>
          {shown.map(({ status, blocks }) => Block({ ...(blocks[0] as ExampleBlock), title: status }))}
        </CodeGroup>
      </div>
    );
  const options = shown.map(({ status, blocks }) => ({
    id: claimAnchor(`example-${status}`),
    title: status,
    content: <CodeGroup dropdown>{blocks.map((block) => Block(block))}</CodeGroup>,
  }));
  return (
    <div class="api-example">
      <Picker label={words.response} options={options} />
    </div>
  );
}

/** Examples of the messages of a channel, or of one schema. */
export function NamedExamples({ examples }: { readonly examples: readonly ExampleBlock[] }): ComponentChildren {
  if (examples.length === 0) return null;
  return (
    <div class="api-example">
      <CodeGroup dropdown={examples.length > 2}>{examples.map((example) => Block(example))}</CodeGroup>
    </div>
  );
}

export interface ExampleBlock {
  readonly title: string;
  readonly code: string;
  readonly language: string;
}

/** `CodeGroup` looks for `CodeBlock`s themselves, so this is a function and no component. */
function Block({ title, code, language }: ExampleBlock) {
  return (
    <CodeBlock language={language} title={title}>
      <Highlighted code={code} language={language} />
    </CodeBlock>
  );
}

function Highlighted({ code, language }: { readonly code: string; readonly language: string }) {
  return rawHtml(useApi().highlight(code, language));
}

function exampleBlocks({ mediaType, examples }: MediaView, hasSiblings: boolean): ExampleBlock[] {
  return examples.map((example) => ({
    ...exampleCode(example, mediaType),
    title: [hasSiblings ? mediaType : '', examples.length > 1 ? (example.summary ?? example.name) : ''].filter(Boolean).join(' · ') || mediaType,
  }));
}

/** An example as it would stand in a file. */
export function exampleCode(example: ExampleView, mediaType = 'application/json'): { readonly code: string; readonly language: string } {
  const { value } = example;
  if (typeof value === 'string' && !isJson(mediaType)) return { code: value.trimEnd(), language: languageOf(mediaType) };
  return { code: JSON.stringify(value, undefined, 2) ?? '', language: 'json' };
}

function isJson(mediaType: string): boolean {
  return /[/+]json\b|^\*\/\*$/i.test(mediaType);
}

function languageOf(mediaType: string): string {
  if (/xml/i.test(mediaType)) return 'xml';
  if (/html/i.test(mediaType)) return 'html';
  if (/ya?ml/i.test(mediaType)) return 'yaml';
  if (/csv/i.test(mediaType)) return 'csv';
  return findLanguage(mediaType)?.grammar ?? 'text';
}
