/**
 * Renders a reference page: the description of one operation, webhook, channel or schema as HTML that needs no script.
 * The author's content is inserted between URL and details (`joinEndpoint`).
 */
import type { ComponentChildren, VNode } from 'preact';
import type { Heading } from '../../../model/compiled-page.ts';
import type { EndpointView, ParameterView } from '../../../model/endpoint.ts';
import type { HtmlNode, ReadyHtml } from '../../../model/html-node.ts';
import type { ApiSettings } from '../../../model/site-config.ts';
import type { PlaygroundSettings } from '../../../shared/playground/playground.ts';
import { englishPlaygroundMessages } from '../../../shared/playground/playground-messages.ts';
import { type ProxyTarget, proxyPath } from '../../../shared/playground/proxy.ts';
import { frameIds } from '../../../shared/site/frame-ids.ts';
import { AnchorLink } from '../../components/anchor-link.tsx';
import { Aside } from '../../components/aside/view.tsx';
import { type ContentSettings, createContentContext } from '../../components/page-context.ts';
import { contentPart, readyHtml } from '../../components/raw-html.ts';
import { playgroundMessages } from '../messages/playground/index.ts';
import { renderReady } from '../page/render-content.tsx';
import { signInPath } from '../sign-in/sign-in-page.ts';
import { writtenCredential } from './manual-endpoint-page.ts';
import { type ApiMessages, apiMessages } from './parts/api-messages.ts';
import { ApiContext, type ApiPage } from './parts/api-page.ts';
import { Authorizations } from './parts/authorization.tsx';
import { Bindings } from './parts/bindings.tsx';
import { CompleteSchema, RequestBody, Responses, schemaTitle } from './parts/bodies.tsx';
import { ChannelOperation } from './parts/channel.tsx';
import { EndpointLine, Servers, serverAddress } from './parts/endpoint-line.tsx';
import {
  BodyExamples,
  type ExampleBlock,
  exampleCode,
  NamedExamples,
  RequestSamples,
  type RequestSamplesProps,
  ResponseExamples,
} from './parts/examples.tsx';
import { ParameterField } from './parts/parameter-field.tsx';
import { PlaygroundSlot } from './parts/playground.tsx';
import { playgroundData } from './playground-data.ts';
import { playgroundOrigins } from './playground-origins.ts';
import { proxyTargets } from './proxy-targets.ts';
import { requestSamples, wantedLanguages } from './request-samples.ts';

/** Provided by `project/`, which has the links, cached code and schema pages; it records the lookups. */
export interface EndpointContext {
  readonly settings: ContentSettings;
  readonly api: ApiSettings;
  /** Markdown → safe HTML. `lead`: below the page title; `part` (default): in a section; `line`: a single paragraph as text. */
  readonly markdown: (text: string, where?: 'lead' | 'part' | 'line') => ReadyHtml;
  /** Code → highlighted `<pre><code>`. */
  readonly highlight: (code: string, language: string) => ReadyHtml;
  /**
   * URL of the page for the rest of a partial view; requesting it causes the page to be written. Undefined when there
   * is none.
   */
  readonly schemaHref: (schema: string) => string | undefined;
  /** The author's content lists the parameters; render only the others. */
  readonly isHandWritten?: boolean;
  /** The page has its own description. */
  readonly hasDescription?: boolean;
  /** `simple` is the URL with its copy button, which every page has. */
  readonly playground: ApiSettings['playground']['display'];
}

/** Both parts contain icon placeholders and right-column markers, like content. */
export interface RenderedEndpoint {
  /** Before the author's content: description and URL. */
  readonly lead: ReadyHtml;
  /** After it, with the right column between its markers. */
  readonly content: ReadyHtml;
  readonly headings: readonly Heading[];
  /** Origins that the page's playground may contact from the browser; undefined without a playground. */
  readonly connectOrigins?: readonly string[];
  /** Servers that it may contact through the proxy. */
  readonly proxyTargets?: readonly ProxyTarget[];
  /** Readers can ask for samples with all parameters, which a script writes. */
  readonly hasSampleChoice: boolean;
}

interface Section {
  readonly id: string;
  readonly title: string;
  readonly content: ComponentChildren;
}

/** Reserved ids: a parameter with such a name gets a prefix. */
const takenIds = [...frameIds, 'icon-sprite', 'lead'];

/** The parts that the author's text does not list. */
function undescribed(view: EndpointView): EndpointView {
  const { requestBody: _, security, ...rest } = view;
  return { ...rest, parameters: [], security: security.filter(([first]) => first?.key !== writtenCredential.key) };
}

/**
 * `headings` are the section headings in order; their ids and those of the frame are reserved before any parameter gets
 * its own.
 */
export function renderEndpoint(view: EndpointView, context: EndpointContext): RenderedEndpoint {
  const words = apiMessages(context.settings.language);
  const sections = sectionsOf(context.isHandWritten ? undescribed(view) : view, words);
  const fixed = [...takenIds, ...sections.map((section) => section.id), ...(context.settings.anchors ?? [])];
  const content = createContentContext({ ...context.settings, anchors: fixed });
  const page = apiPage(context, words, fixed, content.claimAnchor);
  const draw = (children: ComponentChildren) => renderReady(<ApiContext.Provider value={page}>{children}</ApiContext.Provider>, content);
  const playground =
    context.playground === 'interactive' ? playgroundData(view, playgroundSettings(context), context.settings.language) : undefined;
  const samples = requestSamples(view, context.api, playground !== undefined);
  return {
    lead: draw(
      <Lead view={view} context={context}>
        {playground && <PlaygroundSlot data={playground} />}
      </Lead>,
    ),
    content: draw(
      <div class="api-page">
        {sections.map((section) => (
          <section class="api-section">
            <h2 id={section.id} aria-labelledby={section.id}>
              {section.title}
              <AnchorLink id={section.id} />
            </h2>
            {section.content}
          </section>
        ))}
        <Aside>
          <Examples view={view} samples={samples} />
        </Aside>
      </div>,
    ),
    headings: sections.map(({ id, title }) => ({ depth: 2, id, text: title, inToc: true })),
    ...(playground && { connectOrigins: playgroundOrigins(playground), proxyTargets: proxyTargets(playground) }),
    hasSampleChoice: samples?.other !== undefined,
  };
}

function playgroundSettings({ api: { examples, playground }, settings }: EndpointContext): PlaygroundSettings {
  return {
    languages: examples.autogenerate ? wantedLanguages(examples.languages).map(({ key }) => key) : [],
    ...(examples.prefill !== undefined && { prefill: examples.prefill }),
    credentials: playground.credentials,
    ...(playground.otherServers && { otherServers: true }),
    callback: `${settings.base ?? ''}/${signInPath}`,
    ...(playground.proxy && { proxy: (settings.base ?? '') + proxyPath }),
  };
}

/** A single schema, which the browser inserts where a page omits it: its anchors are relative to the schema. */
export function renderSchemaPart(schema: NonNullable<EndpointView['schema']>, context: EndpointContext): ReadyHtml {
  const words = apiMessages(context.settings.language);
  const content = createContentContext(context.settings);
  const page = apiPage(context, words, [], content.claimAnchor);
  const body = (
    <ApiContext.Provider value={page}>
      <CompleteSchema schema={schema} place="schema" />
    </ApiContext.Provider>
  );
  return renderReady(body, content);
}

const contentMark = '<!--content-->';
/** The same among nodes. */
const contentTag = '!content';
const samplesMark = /<!--samples-->[\s\S]*?<!--\/samples-->/;
const responsesMark = /<!--response-examples-->[\s\S]*?<!--\/response-examples-->/;

/** Both parts as one, for the cache. */
export function completeEndpoint({ lead, content }: Pick<RenderedEndpoint, 'lead' | 'content'>): ReadyHtml {
  const mark: HtmlNode = { tag: contentTag, attributes: {}, children: [] };
  return { html: lead.html + contentMark + content.html, nodes: [...lead.nodes, mark, ...content.nodes] };
}

/** What a reference page says, like `joinEndpoint`. `text`: of `wholeEndpoint`. */
export function joinEndpointNodes(nodes: readonly HtmlNode[], content: readonly HtmlNode[]): HtmlNode[] {
  const at = nodes.findIndex((node) => typeof node !== 'string' && node.tag === contentTag);
  const replaced = new Set([
    ...(hasClass(content, 'request-example') ? ['!samples'] : []),
    ...(hasClass(content, 'response-example') ? ['!response-examples'] : []),
  ]);
  return [...nodes.slice(0, at), ...content, ...withExamples(nodes.slice(at + 1), replaced)];
}

function hasClass(nodes: readonly HtmlNode[], name: string): boolean {
  return nodes.some(
    (node) => typeof node !== 'string' && (node.attributes.class?.startsWith(name) === true || hasClass(node.children, name)),
  );
}

function withExamples(nodes: readonly HtmlNode[], replaced: ReadonlySet<string>): HtmlNode[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return [node];
    if (replaced.has(node.tag)) return [];
    const children = withExamples(node.children, replaced);
    return node.tag === '!samples' || node.tag === '!response-examples' ? children : [{ ...node, children }];
  });
}

/** Inserts the author's content into a reference page; the author's examples replace the generated ones. */
export function joinEndpoint(text: string, content: string): { readonly lead: string; readonly html: string } {
  const at = text.indexOf(contentMark);
  let html = text.slice(at + contentMark.length);
  if (content.includes('class="request-example')) html = html.replace(samplesMark, '');
  if (content.includes('class="response-example')) html = html.replace(responsesMark, '');
  return { lead: text.slice(0, at), html: content + html };
}

function apiPage(context: EndpointContext, words: ApiMessages, fixed: readonly string[], claim: (wanted: string) => string): ApiPage {
  const taken = new Set(fixed);
  return {
    markdown: (text) => context.markdown(text),
    inlineMarkdown: (text) => context.markdown(text, 'line'),
    highlight: context.highlight,
    schemaHref: context.schemaHref,
    claimAnchor(wanted) {
      const id = claim(wanted);
      taken.add(id);
      return id;
    },
    isTaken: (anchor) => taken.has(anchor),
    isExpanded: context.api.params.expanded === 'all',
    words,
  };
}

interface LeadProps {
  readonly view: EndpointView;
  readonly context: EndpointContext;
  /** The playground. */
  readonly children?: ComponentChildren;
}

function Lead({ view, context, children }: LeadProps): ComponentChildren {
  const { ref, servers, channel } = view;
  const text = ref.descriptionMarkdown;
  // A topic of another protocol is not a path of its server.
  const server = channel && !/^wss?$/i.test(channel.protocol ?? '') ? '' : serverAddress(servers[0]);
  const isWhole = context.api.fullUrl || servers.length > 1;
  const path = channel?.address || ref.path;
  return (
    <>
      {text && !context.hasDescription ? <div class="api-description">{readyHtml(context.markdown(text, 'lead'))}</div> : null}
      {ref.kind === 'schema' ? null : (
        <EndpointLine
          method={methodOf(view)}
          path={path}
          server={isWhole && server !== '' ? server : undefined}
          address={ref.kind === 'webhook' ? path : server + path}
        >
          {children}
        </EndpointLine>
      )}
      {ref.kind === 'operation' && /^(?:\/(?!\/)|$)/.test(server) && !context.isHandWritten ? (
        <p class="api-no-server">{playgroundMessages(context.settings.language)?.noBaseUrl ?? englishPlaygroundMessages.noBaseUrl}</p>
      ) : null}
    </>
  );
}

/** The label before the URL. */
function methodOf({ ref, channel }: EndpointView): string {
  if (ref.kind === 'webhook') return 'WEBHOOK';
  return ref.kind === 'channel' ? (channel?.protocol ?? 'channel').toUpperCase() : ref.method;
}

/** A view with optional parts. */
type Shown = Omit<EndpointView, 'requestBody'> & { readonly requestBody?: EndpointView['requestBody'] | undefined };

const places = ['path', 'query', 'querystring', 'header', 'cookie'] as const;

function sectionsOf(view: Shown, words: ApiMessages): Section[] {
  const { channel, requestBody, responses, callbacks, schema, servers } = view;
  const sections: Section[] = [];
  const add = (isThere: unknown, id: string, title: string, content: () => ComponentChildren) => {
    if (isThere) sections.push({ id, title, content: content() });
  };
  const hasChoice = servers.length > 1 || servers.some((server) => server.variables.length > 0);
  add(hasChoice || (channel && servers.length > 0), 'servers', words.servers, () => <Servers servers={servers} />);
  const parameters = channel?.parameters ?? view.parameters;
  for (const place of places) {
    const own = parameters.filter((parameter) => parameter.in === place);
    add(own.length > 0, place === 'querystring' ? 'query-string' : `${place}-parameters`, words[place], () => parameterList(own, place));
  }
  add(requestBody, 'request-body', words.body, () => requestBody && <RequestBody body={requestBody} />);
  add(callbacks.length > 0, 'callbacks', words.callbacks, () => <Callbacks callbacks={callbacks} words={words} />);
  add(responses.length > 0, 'responses', words.responses, () => <Responses responses={responses} />);
  const title = schema && schemaTitle(schema, words);
  add(schema, 'attributes', title ?? '', () => schema && <CompleteSchema schema={withoutText(schema)} place="schema" title={title} />);
  add(channel && Object.values(channel.bindings).some((binding) => JSON.stringify(binding) !== '{}'), 'bindings', words.bindings, () => (
    <Bindings bindings={channel?.bindings ?? {}} />
  ));
  for (const [index, operation] of (channel?.operations ?? []).entries()) {
    const verb = operation.readerAction === 'send' ? words.send : words.receive;
    // A 2.x operation without an id only has the name of its direction.
    const title = /^(?:publish|subscribe)$/.test(operation.name) ? verb : `${verb}: ${operation.name}`;
    add(true, `${operation.readerAction}-${index + 1}`, title, () => <ChannelOperation operation={operation} />);
  }
  // The same on most pages, so it comes after what is particular to the operation.
  add(
    view.security.some((schemes) => schemes.length > 0),
    'authorizations',
    words.authorizations,
    () => <Authorizations security={view.security} />,
  );
  return sections;
}

/** The page shows the description of a schema at its top. */
function withoutText<T extends { readonly descriptionMarkdown?: string }>(schema: T): T {
  const { descriptionMarkdown: _text, ...rest } = schema;
  return rest as T;
}

function parameterList(parameters: readonly ParameterView[], place: string): VNode {
  return (
    <div class="api-fields">
      {parameters.map((parameter) => (
        <ParameterField parameter={parameter} place={place} />
      ))}
    </div>
  );
}

/** Requests from the API to the reader: collapsed, each with its request and expected response. */
function Callbacks({ callbacks, words }: { readonly callbacks: EndpointView['callbacks']; readonly words: ApiMessages }) {
  return (
    <>
      {callbacks.map(({ name, expression, view }) => (
        <details class="expandable api-callback">
          <summary class="expandable-summary">
            <span class="method" data-method={view.ref.method.toLowerCase()}>
              {view.ref.method}
            </span>
            {name} <code>{expression}</code>
          </summary>
          <div class="expandable-content">
            {view.ref.descriptionMarkdown ? <p>{view.ref.descriptionMarkdown}</p> : null}
            {view.parameters.length > 0 ? parameterList(view.parameters, `callback-${name}`) : null}
            {view.requestBody ? (
              <>
                <p class="api-part-title">{words.body}</p>
                <RequestBody body={view.requestBody} />
              </>
            ) : null}
            {view.responses.length > 0 ? (
              <>
                <p class="api-part-title">{words.responses}</p>
                <Responses responses={view.responses} />
              </>
            ) : null}
          </div>
        </details>
      ))}
    </>
  );
}

function Examples({
  view,
  samples,
}: {
  readonly view: EndpointView;
  readonly samples: RequestSamplesProps | undefined;
}): ComponentChildren {
  const { channel, schema } = view;
  if (channel) return <NamedExamples examples={messageExamples(channel)} />;
  if (schema) return <NamedExamples examples={schema.examples.slice(0, 5).map((value, index) => example(`${index + 1}`, value))} />;
  if (samples === undefined) return <BodyExamples body={view.requestBody} isAlone />;
  const hasSamples = samples.samples.length > 0;
  return (
    <>
      {contentPart(
        'samples',
        <>
          {hasSamples ? <RequestSamples {...samples} /> : null}
          <BodyExamples body={view.requestBody} isAlone={!hasSamples} />
        </>,
      )}
      {contentPart('response-examples', <ResponseExamples responses={view.responses} />)}
    </>
  );
}

function messageExamples(channel: NonNullable<EndpointView['channel']>): ExampleBlock[] {
  return channel.operations.flatMap((operation) =>
    operation.messages.flatMap((message) =>
      message.examples.map((given) => ({
        ...exampleCode(given, message.contentType),
        title:
          message.examples.length > 1
            ? `${message.title ?? message.name} · ${given.summary ?? given.name}`
            : (message.title ?? message.name),
      })),
    ),
  );
}

function example(title: string, value: unknown): ExampleBlock {
  return { title, ...exampleCode({ name: title, value, generated: false }) };
}
