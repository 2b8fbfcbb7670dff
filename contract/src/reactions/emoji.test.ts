import { describe, expect, it } from 'vitest';
import { REACTION_EMOJI, findReactionName } from './emoji.ts';

describe('the emoji of reactions', () => {
  const all = Object.entries(REACTION_EMOJI);

  it('are 49 different ones', () => {
    expect(new Set(all.map(([, emoji]) => emoji)).size).toBe(49);
  });

  it('are one emoji each, short enough for the contract', () => {
    for (const [name, emoji] of all) {
      expect([...new Intl.Segmenter().segment(emoji)], name).toHaveLength(1);
      expect(emoji, name).toMatch(/\p{Extended_Pictographic}/u);
      expect(emoji.length).toBeLessThanOrEqual(16);
    }
  });

  it('are found by their emoji, and no others', () => {
    for (const [name, emoji] of all) expect(findReactionName(emoji)).toBe(name);
    for (const other of ['🪿', '', 'heart', 'constructor']) expect(findReactionName(other)).toBeUndefined();
  });
});
