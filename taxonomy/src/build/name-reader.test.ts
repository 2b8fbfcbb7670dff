import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SegmentBuilder } from './segment-builder.ts';
import { foldWords } from '../text/fold.ts';
import { anyText, plainTaxon, spelledNames } from '../search/generated.cases.ts';
import { NameReader } from './name-reader.ts';
import { packRows } from '../storage/row-packer.ts';
import { nameLanguages, type StoredTaxon, toStored } from '../storage/taxon-record.ts';
import { rowColumns } from '../storage/row-format.ts';
import { nameHash } from '../storage/row-chunk.ts';

const languages = nameLanguages('nl', ['de']);

function rowOf(id: number, names: readonly string[]): StoredTaxon | null {
  const [nl = '', de = '', ...more] = names;
  return toStored(plainTaxon(id, { names: { nl, de }, name_synonyms: { de: more } }), id, languages);
}

it('folds names in packed rows to the same letters as the names themselves', () => {
  const long = fc.oneof(spelledNames, anyText).chain((text) => fc.nat({ max: 300 }).map((times) => `${text} `.repeat(times)));
  fc.assert(
    fc.property(fc.array(fc.array(fc.oneof(spelledNames, anyText, long), { maxLength: 4 }), { minLength: 1, maxLength: 5 }), (taxa) => {
      const rows = taxa.map((names, at) => rowOf(at + 1, names)).filter((row) => row !== null);
      const names = rows.map((row) => [...(row.spelled.nl ?? []), ...(row.spelled.sci ?? []), ...(row.spelled.de ?? [])]);
      const read: { words: string[]; hash: number }[][] = [];
      const reader = new NameReader();
      for (const chunk of packRows(rows, languages)) {
        reader.open(rowColumns(chunk).text);
        while (reader.hasRow) {
          const row: (typeof read)[number] = [];
          while (reader.nextName()) row.push({ words: wordsAt(reader), hash: reader.hash() });
          read.push(row);
        }
      }
      expect(read).toEqual(names.map((row) => row.map((name) => ({ words: foldWords(name), hash: nameHash(name) }))));
    }),
    // Each character folds to four letters from three bytes.
    { examples: [[[[`${'㎮'.repeat(50)} `.repeat(60)]]]] },
  );
});

function wordsAt({ letters, ends, words }: NameReader): string[] {
  let start = 0;
  return Array.from({ length: words }, (_, word) => {
    const end = ends[word]!;
    const text = String.fromCharCode(...letters.subarray(start, end));
    start = end;
    return text;
  });
}

it('rejects a chunk with more or fewer rows than its header says', () => {
  const rows = [1, 2, 3].map((id) => rowOf(id, [`Mees ${id}`])!);
  const [chunk = new Uint8Array()] = packRows(rows, languages);
  for (const size of [2, 4]) {
    // The columns of a chunk with another number of rows, followed by this text.
    const [other = new Uint8Array()] = packRows(
      Array.from({ length: size }, (_, at) => rows[at % 3]!),
      languages,
    );
    const { text } = rowColumns(chunk);
    const head = other.subarray(0, other.length - rowColumns(other).text.length);
    const broken = new Uint8Array(head.length + text.length);
    broken.set(head);
    broken.set(text, head.length);
    expect(() => new SegmentBuilder().add(broken, 1)).toThrow(/rows/i);
  }
});
