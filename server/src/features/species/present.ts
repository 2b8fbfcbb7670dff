import type { getSpecies, Language, ReplyOf } from '@veld/contract';
import { uniqueNames } from '../taxa/names.ts';
import { taxonImageUrl } from '../taxa/present.ts';
import type { SpeciesRow, TaxonRow } from './store.ts';

/** Species as a map of displayed name to id. Names are unique, because homonyms get a label (taxa/names.ts). */
export function presentSpecies(rows: readonly SpeciesRow[], language: Language): Record<string, number> {
  const names = uniqueNames(rows, language);
  return Object.fromEntries(rows.map((row, at) => [names[at]!, row.id]));
}

export function presentTaxon({ taxon_group, has_image, ...row }: TaxonRow): ReplyOf<typeof getSpecies>['data'] {
  return {
    ...row,
    group: taxon_group as ReplyOf<typeof getSpecies>['data']['group'],
    image_url: has_image ? taxonImageUrl(row.id) : null,
  };
}
