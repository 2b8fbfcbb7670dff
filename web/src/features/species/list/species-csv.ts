import type { CsvCell } from '../../../device/csv';
import { readGroup, type Taxon } from '../../../shared/taxa/data';
import type { OwnSpecies } from '../species-list';

const COLUMNS = [
  'taxonID',
  'vernacularName',
  'scientificName',
  'taxonRank',
  'family',
  'group',
  'rarityClass',
  'seen',
  'wanted',
  'records',
  'firstDate',
  'lastDate',
];

/** A species list as rows of a spreadsheet, with the terms of Darwin Core where it has them. Ticks are seen, but no records. */
export function speciesRows(
  list: readonly Taxon[],
  own: ReadonlyMap<number, OwnSpecies>,
  wanted: ReadonlySet<number>,
): (readonly CsvCell[])[] {
  const rows = list.map((taxon) => {
    const one = own.get(taxon.id);
    return [
      taxon.id,
      taxon.name === taxon.scientific_name ? null : taxon.name,
      taxon.scientific_name,
      taxon.rank,
      taxon.family,
      readGroup(taxon),
      taxon.rarity_class,
      one !== undefined,
      wanted.has(taxon.id),
      one ? one.records - one.ticks : 0,
      one?.first,
      one?.last,
    ];
  });
  return [COLUMNS, ...rows];
}
