import { describe, expect, it } from 'vitest';
import { complete } from './complete.ts';
import { orderLikeEnglish } from './in-order.ts';

const ENGLISH = { title: 'Feed', group: { bird: 'Birds', fungus: 'Fungi' }, records_one: 'A record', records_other: '{{count}} records' };

describe('the texts of a language', () => {
  it('are completed with English, key by key', () => {
    const dutch = { group: { bird: 'Vogels' }, records_one: 'Een waarneming', records_other: '{{count}} waarnemingen', gone: 'Weg' };
    expect(complete('nl', ENGLISH, dutch)).toEqual({
      title: 'Feed',
      group: { bird: 'Vogels', fungus: 'Fungi' },
      records_one: 'Een waarneming',
      records_other: '{{count}} waarnemingen',
    });
    expect(complete('nl', ENGLISH, null)).toEqual(ENGLISH);
  });

  it('have each form of a plural that the language asks for', () => {
    expect(complete('pl', ENGLISH, null)).toMatchObject({
      records_one: 'A record',
      records_few: '{{count}} records',
      records_many: '{{count}} records',
      records_other: '{{count}} records',
    });
    const polish = { records_one: 'Jedna', records_few: '{{count}} obserwacje', records_other: '{{count}} obserwacji' };
    expect(complete('pl', ENGLISH, polish)).toMatchObject({ ...polish, records_many: '{{count}} obserwacji' });
  });

  it('do not say "one" for 0 where the language counts 0 as one', () => {
    expect(complete('fr', ENGLISH, null).records_one).toBe('{{count}} records');
    const counted = { ...ENGLISH, records_one: '{{count}} record' };
    expect(complete('fr', counted, null).records_one).toBe('{{count}} record');
  });

  it('are put in the order of English, without what English lacks', () => {
    const polish = { records_other: 'c', records_few: 'b', records_one: 'a', group: { gone: 'x' }, title: 'Nowe', gone_one: 'x' };
    expect(JSON.stringify(orderLikeEnglish(ENGLISH, polish))).toBe(
      JSON.stringify({ title: 'Nowe', records_other: 'c', records_few: 'b', records_one: 'a' }),
    );
  });
});
