import { itemAt } from '@veld/contract';
import type { Language, NameLanguage, TaxonRow } from '@veld/contract';
import { uniqueNames } from './names.ts';
import type { NameRow, TaxonPageRow } from './page-store.ts';
import type { DisplayedRow } from './store.ts';

/** The address of the image of a taxon that has one. */
export function taxonImageUrl(id: number): string {
  return `/api/taxon/${id}/image`;
}

/** The taxa of a page. `names` lists the preferred name of each taxon and language first. */
export function presentTaxa(rows: readonly TaxonPageRow[], names: readonly NameRow[], languages: readonly NameLanguage[]): TaxonRow[] {
  const namesOf = Map.groupBy(names, (name) => name.taxon_id);
  return rows.map((row) => presentTaxon(row, namesOf.get(row.id) ?? [], languages));
}

function presentTaxon(row: TaxonPageRow, found: readonly NameRow[], languages: readonly NameLanguage[]): TaxonRow {
  const names: TaxonRow['names'] = {};
  const synonyms: TaxonRow['name_synonyms'] = {};
  if (languages.includes('sci')) names.sci = row.scientific_name;
  for (const { language, name } of found) {
    if (names[language] === undefined) names[language] = name;
    else if (names[language] !== name) (synonyms[language] ??= []).push(name);
  }
  return {
    id: row.id,
    name: row.display_name,
    rank: row.rank,
    group: row.taxon_group,
    family: row.family,
    parent_id: row.parent_id,
    names,
    name_synonyms: synonyms,
    image_url: row.has_image ? taxonImageUrl(row.id) : null,
    image_attribution: row.has_image ? attributionLine(row.image_attribution, row.image_license) : null,
    external_observation_count: row.external_observation_count,
    rarity_class: row.rarity_class,
    is_deleted: row.is_gone,
    accepted_id: row.accepted_id,
  };
}

/** The attribution and licence below a picture; null if there is neither. */
export function attributionLine(attribution: string | null, license: string | null): string | null {
  return [attribution, license].filter(Boolean).join(', ') || null;
}

/** A map of id to displayed name. Names are unique. */
export function presentNames(rows: readonly DisplayedRow[], language: Language): Record<string, string> {
  const names = uniqueNames(rows, language);
  return Object.fromEntries(rows.map((row, at) => [String(row.id), itemAt(names, at)]));
}
