/** Everything that the playground says, in one language. */

import { languageTag } from '../../../../shared/language.ts';
import { englishPlaygroundWords, type PlaygroundWord, type PlaygroundWords } from '../../../../shared/playground/playground-messages.ts';
import { wordsOf } from '../../../components/messages.ts';
import { apiWords } from '../../endpoint/parts/api-messages.ts';
import { uiStrings } from '../ui-strings.ts';
import { answerWords } from './answers.ts';
import { credentialWords } from './credentials.ts';
import { faultWords } from './faults.ts';
import { formWords } from './form.ts';

/** Types are written as in the description. English alone gives them an article. */
const typeNames = { string: 'string', number: 'number', integer: 'integer', boolean: 'boolean', object: 'object', array: 'array' };

/** For a language code of docs.json. Undefined where it is English, which the browser has already. */
export function playgroundWords(code: string | undefined): PlaygroundWords | undefined {
  const form = formWords(code);
  // The tables have no row for English.
  if (form === undefined || languageTag(code).split('-')[0] === 'en') return undefined;
  const api = apiWords(code);
  const { close, language } = uiStrings(code);
  const own = { ...form, ...faultWords(code), ...answerWords(code), ...credentialWords(code) };
  const { path, query, querystring, header, cookie, body, response, request, copy, copied, send, connect, messages, scopes, noBody } = api;
  const words: Record<PlaygroundWord, string> = {
    ...own,
    ...{ path, query, querystring, header, cookie, body, response, request, copy, copied, send, connect, messages, scopes, noBody },
    authorization: api.authorizations,
    showMore: wordsOf(code).showMore,
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
  // In one order, whatever the order of the tables: the same page is the same bytes.
  return Object.fromEntries(Object.keys(englishPlaygroundWords).map((name) => [name, words[name as PlaygroundWord]])) as PlaygroundWords;
}
