import uFuzzy from '@leeoniya/ufuzzy';
import { fold, type TaxonRecord } from '@veld/taxonomy';
import { firstIds, type Search } from './search.ts';

const MOST_RANKED = 10_000;

/** Words in any order, one typo in each. */
export function makeUFuzzy(records: Iterable<TaxonRecord>): Search {
  const names: string[] = [];
  const taxa: number[] = [];
  for (const record of records) {
    for (const name of [...record.names, ...record.names_other_languages]) {
      names.push(name);
      taxa.push(record.id);
    }
  }
  const fuzzy = new uFuzzy({ intraMode: 1, intraIns: 1, intraSub: 1, intraTrn: 1, intraDel: 1 });
  return (text, limit) => {
    const [found, info, order] = fuzzy.search(names, fold(text), 1, MOST_RANKED);
    const best = info !== null && order !== null ? order.map((at) => info.idx[at]!) : (found ?? []);
    return firstIds(
      best.map((at) => taxa[at]!),
      limit,
    );
  };
}
