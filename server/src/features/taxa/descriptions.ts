import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '@veld/contract';
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
    const [id, language, text] = line.split('\t') as [string, string, string];
    const own = texts.get(language) ?? new Map<number, string>();
    texts.set(language, own.set(Number(id), text));
  }
  return texts;
}

/** The texts about species in a language, prepared once for each version of the taxonomy, which may have replaced taxa. */
export function taxonDescriptions({ readDb }: Pick<Context, 'readDb'>, state: CachedState): (language: Language) => Promise<Bytes> {
  let texts: Promise<Map<string, Texts>> | null = null;
  const prepared = new Map<Language, { seq: number; bytes: Promise<Bytes> }>();

  async function prepare(language: Language): Promise<Bytes> {
    texts ??= readDescriptions();
    // The next request reads the table again.
    texts.catch(() => (texts = null));
    const own: Texts = (await texts).get(language) ?? new Map();
    const successors = await findSuccessors(readDb, [...own.keys()]);
    const current = [...own].flatMap(([id, text]) => {
      const taxon = successors.get(id);
      return taxon?.id && !taxon.is_lost ? [[taxon.id, text] as const] : [];
    });
    return toBytes({ data: Object.fromEntries(current) });
  }

  return async (language) => {
    const { seq } = await state.current();
    let known = prepared.get(language);
    if (known?.seq !== seq) {
      known = { seq, bytes: prepare(language) };
      prepared.set(language, known);
      known.bytes.catch(() => prepared.delete(language));
    }
    return known.bytes;
  };
}
