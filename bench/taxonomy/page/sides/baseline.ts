import { fold } from '@veld/taxonomy';
import { Dexie, type Table } from 'dexie';
import { listFoldedNames, makeRecords } from '../records';
import type { Side } from '../side';

/** One row per taxon, with its folded names. */
interface Row {
  rarity?: number;
  id: number;
  name: string;
  names: string[];
  names_other_languages: string[];
  name_ngrams: string[];
  image_url: string | null;
  image_attribution: string | null;
  external_observation_count: number;
}

const SHORTEST = 3;
const LONGEST = 15;

/** The simple design: one row per taxon, and a multi-entry index of the prefixes of all words of its names. */
export function makeBaseline(): Side {
  const db = new Dexie('bench-baseline', { cache: 'disabled' }) as Dexie & { taxa: Table<Row, number> };
  db.version(1).stores({ taxa: '++rarity, id, name, *name_ngrams' });
  return {
    async importRows(next) {
      let before = 0;
      for (let page = await next(); page !== null; page = await next()) {
        const rows = makeRecords(page, before).map((record) => ({
          id: record.id,
          name: record.name,
          names: record.names,
          names_other_languages: record.names_other_languages,
          name_ngrams: prefixesOf(listFoldedNames(record)),
          image_url: record.image_url,
          image_attribution: record.image_attribution,
          external_observation_count: record.external_observation_count,
        }));
        await db.taxa.bulkAdd(rows);
        before += page.length;
      }
    },
    async open() {
      await db.open();
    },
    async query(text, limit) {
      const words = fold(text).split(' ');
      const longest = words.reduce((best, word) => (word.length > best.length ? word : best), '');
      // The design does not support shorter texts.
      if (longest.length < SHORTEST) return [];
      // Equal keys are ordered by primary key: commonest first.
      const begun = db.taxa.where('name_ngrams').equals(longest.slice(0, LONGEST));
      if (words.length === 1 && longest.length <= LONGEST) return begun.limit(limit).toArray();
      return begun
        .filter((row) =>
          [...row.names, ...row.names_other_languages].some((name) => words.every((word) => ` ${name}`.includes(` ${word}`))),
        )
        .limit(limit)
        .toArray();
    },
  };
}

function prefixesOf(names: readonly string[]): string[] {
  const found = new Set<string>();
  for (const word of names.flatMap((name) => name.split(' '))) {
    for (let length = SHORTEST; length <= Math.min(word.length, LONGEST); length++) found.add(word.slice(0, length));
  }
  return [...found];
}
