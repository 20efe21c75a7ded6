import { describe, expect, test } from 'vitest';
import { nearestName } from '../../src/shared/nearest-name.ts';

describe('the name that was meant', () => {
  const rows: [written: string, known: string[], meant: string | undefined][] = [
    ['Crad', ['Tab', 'Card'], 'Card'],
    ['CARD', ['Cards', 'Card'], 'Card'],
    ['gte', ['put', 'get'], 'get'],
    // As many letters differ from the first.
    ['tyep', ['then', 'type'], 'type'],
    ['rocket-lanuch', ['rocket', 'rocket-launch'], 'rocket-launch'],
    ['quickstrat', ['quickstart'], 'quickstart'],
    ['id', ['ip', 'is'], undefined],
    ['user', ['uses'], 'uses'],
    ['user', ['order'], undefined],
    ['create-user', ['create-order'], undefined],
    ['edit-exchange-account', ['add-exchange-account'], undefined],
    ['get-exchnage-account', ['add-exchange-account', 'get-exchange-account'], 'get-exchange-account'],
    ['getting-stared', ['getting-started'], 'getting-started'],
    ['quick-start', ['quickstart'], 'quickstart'],
    ['x'.repeat(201), ['x'.repeat(200)], undefined],
    ['a', [], undefined],
  ];
  test.each(rows)('%s', (written, known, meant) => expect(nearestName(written, known)).toBe(meant));
});
