import { describe, expect, it } from 'vitest';
import { fromKeys, getKnown, isKeyIn, isRecord, itemAt, listKeys, listPairs, pick } from './keys.ts';

describe('the keys of an object', () => {
  const sizes = { small: 1, large: 2 };

  it('are listed in their order, alone and with their values', () => {
    expect(listKeys(sizes)).toEqual(['small', 'large']);
    expect(listPairs(sizes)).toEqual([
      ['small', 1],
      ['large', 2],
    ]);
  });

  it('are told from other texts, also from what every object inherits', () => {
    expect(['small', 'huge', 'toString'].map((key) => isKeyIn(sizes, key))).toEqual([true, false, false]);
  });

  it('are what an object has, and no list, text or null', () => {
    expect([sizes, {}, [], 'a', null, undefined].map(isRecord)).toEqual([true, true, false, false, false, false]);
  });

  it('make an object with a value for each', () => {
    expect(fromKeys(['a', 'b'], (key) => `${key}!`)).toEqual({ a: 'a!', b: 'b!' });
  });

  it('pick what is named, and nothing else', () => {
    expect(pick({ ...sizes, huge: 3 }, ['large', 'small'])).toEqual(sizes);
  });
});

describe('what is known to be there', () => {
  it('is found in a map by its key', () => {
    expect(getKnown(new Map([['wren', 0]]), 'wren')).toBe(0);
  });

  it('is found in a list from either end', () => {
    expect([itemAt([1, 2, 3], 0), itemAt([1, 2, 3], -1)]).toEqual([1, 3]);
  });

  it('is an error that names it, if it is not', () => {
    expect(() => getKnown(new Map<string, number>(), 'wren')).toThrow('No value at wren');
    expect(() => itemAt([1], 1)).toThrow('No value at 1');
  });
});
