import { describe, expect, it } from 'vitest';
import { respellings, type Words } from './respelling.ts';

const wordsOf = (...known: string[]): Words => ({
  has: (word) => known.includes(word),
  hasPrefix: (letters) => known.some((word) => word.startsWith(letters)),
});

describe('respellings', () => {
  it.each([
    ['feezant', 'pheasant'],
    ['fuks', 'fuchs'],
    ['rijger', 'reiger'],
    ['tsjiftsjaf', 'tjiftjaf'],
    ['kolmeze', 'kohlmeise'],
    ['fesan', 'faisan'],
    ['assor', 'acor'],
    ['wrubel', 'wrobel'],
    ['barzant', 'bazant'],
    ['abubiya', 'abubilla'],
    ['eistervark', 'ystervark'],
    ['xapim', 'chapim'],
    ['eron', 'heron'],
    ['kinghialle', 'cinghiale'],
  ])('of %s has %s, which sounds the same', (typed, name) => {
    expect(respellings(typed, wordsOf(name, 'merula', 'fringilla'))).toEqual([name]);
  });

  it('are only words that some name has, and not the text itself', () => {
    expect(respellings('fezant', wordsOf('pheasants', 'fezant', 'faisan'))).toEqual([]);
    expect(respellings('fasan', wordsOf('fasan', 'vasan'))).toEqual(['vasan']);
  });

  it('begin with those that differ least, and have at most three differences', () => {
    expect(respellings('fezant', wordsOf('pheasant', 'vezant', 'phezant'))).toEqual(['vezant', 'phezant', 'pheasant']);
    expect(respellings('fezzzt', wordsOf('pheasssd'))).toEqual([]);
  });

  it('are none of short words', () => {
    expect(respellings('fos', wordsOf('vos'))).toEqual([]);
    expect(respellings('foss', wordsOf('voss'))).toEqual(['voss']);
  });

  it('end, whatever the text', () => {
    const any: Words = { has: () => true, hasPrefix: () => true };
    expect(respellings('ssuueeoosschks'.repeat(10), any)).toEqual([]);
    expect(respellings('ssuueeoosschks'.repeat(2), any).length).toBeLessThan(2000);
  });
});
