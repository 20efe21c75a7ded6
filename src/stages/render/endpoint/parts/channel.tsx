/** A message channel: messages to send, messages to receive, and protocol bindings. */
import type { ChannelView, MessageView } from '../../../../model/endpoint.ts';
import { readyHtml } from '../../../components/raw-html.ts';
import { useApi } from './api-page.ts';
import { Authorizations } from './authorization.tsx';
import { Bindings } from './bindings.tsx';
import { CompleteSchema } from './bodies.tsx';

type Operation = ChannelView['operations'][number];

/** The messages that one side sends or receives. Each is a section with the anchor `message-<name>`. */
export function ChannelOperation({ operation }: { readonly operation: Operation }) {
  const page = useApi();
  const text = operation.descriptionMarkdown;
  return (
    <>
      {operation.summary ? <p>{operation.summary}</p> : null}
      {text ? readyHtml(page.markdown(text)) : null}
      {operation.replyTo ? (
        <p class="api-note">
          {page.words.response}: <code>{operation.replyTo}</code>
        </p>
      ) : null}
      {operation.security.some((schemes) => schemes.length > 0) ? <Authorizations security={operation.security} /> : null}
      <Bindings bindings={operation.bindings} />
      {operation.messages.map((message) => (
        <Message message={message} />
      ))}
    </>
  );
}

function Message({ message }: { readonly message: MessageView }) {
  const page = useApi();
  const id = page.claimAnchor(`message-${message.name.replace(/\s+/g, '-')}`);
  return (
    <section class="api-message" id={id}>
      <h3>
        {message.title ?? message.name}
        {message.contentType ? ' ' : null}
        {message.contentType ? <code class="api-message-type">{message.contentType}</code> : null}
      </h3>
      {message.descriptionMarkdown ? readyHtml(page.markdown(message.descriptionMarkdown)) : null}
      {message.correlationId ? (
        <p class="api-note">
          correlationId: <code>{message.correlationId}</code>
        </p>
      ) : null}
      <Bindings bindings={message.bindings} />
      {message.headers ? (
        <details class="expandable">
          <summary class="expandable-summary">{page.words.headers}</summary>
          <div class="expandable-content">
            <CompleteSchema schema={message.headers} place={id} parent={`${id}.headers`} />
          </div>
        </details>
      ) : null}
      {message.payload ? <CompleteSchema schema={message.payload} place={id} parent={id} /> : null}
      {message.payloadSource ? (
        <>
          <p class="api-media">{message.payloadSource.format}</p>
          <div class="code-block">
            {readyHtml(page.highlight(message.payloadSource.text, languageOfSchema(message.payloadSource.text)))}
          </div>
        </>
      ) : null}
    </section>
  );
}

/** Avro and similar formats are JSON; Protobuf has its own grammar. */
function languageOfSchema(text: string): string {
  return /^\s*[[{]/.test(text) ? 'json' : 'proto';
}
