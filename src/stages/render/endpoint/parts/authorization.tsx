/** The authentication of an operation: alternatives, each with one or more schemes. */
import type { ComponentChildren } from 'preact';
import type { EndpointView, SecuritySchemeView } from '../../../../model/endpoint.ts';
import { isSafeUrl } from '../../../../shared/url.ts';
import { readyHtml } from '../../../components/raw-html.ts';
import { withWordBreaks } from '../../../components/word-breaks.tsx';
import type { ApiMessages } from './api-messages.ts';
import { fieldAnchor, useApi } from './api-page.ts';

/** An empty alternative makes all others optional, which the text mentions (OpenAPI 3.1 §4.8.30). */
export function Authorizations({ security }: { readonly security: EndpointView['security'] }) {
  const { words } = useApi();
  const alternatives = security.filter((schemes) => schemes.length > 0);
  const isOptional = alternatives.length < security.length;
  return (
    <>
      {alternatives.map((schemes, index) => (
        <>
          {index > 0 ? <p class="api-or">{words.or}</p> : null}
          <div class="api-alternative">
            {schemes.map((scheme) => (
              <Scheme scheme={scheme} isRequired={!isOptional} />
            ))}
          </div>
        </>
      ))}
      {isOptional ? <p class="api-note">{words.optionalAuth}</p> : null}
    </>
  );
}

function Scheme({ scheme, isRequired }: { readonly scheme: SecuritySchemeView; readonly isRequired: boolean }) {
  const page = useApi();
  const { name, place, type } = credential(scheme, page.words);
  const id = fieldAnchor(page, 'authorization', '', name);
  return (
    <div class="field" id={id}>
      <div class="field-head">
        <a class="field-name" href={`#${encodeURIComponent(id)}`}>
          {withWordBreaks(name)}
        </a>
        <span class="field-type">{type}</span>
        {place ? <span class="field-place">{place}</span> : null}
        {isRequired ? <span class="field-required">{page.words.required}</span> : null}
      </div>
      <div class="field-content">
        {scheme.descriptionMarkdown ? readyHtml(page.markdown(scheme.descriptionMarkdown)) : null}
        {scheme.descriptionMarkdown || !isInRequest(scheme) ? null : (
          <p>
            <code>{inRequest(scheme)}</code>
          </p>
        )}
        {scheme.openIdConnectUrl ? (
          <ul class="api-flow">
            <Place name="OpenID Connect" url={scheme.openIdConnectUrl} />
          </ul>
        ) : null}
        {scheme.flows.map((flow) => (
          <ul class="api-flow">
            <li>{flowNames[flow.type]}</li>
            {flow.authorizationUrl ? <Place name="Authorization URL" url={flow.authorizationUrl} /> : null}
            {flow.deviceAuthorizationUrl ? <Place name="Device authorization URL" url={flow.deviceAuthorizationUrl} /> : null}
            {flow.tokenUrl ? <Place name="Token URL" url={flow.tokenUrl} /> : null}
            {flow.refreshUrl ? <Place name="Refresh URL" url={flow.refreshUrl} /> : null}
          </ul>
        ))}
        <Scopes scheme={scheme} />
      </div>
    </div>
  );
}

/** The scopes that this operation needs, with the descriptions of their flow. */
function Scopes({ scheme }: { readonly scheme: SecuritySchemeView }) {
  const page = useApi();
  if (scheme.scopes.length === 0) return null;
  return (
    <dl class="api-enum">
      <div>
        <dt>{page.words.scopes}</dt>
        <dd />
      </div>
      {scheme.scopes.map((scope) => {
        const text = scheme.flows.map((flow) => (Object.hasOwn(flow.scopes, scope) ? flow.scopes[scope] : undefined)).find(Boolean);
        return (
          <div>
            <dt>
              <code>{scope}</code>
            </dt>
            <dd>{text ? readyHtml(page.inlineMarkdown(text)) : null}</dd>
          </div>
        );
      })}
    </dl>
  );
}

function Place({ name, url }: { readonly name: string; readonly url: string }): ComponentChildren {
  return (
    <li>
      {name}:{' '}
      {isSafeUrl(url) && /^https?:/i.test(url) ? (
        <a href={url} target="_blank" rel="noopener noreferrer">
          {url}
        </a>
      ) : (
        <code>{url}</code>
      )}
    </li>
  );
}

/**
 * Scheme types that use the Authorization header. Other protocols have their own mechanisms (AsyncAPI: `scramSha256`,
 * `X509`, `userPassword`).
 */
const authorizationTypes = new Map([
  ['oauth2', 'OAuth 2.0'],
  ['openIdConnect', 'OpenID Connect'],
  ['http', 'http'],
]);

function isInRequest({ type }: SecuritySchemeView): boolean {
  return type === 'apiKey' || authorizationTypes.has(type);
}

/** The name and location of a credential. */
function credential(
  scheme: SecuritySchemeView,
  words: ApiMessages,
): { readonly name: string; readonly place: string; readonly type: string } {
  if (scheme.type === 'apiKey') return { name: scheme.name ?? scheme.key, place: scheme.in ?? 'header', type: 'string' };
  if (scheme.type === 'mutualTLS') return { name: scheme.key, place: '', type: words.clientCertificate };
  const type = authorizationTypes.get(scheme.type);
  if (type === undefined) return { name: scheme.key, place: '', type: scheme.type };
  return { name: 'Authorization', place: 'header', type: (scheme.type === 'http' && scheme.scheme) || type };
}

const flowNames = {
  authorizationCode: 'Authorization code',
  clientCredentials: 'Client credentials',
  implicit: 'Implicit',
  password: 'Password',
  deviceAuthorization: 'Device authorization',
} as const;

/** As written in the request, independent of the language. */
function inRequest(scheme: SecuritySchemeView): string {
  if (scheme.type === 'apiKey') {
    const name = scheme.name ?? scheme.key;
    if (scheme.in === 'query') return `?${name}=<api-key>`;
    return scheme.in === 'cookie' ? `Cookie: ${name}=<api-key>` : `${name}: <api-key>`;
  }
  if (scheme.type === 'http' && scheme.scheme === 'basic') return 'Authorization: Basic <base64(username:password)>';
  if (scheme.type === 'http' && scheme.scheme !== 'bearer') return `Authorization: ${scheme.scheme ?? ''} <credentials>`;
  return `Authorization: Bearer <${scheme.bearerFormat || 'token'}>`;
}
