import { useMemo } from 'react';
import { useUser } from '../../shared/session/session';
import { type LikelySpecies, useLastPlace, useLikelySpecies } from '../../shared/frequencies/data';
import { useSeenTaxonIds } from '../../shared/records/own';
import { useToday } from '../species/data';
import { type BrowseFilter, type Taxon, useBrowse, useTaxa } from '../../shared/taxa/data';
import { pickLikely } from './own-figures';

/** How many of the most common species are considered. */
const POOL = 300;
/** How many of the species on everyone's lists at this time of year. */
const EXPECTED = 12;
const NO_IDS: readonly number[] = [];

export interface LikelyTaxa {
  taxa: Taxon[];
  /** The lists they come from, near where the device was last; null if these are too few, and the species are common ones. */
  likely: LikelySpecies | null;
}

/** Species that the user has not recorded, to be expected at this time of year or, with too few lists, common in the country. */
export function useLikely(): LikelyTaxa | undefined {
  const today = useToday();
  const likely = useLikelySpecies(useLastPlace(), today);
  const seen = useSeenTaxonIds();
  const ids = useMemo(() => {
    const unseen = likely && seen ? likely.species.filter(({ taxon_id }) => !seen.has(taxon_id)) : [];
    return unseen.length > 0 ? unseen.slice(0, EXPECTED).map(({ taxon_id }) => taxon_id) : NO_IDS;
  }, [likely, seen]);
  const expected = useTaxa(ids);
  const common = useCommon();
  return useMemo(() => {
    if (likely === undefined || !seen) return undefined;
    if (likely === null) return common && { taxa: common, likely };
    if (!expected) return undefined;
    const byId = new Map(expected.map((taxon) => [taxon.id, taxon]));
    return { taxa: ids.flatMap((id) => byId.get(id) ?? []), likely };
  }, [likely, seen, expected, common, ids]);
}

/** Common species that the user has not recorded: of the user's country, or worldwide without one. */
function useCommon(): Taxon[] | undefined {
  const hasCountry = useUser().country_code !== null;
  const filter = useMemo<BrowseFilter>(() => ({ rank: 'species', limit: POOL, ...(hasCountry ? { copy: 'country' } : {}) }), [hasCountry]);
  const common = useBrowse(filter);
  const seen = useSeenTaxonIds();
  return useMemo(() => common && seen && pickLikely(common, seen), [common, seen]);
}
