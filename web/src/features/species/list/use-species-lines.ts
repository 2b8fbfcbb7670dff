import { useMemo } from 'react';
import { useLanguage } from '../../../shared/session/session';
import type { LikelySpecies } from '../../../shared/frequencies/data';
import { type Taxon, type TaxonHit, useHigherTaxa } from '../../../shared/taxa/data';
import type { OwnSpecies } from '../data';
import { byFrequency, byLastSeen, byName, type SpeciesLine, type SpeciesOrder, systematically } from './order';

interface Asked {
  /** The species of the view, the commonest first; undefined while loading. */
  species: readonly Taxon[] | undefined;
  own: ReadonlyMap<number, OwnSpecies> | undefined;
  order: SpeciesOrder;
  /** What the order `now` follows; null with too little data, undefined while loading. */
  likely: LikelySpecies | null | undefined;
  /** The results of a search, best first, which then decide the order; null without one, undefined while it runs. */
  found: readonly TaxonHit[] | null | undefined;
}

/** The lines of a species list in its order; undefined while loading. */
export function useSpeciesLines({ species, own, order, likely, found }: Asked): readonly SpeciesLine[] | undefined {
  const language = useLanguage();
  const higher = useHigherTaxa(order === 'systematic' && found === null ? species : undefined);
  return useMemo(() => {
    if (!species || !own || found === undefined) return undefined;
    if (found) {
      const byId = new Map(species.map((taxon) => [taxon.id, taxon]));
      return found.flatMap(({ id }) => byId.get(id) ?? []);
    }
    if (order === 'now') return likely === undefined ? undefined : byFrequency(species, likely);
    if (order === 'name') return byName(species, language);
    if (order === 'last_seen') return byLastSeen(species, own);
    if (order === 'systematic') return higher && systematically(species, higher);
    return species;
  }, [species, own, found, order, likely, higher, language]);
}
