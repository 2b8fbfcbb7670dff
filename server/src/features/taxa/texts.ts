import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language, TaxonDistinction } from '@veld/contract';
import type { Context } from '../../http/context.ts';
import { type Bytes, toBytes } from './bytes.ts';
import type { CachedState } from './state.ts';
import { STARTER_FOLDER } from './starter.ts';
import { findSuccessors } from './successors.ts';

type Texts = ReadonlyMap<number, string>;

/** Reads `descriptions.tsv` of the starter taxonomy: the texts by language and taxon. */
export async function readDescriptions(folder = STARTER_FOLDER): Promise<Map<string, Texts>> {
  const [, ...lines] = (await readFile(join(folder, 'descriptions.tsv'), 'utf8')).trimEnd().split('\n');
  const texts = new Map<string, Map<number, string>>();
  for (const line of lines) {
    const [id, language = '', text = ''] = line.split('\t');
    const own = texts.get(language) ?? new Map<number, string>();
    texts.set(language, own.set(Number(id), text));
  }
  return texts;
}

/** The texts about species in a language. */
export function taxonDescriptions({ readDb }: Pick<Context, 'readDb'>, state: CachedState): (language: Language) => Promise<Bytes> {
  const read = readOnce(readDescriptions);
  return textsByLanguage(state, async (language) => {
    const own: Texts = (await read()).get(language) ?? new Map();
    const successors = await findSuccessors(readDb, [...own.keys()]);
    const current = [...own].flatMap(([id, text]) => {
      const taxon = successors.get(id);
      return taxon?.id && !taxon.is_lost ? [[taxon.id, text] as const] : [];
    });
    return Object.fromEntries(current);
  });
}

/** Reads `distinctions.tsv` of the starter taxonomy: by language, the pairs in the order of the table. */
export async function readDistinctions(folder = STARTER_FOLDER): Promise<Map<string, TaxonDistinction[]>> {
  const [, ...lines] = (await readFile(join(folder, 'distinctions.tsv'), 'utf8')).trimEnd().split('\n');
  const pairs = new Map<string, Map<string, TaxonDistinction>>();
  for (const line of lines) {
    const [taxonId, otherId, language = '', character = '', taxon = '', other = ''] = line.split('\t');
    const ofLanguage = pairs.get(language) ?? new Map<string, TaxonDistinction>();
    pairs.set(language, ofLanguage);
    const key = `${taxonId} ${otherId}`;
    const pair = ofLanguage.get(key) ?? { taxon_id: Number(taxonId), other_id: Number(otherId), rows: [] };
    ofLanguage.set(key, pair);
    pair.rows.push({ character, taxon, other });
  }
  return new Map([...pairs].map(([language, ofLanguage]) => [language, [...ofLanguage.values()]]));
}

/** How similar species differ, in a language: the pairs of which both taxa are there. */
export function taxonDistinctions({ readDb }: Pick<Context, 'readDb'>, state: CachedState): (language: Language) => Promise<Bytes> {
  const read = readOnce(readDistinctions);
  return textsByLanguage(state, async (language) => {
    const pairs = (await read()).get(language) ?? [];
    const successors = await findSuccessors(
      readDb,
      pairs.flatMap(({ taxon_id, other_id }) => [taxon_id, other_id]),
    );
    const current = (id: number) => {
      const taxon = successors.get(id);
      return taxon && !taxon.is_lost ? taxon.id : null;
    };
    const present = pairs.flatMap((pair) => {
      const taxon_id = current(pair.taxon_id);
      const other_id = current(pair.other_id);
      // Two species that became one no longer differ.
      return taxon_id && other_id && taxon_id !== other_id ? [{ ...pair, taxon_id, other_id }] : [];
    });
    return { pairs: present };
  });
}

/** Texts in a language, prepared once for each version of the taxonomy, which may have replaced taxa. */
function textsByLanguage(state: CachedState, make: (language: Language) => Promise<unknown>): (language: Language) => Promise<Bytes> {
  const prepared = new Map<Language, { seq: number; bytes: Promise<Bytes> }>();
  return async (language) => {
    const { seq } = await state.current();
    let known = prepared.get(language);
    if (known?.seq !== seq) {
      known = { seq, bytes: make(language).then((data) => toBytes({ data })) };
      prepared.set(language, known);
      known.bytes.catch(() => prepared.delete(language));
    }
    return known.bytes;
  };
}

/** The result of `read`, which is called once; after an error, the next caller reads again. */
function readOnce<T>(read: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | null = null;
  return () => {
    if (!value) {
      value = read();
      value.catch(() => (value = null));
    }
    return value;
  };
}
