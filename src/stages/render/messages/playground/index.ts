/** All playground messages in one language. */

import { languageTag } from '../../../../shared/language.ts';
import {
  englishPlaygroundMessages,
  type PlaygroundMessages,
  type PlaygroundWord,
} from '../../../../shared/playground/playground-messages.ts';
import { componentMessages } from '../../../components/messages.ts';
import { apiMessages } from '../../endpoint/parts/api-messages.ts';
import { uiStrings } from '../ui-strings.ts';
import { responseMessages } from './answers.ts';
import { credentialMessages } from './credentials.ts';
import { problemMessages } from './faults.ts';
import { formMessages } from './form.ts';

/** Types are written as in the description. Only English adds an article. */
const typeNames = { string: 'string', number: 'number', integer: 'integer', boolean: 'boolean', object: 'object', array: 'array' };

/** For a language code of docs.json. Undefined for English, which the browser already has. */
export function playgroundMessages(code: string | undefined): PlaygroundMessages | undefined {
  const form = formMessages(code);
  // The tables have no row for English.
  if (form === undefined || languageTag(code).split('-')[0] === 'en') return undefined;
  const api = apiMessages(code);
  const { close, language } = uiStrings(code);
  const own = { ...form, ...problemMessages(code), ...responseMessages(code), ...credentialMessages(code) };
  const { path, query, querystring, header, cookie, body, response, request, copy, copied, send, connect, messages, scopes, noBody } = api;
  const words: Record<PlaygroundWord, string> = {
    ...own,
    ...{ path, query, querystring, header, cookie, body, response, request, copy, copied, send, connect, messages, scopes, noBody },
    authorization: api.authorizations,
    showMore: componentMessages(code).showMore,
    close,
    language,
    isRequired: api.required,
    isDeprecated: api.deprecated,
    sendRequest: `${send}: ${request}`,
    copyBody: copy,
    copyCode: copy,
    responseBody: response,
    getAToken: own.getToken,
    refused: own.notYet.replace(/\s*[:：]$/, ''),
    theBody: body,
    curl: 'cURL',
    mustBeWhole: own.mustBe.replace('{type}', 'integer').replace('{other}', 'number'),
    ...typeNames,
    closeReason: own.reason,
    binaryMessage: own.binary,
    connectedTo: `${own.connected}: {url}`,
  };
  // Sorted independently of the tables, so that the same page has the same bytes.
  return Object.fromEntries(
    Object.keys(englishPlaygroundMessages).map((name) => [name, words[name as PlaygroundWord]]),
  ) as PlaygroundMessages;
}
