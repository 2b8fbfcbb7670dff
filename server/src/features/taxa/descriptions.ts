import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '@veld/contract';
import type { Context } from '../../http/context.ts';
import type { Bytes } from './bytes.ts';
import type { CachedState } from './state.ts';
import { STARTER_FOLDER } from './starter.ts';
import { findSuccessors } from './successors.ts';
import { readOnce, textsByLanguage } from './texts-by-language.ts';

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
