import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findWordBreaches } from './words.ts';

const root = mkdtempSync(join(tmpdir(), 'veld-words-'));
afterAll(() => rmSync(root, { recursive: true }));

function rulesFor(file: string, text: string): string[] {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
  return findWordBreaches(root, [file]).map(({ rule }) => rule);
}

describe('the words of paths and exported names', () => {
  it('reports a word that the glossary has another one for', () => {
    expect(rulesFor('web/src/a.ts', 'export function listSightings() {}')).toEqual(['exports listSightings; the word is record']);
    expect(rulesFor('web/src/sightings.ts', '')).toEqual(['has another word in its path than record']);
  });

  it('reports an exported name that ends in Of', () => {
    expect(rulesFor('server/src/a.ts', 'export const placeOf = 1;')).toEqual(['exports placeOf, which does not say what is done']);
    expect(rulesFor('server/src/a.ts', 'const placeOf = 1;\nexport type RecordsOf = 1;\nexport function isOneOf() {}')).toEqual([]);
  });

  it('reports a file or folder whose name says nothing', () => {
    expect(rulesFor('web/src/utils/a.ts', '')).toEqual(['has a name that does not say what is in it']);
    expect(rulesFor('web/src/date-helpers.ts', '')).toEqual(['has a name that does not say what is in it']);
    expect(rulesFor('web/src/renewal.ts', '')).toEqual([]);
  });

  it('leaves migrations and texts alone, whose names stay', () => {
    expect(rulesFor('server/src/db/migrations/sightings.ts', 'export const placeOf = 1;')).toEqual([]);
  });
});
