import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withChoice } from './data';

const counts = (text: string) =>
  [...text.matchAll(/(\p{Extended_Pictographic})(\d)/gu)].map(([, emoji, count]) => ({ emoji: emoji!, count: Number(count) }));

describe('reactions with the user’s own choice', () => {
  it.each<[string, string, string | null, string | null, string]>([
    ['a first one', '🦉2', null, '🦊', '🦉2🦊1'],
    ['one that others have', '🦉2🦊2', null, '🦊', '🦊3🦉2'],
    ['another', '🦉2🦊1', '🦊', '🦉', '🦉3'],
    ['one taken back', '🦊1', '🦊', null, ''],
    ['the same', '🦉1', '🦉', '🦉', '🦉1'],
  ])('show %s', (_, before, own, emoji, after) => {
    const shown = withChoice({ reactions: counts(before), own_reaction: own }, { emoji });
    expect(shown).toEqual({ reactions: counts(after), own_reaction: emoji });
  });

  it('count one person once, however often a choice is applied', () => {
    const emoji = fc.constantFrom('🦉', '🦊', '🐝', null);
    fc.assert(
      fc.property(emoji, fc.array(emoji), (own, choices) => {
        let shown = { reactions: own === null ? [] : [{ emoji: own as string, count: 1 }], own_reaction: own as string | null };
        for (const choice of choices) shown = withChoice(shown, { emoji: choice });
        expect(shown.reactions).toEqual(shown.own_reaction === null ? [] : [{ emoji: shown.own_reaction, count: 1 }]);
      }),
    );
  });
});
