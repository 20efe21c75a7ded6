import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { describe, expect, test } from 'vitest';
import { withWordBreaks } from '../../../src/stages/components/word-breaks.tsx';

describe('where long names break', () => {
  const rows: [name: string, broken: string][] = [
    ['listAllUsersOfTeam', 'list|All|Users|Of|Team'],
    ['Use getHTTPServerStatus here', 'Use get|HTTP|Server|Status here'],
    ['user.session_ended_early', 'user.|session_|ended_|early'],
    ['/v2/teams/{teamId}/members', '/v2/|teams/|{team|Id}/|members'],
    ['firstLongOperation, then secondLongOperation', 'first|Long|Operation, then second|Long|Operation'],
    ['iPhone and GitHub', 'iPhone and GitHub'],
    ['internationalization', 'internationalization'],
    ['https://docs.example.com', 'https://|docs.|example.|com'],
    ['…/…', '…/…'],
    ['', ''],
  ];
  test.each(rows)('%s', (name, broken) => {
    expect(renderToString(h('p', null, withWordBreaks(name)))).toBe(`<p>${broken.replaceAll('|', '<wbr/>')}</p>`);
  });
});
