import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Match, MATCHES } from './ranking.ts';
import { names, plainTaxon, queries, generateTaxa } from './search/generated.cases.ts';
import { searchPlainly } from './search/reference-search.testing.ts';
import { nameLanguages, type TaxonInput, toStored } from './storage/taxon-record.ts';

const languages = nameLanguages('nl');
const isFallback = (match: Match) => match === 'typo' || match === 'fuzzy' || match === 'similar';

/** Orders in which other classes come first; a search path with a hard-coded order cannot follow all of them. */
const ORDERS: readonly Match[][] = [
  MATCHES.filter((match) => !isFallback(match)).toReversed(),
  'joined_parts name_prefix whole_words word_prefix words_in_order part head joined other_words code exact possible_code initials',
  'joined words_in_order joined_parts part other_words exact head word_prefix possible_code initials name_prefix code whole_words',
  'possible_code initials words_in_order head name_prefix part joined exact whole_words word_prefix other_words joined_parts code',
].map((order) => [...(typeof order === 'string' ? (order.split(' ') as Match[]) : order), ...MATCHES.filter(isFallback)]);

afterEach(() => {
  vi.doUnmock('./ranking.ts');
  vi.resetModules();
});

/** A new instance of the engine's modules with parts of the ranking replaced. */
async function engineWith(changed: (actual: typeof import('./ranking.ts')) => object) {
  vi.resetModules();
  vi.doMock('./ranking.ts', async (original) => {
    const actual = await original<typeof import('./ranking.ts')>();
    return { ...actual, ...changed(actual) };
  });
  return import('./index.ts');
}

type Engine = Awaited<ReturnType<typeof engineWith>>;

const PATHS: Record<string, (engine: Engine, rows: TaxonInput[]) => ReturnType<Engine['buildIndex']>> = {
  'one segment': (engine, rows) => engine.buildIndex(rows, { languages }),
  'one segment after warm-up': (engine, rows) => {
    const index = engine.buildIndex(rows, { languages });
    while (index.warmUp());
    return index;
  },
  'a segment with fingerprints': (engine, rows) => engine.buildIndex(rows, { languages }, undefined, 0),
  'several segments': (engine, rows) => engine.buildIndex(rows, { languages }, 4),
  'a delta beside segments': (engine, rows) => {
    const isChanged = (_: TaxonInput, at: number) => at % 3 === 1;
    const stored = rows.flatMap((row, at) => (isChanged(row, at) ? (toStored(row, at + 1, languages) ?? []) : []));
    const { base } = engine.buildIndex(rows, { languages }, 4);
    const { segment } = engine.buildSegment(engine.packRows(stored, languages));
    const tombstones = rows.filter(isChanged).map(({ id }) => id);
    return new engine.TaxonIndex(base, { languages, delta: segment, tombstones });
  },
};

describe.each(ORDERS.map((order) => ({ order })))('with the match classes ordered $order', ({ order }) => {
  const load = () => engineWith(({ rankingBy }) => rankingBy(order));

  it.each(Object.keys(PATHS))('searches %s in that order', async (path) => {
    const engine = await load();
    fc.assert(
      fc.property(generateTaxa(names), queries(names), fc.constantFrom(3, 100), (rows, query, limit) => {
        const found = PATHS[path]!(engine, rows).search(query, { limit, phase: 'certain' });
        const expected = searchPlainly(
          rows,
          query,
          languages,
          order.filter((match) => !isFallback(match)),
        ).slice(0, limit);
        expect(found.map(({ id, match }) => ({ id, match }))).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });

  it('follows that order when there are too many similar names to check each', async () => {
    const engine = await load();
    const word = fc.constantFrom('aab', 'aabc', 'aaba', 'abc', 'abca', 'a', 'ab', 'bca');
    const rows = fc
      .array(
        fc.array(word, { minLength: 2, maxLength: 4 }).map((words) => words.join(' ')),
        { minLength: 150, maxLength: 250 },
      )
      .map((list) => list.map((nl, at) => plainTaxon(at + 1, { names: { nl } })));
    const text = fc.tuple(fc.array(word, { minLength: 2, maxLength: 3 }), fc.constantFrom('', ' ')).map(([words, gap]) => words.join(gap));
    fc.assert(
      fc.property(rows, text, fc.constantFrom('one segment', 'a segment with fingerprints'), (taxa, query, path) => {
        const found = PATHS[path]!(engine, taxa).search(query, { limit: 60, phase: 'certain' });
        const expected = searchPlainly(
          taxa,
          query,
          languages,
          order.filter((match) => !isFallback(match)),
        ).slice(0, 60);
        expect(found.map(({ id, match }) => ({ id, match }))).toEqual(expected);
      }),
      { numRuns: 25 },
    );
  });
});

describe('the other rules of the ranking', () => {
  const bird = (id: number, nl: string, more: Partial<TaxonInput> = {}) => plainTaxon(id, { name: '', names: { nl }, ...more });

  it('decide which class leads across copies', async () => {
    const engine = await engineWith(() => ({
      orderAcrossCopies: <Hit extends { match: Match }>(hits: Hit[]) =>
        hits.toSorted((a, b) => Number(b.match === 'part') - Number(a.match === 'part')),
      LEAD_MATCH: 'part',
    }));
    const country = engine.buildIndex([bird(1, 'vos')], { languages });
    const world = engine.buildIndex([bird(2, 'zeevosje')], { languages });
    expect(engine.searchCopies([country, world], 'vos').map(({ id }) => id)).toEqual([2, 1]);
  });

  it('decide whether typos in whole names come first', async () => {
    const rows = [bird(1, 'koolmees'), bird(2, 'grote koolmees')];
    const search = (engine: Engine) => engine.buildIndex(rows.toReversed(), { languages }).search('koolmeks');
    expect(search(await engineWith(() => ({}))).map(({ id }) => id)).toEqual([1, 2]);
    expect(search(await engineWith(() => ({ TYPO_IN_WHOLE_NAME: [false, true] }))).map(({ id }) => id)).toEqual([2, 1]);
  });

  it('decide the position of delta rows in searches and lists', async () => {
    const engine = await engineWith(() => ({ compareRarity: () => 1 }));
    const rows = [bird(1, 'vos een'), bird(2, 'vos twee'), bird(3, 'vos drie')];
    const { base } = engine.buildIndex(rows, { languages });
    const { segment } = engine.buildSegment(engine.packRows([toStored(rows[0]!, 1, languages)!], languages));
    const index = new engine.TaxonIndex(base, { languages, delta: segment, tombstones: [1] });
    // The rule above puts every row of the delta behind the others, whatever its key.
    expect(index.search('vos').map(({ id }) => id)).toEqual([2, 3, 1]);
    expect(index.browse().map(({ id }) => id)).toEqual([2, 3, 1]);
  });

  it('decide the order of children', async () => {
    const engine = await engineWith(() => ({ compareRarity: (a: number, b: number) => b - a }));
    const rows = [bird(1, 'vossen'), bird(2, 'rode vos', { parent_id: 1 }), bird(3, 'poolvos', { parent_id: 1 })];
    expect(
      engine
        .buildIndex(rows, { languages })
        .children(1)
        .map(({ id }) => id),
    ).toEqual([3, 2]);
  });
});
