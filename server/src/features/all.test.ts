import { FEATURES, findFeature } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { features, routeRows } from './all.ts';

describe('the declarations of the features', () => {
  it('are listed in the order of contract/src/features.ts, each once', () => {
    const names = features.map(({ name }) => name);
    expect(names).toEqual(Object.keys(FEATURES).filter((name) => (names as string[]).includes(name)));
  });

  it('have the routes whose paths belong to the feature', () => {
    const strangers = features.flatMap(({ name, routes }) => Object.keys(routes).filter((key) => findFeature(key.split(' ')[1]!) !== name));
    expect(strangers).toEqual([]);
    expect(Object.keys(routeRows)).toHaveLength(features.reduce((sum, { routes }) => sum + Object.keys(routes).length, 0));
  });

  it('give each path to one feature', () => {
    const prefixes = Object.values(FEATURES).flat();
    expect(prefixes).toEqual([...new Set(prefixes)]);
  });
});
