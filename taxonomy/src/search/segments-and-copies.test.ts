import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { buildIndex, buildSegment, sharedHashes } from '../build/build-index.ts';
import { searchCopies } from './search-copies.ts';
import { type StoredTaxon, type TaxonInput, toStored } from '../storage/taxon-record.ts';
import { searchPlainly } from './reference-search.testing.ts';
import { packRows } from '../storage/row-packer.ts';
import { TaxonIndex } from './taxon-index.ts';
import { languages, names, queries, generateTaxa } from './generated.cases.ts';

/** A copy with a delta of changed, removed and added rows, and the rows that are valid. */
const changedCopies = changedCopiesOf({
  before: generateTaxa(names),
  delta: generateTaxa(names),
  which: fc.array(fc.nat({ max: 11 }), { maxLength: 6 }),
  removed: fc.array(fc.nat({ max: 11 }), { maxLength: 3 }),
  maxSegmentRows: fc.integer({ min: 1, max: 5 }),
  fingerprintsFrom: fc.constantFrom(0, Infinity),
  isWarm: fc.boolean(),
});

/** The same, with so many names that no list is read to its end. */
const alike = names.map((name) => `a ${name}`);
const largeCopies = changedCopiesOf({
  before: generateTaxa(alike, true),
  delta: generateTaxa(alike, true),
  which: fc.array(fc.nat({ max: 11 }), { maxLength: 6 }),
  removed: fc.array(fc.nat({ max: 11 }), { maxLength: 3 }),
  maxSegmentRows: fc.integer({ min: 2, max: 5 }),
  fingerprintsFrom: fc.constantFrom(0, Infinity),
  isWarm: fc.boolean(),
});

function changedCopiesOf(parts: {
  before: fc.Arbitrary<TaxonInput[]>;
  delta: fc.Arbitrary<TaxonInput[]>;
  which: fc.Arbitrary<number[]>;
  removed: fc.Arbitrary<number[]>;
  maxSegmentRows: fc.Arbitrary<number>;
  /** Segments with at least this many names have fingerprints. */
  fingerprintsFrom: fc.Arbitrary<number>;
  /** Warmed up before it is queried. */
  isWarm: fc.Arbitrary<boolean>;
}) {
  return fc.record(parts).map(({ before, delta, which, removed, maxSegmentRows, fingerprintsFrom, isWarm }) => {
    const rows = new Map(before.map((row) => [row.id, row]));
    const changed = new Map<number, TaxonInput>();
    for (const [at, row] of delta.entries()) {
      const id = before[which[at] ?? 11]?.id ?? 500 + at;
      changed.set(id, { ...row, id });
    }
    const gone = new Set(removed.flatMap((at) => before[at]?.id ?? []).filter((id) => !changed.has(id)));
    const rarity = new Map(before.map((row, at) => [row.id, at + 1]));
    const beside: StoredTaxon[] = [];
    for (const [id, row] of changed) {
      const stored = toStored(row, rarity.get(id) ?? 100 + beside.length, languages);
      if (stored !== null) beside.push(stored);
      rows.set(id, row);
    }
    for (const id of gone) rows.delete(id);
    const tombstones = [...gone, ...changed.keys()].filter((id) => rarity.has(id));
    const base = buildIndex(before, { languages }, maxSegmentRows, fingerprintsFrom);
    const { segment, built } = buildSegment(
      packRows(
        beside.toSorted((a, b) => a.rarity - b.rarity),
        languages,
      ),
      fingerprintsFrom,
    );
    const shared = sharedHashes([built, ...before.map(() => built)]);
    const index = new TaxonIndex(base.base, { languages, delta: segment, tombstones, shared });
    while (isWarm && index.warmUp());
    return {
      index,
      // A Map keeps the position of a replaced entry, as rarity keys do.
      rows: [...rows.values()],
    };
  });
}

describe('a copy of several segments with a delta', () => {
  it('finds what a copy of only the valid rows would find, in the same order', () => {
    fc.assert(
      fc.property(changedCopies, queries(names), ({ index, rows }, query) => {
        const found = index.search(query, { phase: 'certain' }).map(({ id, match }) => ({ id, match }));
        expect(found).toEqual(searchPlainly(rows, query, languages));
      }),
      { numRuns: inject('isLong') ? 400 : 150 },
    );
  });

  it('finds the first of very many names in the same order, after hits in better classes', () => {
    fc.assert(
      fc.property(
        largeCopies,
        fc.oneof(queries(names), fc.constantFrom('a', 'b', 'a a', 'a b', 'c a', 'aba')),
        fc.integer({ min: 1, max: 12 }),
        ({ index, rows }, query, limit) => {
          const found = index.search(query, { limit, phase: 'certain' }).map(({ id, match }) => ({ id, match }));
          expect(found).toEqual(searchPlainly(rows, query, languages).slice(0, limit));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('lists the valid rows once each, by rarity, and resolves their ids', () => {
    fc.assert(
      fc.property(changedCopies, ({ index, rows }) => {
        expect(index.browse().map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
        for (const { id } of rows) expect(index.byId(id)?.id).toBe(id);
        const valid = new Set(rows.map(({ id }) => id));
        for (let id = 100; id < 112; id++) if (!valid.has(id)) expect(index.byId(id)).toBeNull();
      }),
      { numRuns: 200 },
    );
  });

  it('finds the same fuzzy matches as a single segment', () => {
    fc.assert(
      fc.property(changedCopies, queries(names), ({ index, rows }, query) => {
        const whole = buildIndex(rows, { languages });
        for (const phase of ['certain', 'typos', 'fuzzy'] as const) {
          const found = index.search(query, { phase }).map(({ id, match }) => ({ id, match }));
          expect(found).toEqual(whole.search(query, { phase }).map(({ id, match }) => ({ id, match })));
        }
      }),
      { numRuns: inject('isLong') ? 300 : 150 },
    );
  });
});

describe('two copies', () => {
  it('return unique hits within the limit, those of the country first except for exact matches', () => {
    fc.assert(
      fc.property(
        generateTaxa(names),
        fc.array(fc.boolean(), { maxLength: 12 }),
        queries(names),
        fc.nat({ max: 8 }),
        (rows, isHere, query, limit) => {
          const country = buildIndex(
            rows.filter((_, at) => isHere[at] === true),
            { languages },
          );
          const world = buildIndex(rows, { languages });
          const found = searchCopies([country, world], query, { limit, phase: 'certain' });
          const own = country.search(query, { limit: 100, phase: 'certain' });
          const all = world.search(query, { limit: 100, phase: 'certain' });
          const order = [...own, ...all.filter((hit) => !own.some(({ id }) => id === hit.id))];
          const expected = [...order.filter(({ match }) => match === 'exact'), ...order.filter(({ match }) => match !== 'exact')];
          expect(found.map(({ id }) => id)).toEqual(expected.slice(0, limit).map(({ id }) => id));
          expect(new Set(found.map(({ name }) => name)).size).toBe(found.length);
        },
      ),
      { numRuns: inject('isLong') ? 300 : 150 },
    );
  });
});
