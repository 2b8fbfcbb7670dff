import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localTaxon } from '../../species/testing/rows';
import { askable, hasCreditedPicture, questionAbout } from './questions';

const named = (id: number, scientific_name: string, family: string, more = {}) =>
  localTaxon(id, { name: `Name ${id}`, scientific_name, family, ...more });

describe('pictures of the quiz', () => {
  it('have a photographer and a licence', () => {
    const credit = (image_attribution: string | null, image_url: string | null = '/1') =>
      hasCreditedPicture({ image_url, image_attribution });
    expect(credit('Chen, CC-BY-4.0')).toBe(true);
    expect(credit('Chen, CC-BY-NC-4.0')).toBe(true);
    // As pictures of Wikimedia Commons have it.
    expect(credit('Jo Bakker, CC-BY-SA-3.0-DE')).toBe(true);
    expect(credit('Jo Bakker, Utrecht, PDM-1.0')).toBe(true);
    expect(credit('Jo Bakker, all rights reserved')).toBe(false);
    expect(credit('Chen')).toBe(false);
    expect(credit('CC-BY-4.0')).toBe(false);
    expect(credit(null)).toBe(false);
    expect(credit('Chen, CC-BY-4.0', null)).toBe(false);
  });
});

describe('a question', () => {
  const tits = [1, 2, 3, 4].map((id) => named(id, `Parus ${id}`, 'Paridae'));
  const moss = [5, 6, 7, 8].map((id) => named(id, `Bryum ${id}`, 'Bryaceae', { group: 'moss' }));

  it('has four different species, with the asked one and its nearest relatives', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })), (stream) => {
        const random = () => stream.next().value as number;
        const question = questionAbout(tits[1]!, [...moss, ...tits], 'name', random)!;
        expect(question.taxon_id).toBe(2);
        expect(question.options.toSorted()).toEqual([1, 2, 3, 4]);
      }),
    );
  });

  it('never offers two species of the same name, nor one without a name of its own', () => {
    const same = named(9, 'Parus 9', 'Paridae', { name: 'Name 1' });
    const nameless = localTaxon(10, { name: 'Parus 10', scientific_name: 'Parus 10', family: 'Paridae' });
    for (let at = 0; at < 50; at++) {
      const { options } = questionAbout(tits[0]!, [same, nameless, ...tits], 'name', Math.random)!;
      expect(options).not.toContain(9);
      expect(options).not.toContain(10);
    }
    expect(askable([nameless, tits[0]!], 'name').map(({ id }) => id)).toEqual([1]);
  });

  it('always offers the species of the list that it is often confused with', () => {
    const more = [11, 12, 13, 14, 15, 16].map((id) => named(id, `Parus ${id}`, 'Paridae'));
    const lookAlikesOf = (id: number) => (id === 1 ? [6, 16, 99] : []);
    for (let at = 0; at < 50; at++) {
      const { options } = questionAbout(tits[0]!, [...tits, ...more, ...moss], 'name', Math.random, lookAlikesOf)!;
      expect(options).toEqual(expect.arrayContaining([1, 6, 16]));
      expect(new Set(options).size).toBe(4);
      expect(options).not.toContain(99);
    }
  });

  it('is not made of too few species', () => {
    expect(questionAbout(tits[0]!, tits.slice(0, 3), 'picture', Math.random)).toBeNull();
  });
});
