import { TAXON_GROUPS, type TaxonGroup } from '@veld/contract';
import { groupOf, type Taxon } from '../taxa/data';

/** A line of the guide: the heading of a family, or one of its species. */
export type GuideLine =
  | { kind: 'family'; key: string; family: string | null; species: number }
  | { kind: 'species'; key: number; taxon: Taxon };

/** The groups with their number of species, in the order of the contract, without empty ones. */
export function groupSizes(list: readonly Taxon[]): { group: TaxonGroup; species: number; example: Taxon }[] {
  const sizes = new Map<TaxonGroup, { species: number; example: Taxon }>();
  for (const taxon of list) {
    const group = groupOf(taxon);
    const before = sizes.get(group);
    sizes.set(group, { species: (before?.species ?? 0) + 1, example: before?.example ?? taxon });
  }
  return TAXON_GROUPS.flatMap((group) => {
    const size = sizes.get(group);
    return size ? [{ group, ...size }] : [];
  });
}

/** Families in alphabetical order, with their species in the given order (most common first); species without a family come last. */
export function byFamily(list: readonly Taxon[]): GuideLine[] {
  const families = Map.groupBy(list, (taxon) => taxon.family);
  const names = [...families.keys()].sort((first, second) => {
    if (first === null || second === null) return first === second ? 0 : first === null ? 1 : -1;
    return first.localeCompare(second, 'en');
  });
  return names.flatMap((family): GuideLine[] => {
    const species = families.get(family)!;
    return [
      { kind: 'family', key: `family ${family ?? ''}`, family, species: species.length },
      ...species.map((taxon): GuideLine => ({ kind: 'species', key: taxon.id, taxon })),
    ];
  });
}
