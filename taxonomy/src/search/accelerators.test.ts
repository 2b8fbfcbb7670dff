import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PrefixFilter } from '../segment/prefix-filter.ts';
import { buildSegment } from '../build/build-index.ts';
import { fold } from '../text/fold.ts';
import { plainTaxon } from './generated.cases.ts';
import { packRows } from '../storage/row-packer.ts';
import { ChunkCache, SegmentChunks } from '../storage/chunk-cache.ts';
import { nameLanguages, type StoredTaxon, toStored } from '../storage/taxon-record.ts';
import { Segment } from '../segment/segment.ts';
import { TaxonIndex } from './taxon-index.ts';

const languages = nameLanguages('nl');

/** Syllables, so that many words share beginnings and ends. */
const syllable = fc.constantFrom('ba', 'do', 'gri', 'kel', 'lu', 'mees', 'ni', 'par', 'ros', 'se', 'tur', 'us', 'vink', 'wa', 'x', 'zan');
const word = fc.array(syllable, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''));
const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
const manyNames = fc.array(name, { minLength: 300, maxLength: 900 });

function storedOf(names: readonly string[]): StoredTaxon[] {
  return names.map((nl, at) => toStored(plainTaxon(at + 1, { names: { nl } }), at + 1, languages)!);
}

/** The same names in a cold and in a warmed-up index. */
function beforeAndAfter(names: readonly string[], fingerprintsFrom: number): [TaxonIndex, TaxonIndex] {
  const chunks = packRows(storedOf(names), languages);
  const [before, after] = [0, 1].map(() => new TaxonIndex([buildSegment(chunks, fingerprintsFrom).segment], { languages }));
  while (after!.warmUp());
  return [before!, after!];
}

/** Texts that people type for a name: the name, a substring, joined prefixes, a typo, the beginnings of words, words in reverse. */
const typed = fc.tuple(
  fc.nat(),
  fc.nat(),
  fc.integer({ min: 1, max: 9 }),
  fc.constantFrom('whole', 'part', 'parts', 'typo', 'begun', 'turned'),
);

function textOf(names: readonly string[], [which, where, length, how]: [number, number, number, string]): string {
  const text = names[which % names.length]!;
  const at = where % text.length;
  const words = text.split(' ');
  if (how === 'part') return text.slice(at, at + length);
  if (how === 'parts') return words.map((one) => one.slice(0, 3 + (where % 3))).join('');
  if (how === 'typo') return `${text.slice(0, at)}q${text.slice(at + (length % 2))}`;
  if (how === 'begun') return words.map((one) => one.slice(0, 1 + (length % 4))).join(' ');
  return how === 'turned' ? words.toReversed().join(' ') : text;
}

it('returns the same hits before and after warm-up', () => {
  fc.assert(
    fc.property(
      manyNames,
      fc.array(typed, { minLength: 40, maxLength: 60 }),
      fc.constantFrom(0, Infinity),
      fc.constantFrom(5, 100),
      (names, texts, from, limit) => {
        const [before, after] = beforeAndAfter(names, from);
        for (const one of texts) {
          const text = textOf(names, one);
          const found = after.search(text, { limit }).map(({ id, match }) => [id, match]);
          expect([text, found]).toEqual([text, before.search(text, { limit }).map(({ id, match }) => [id, match])]);
        }
      },
    ),
    { numRuns: 25 },
  );
});

it('the prefix filter has no false negatives, and no false positives for three and four letters', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 200 }), fc.array(word, { maxLength: 50 }), (words, others) => {
      const sorted = [...new Set(words)].toSorted();
      const prefixFilter = new PrefixFilter(sorted.length);
      for (const [at, text] of sorted.entries())
        prefixFilter.add(new TextEncoder().encode(text), text.length, shared(sorted[at - 1] ?? '', text));
      for (const text of words)
        for (let end = 0; end <= text.length; end++) expect(prefixFilter.mayHavePrefix(text.slice(0, end))).toBe(true);
      for (const text of others) {
        for (const end of [3, 4]) {
          const beginning = text.slice(0, end);
          if (beginning.length === end) expect(prefixFilter.mayHavePrefix(beginning)).toBe(sorted.some((one) => one.startsWith(beginning)));
        }
        for (let from = 0; from < text.length; from++) {
          const longest = Math.max(...sorted.map((one) => shared(one, text.slice(from))), 0);
          if (longest >= 3) expect(prefixFilter.matchEnd(text, from)).toBeGreaterThanOrEqual(from + longest);
        }
      }
    }),
  );
});

function shared(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}

it('warms up from stored chunks, loading each once, and stops when the cache is full', async () => {
  const names = fc.sample(manyNames, { numRuns: 1, seed: 7 })[0]!;
  const packed = packRows(storedOf(names), languages);
  const { built } = buildSegment(packed);
  const opened = (cache: ChunkCache) => {
    const fetched: string[] = [];
    const chunks = new SegmentChunks(cache, (kind, numbers) => {
      fetched.push(...numbers.map((number) => `${kind} ${number}`));
      return Promise.resolve(numbers.map((number) => (kind === 'index' ? built.chunks : packed)[number]!));
    });
    return { fetched, index: new TaxonIndex([new Segment(built.head, chunks)], { languages, cache }) };
  };
  const roomy = opened(new ChunkCache());
  await roomy.index.prefetch();
  expect(roomy.index.base[0]!.bitmasks).not.toBeNull();
  expect(roomy.index.warmUp()).toBe(false);
  expect(new Set(roomy.fetched).size).toBe(roomy.fetched.length);
  const whole = names.find((text) => fold(text).includes(' '))!;
  expect(roomy.index.search(whole)[0]?.spelled['nl']).toEqual([whole]);

  const small = opened(new ChunkCache(1000));
  await small.index.prefetch();
  expect(small.index.base[0]!.bitmasks).toBeNull();
});

it('finds initials and numbers by fingerprints, past a possessive, but not in longer names', () => {
  const names = ["Lawyer's Wig", 'Lesser Whitethroat', 'Large White Moth', '7-spot Ladybird', '17-spot Ladybird', 'Spotted Ladybird'];
  const index = new TaxonIndex([buildSegment(packRows(storedOf(names), languages), 0).segment], { languages });
  const found = (text: string) => index.search(text).map(({ name: shown, match }) => `${match}: ${shown}`);
  expect(found('lw')).toEqual(["initials: Lawyer's Wig", 'initials: Lesser Whitethroat']);
  expect(found('7 sp')).toEqual(['name_prefix: 7-spot Ladybird']);
});

it('finds the same names by their initials with and without fingerprints, also if there are more than wanted', () => {
  // With few first letters, all fingerprints are scanned; with the beginnings of codes, only some are tested.
  const initial = fc.constantFrom('b', 'd', 'm');
  const beginning = fc.tuple(initial, fc.constantFrom('aa', 'el', 'os', 'un', 'ir', 'ak', 'ep')).map((parts) => parts.join(''));
  const longWord = fc.tuple(beginning, word).map((parts) => parts.join(''));
  const ofLongWords = fc.array(longWord, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
  const initials = fc
    .oneof(fc.array(initial, { minLength: 2, maxLength: 4 }), fc.tuple(beginning, beginning))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(
      fc.array(ofLongWords, { minLength: 300, maxLength: 600 }),
      fc.array(initials, { minLength: 20, maxLength: 30 }),
      fc.constantFrom(1, 5, 100),
      (names, texts, limit) => {
        const [plain] = beforeAndAfter(names, Infinity);
        const [fingerprinted] = beforeAndAfter(names, 0);
        for (const text of texts) {
          const found = fingerprinted.search(text, { limit }).map(({ id, match }) => [id, match]);
          expect([text, found]).toEqual([text, plain.search(text, { limit }).map(({ id, match }) => [id, match])]);
        }
      },
    ),
    // Shrinking hundreds of names takes minutes.
    { numRuns: 25, endOnFailure: true },
  );
});
