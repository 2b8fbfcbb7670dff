import { type Period, PERIODS, type TaxonSummary } from '@veld/contract';
import { useMemo } from 'react';
import { currentDatabase, useUser } from '../../shared/session/session';
import { readGroup, summarizeTaxon, type Taxon, taxonOfSummary, useTaxa } from '../../shared/taxa/data';
import { type OwnSpecies, seenSpecies } from './species-list';
import { addTick, removeTicks, removeAllTicks } from './ticks';

export { useLocationSpecies } from './list-of-location';
export { useSpeciesCount, useToday } from './species-count';
export { useRecordsOfSpecies } from './own-species';
export type { OwnSpecies } from './species-list';
export { Description } from './page/SpeciesNotes';
export { NotLoaded } from './page/PageState';
export { useStateOfPhotos } from './community';
export { useSimilarSpecies } from './distinctions';
export { pictureIn, useOwnPicture } from './own-pictures';
export { useOwnSpecies } from './own-species';
export { MonthsChart, useEveryonesMonths } from './page/EveryonesMonths';
export { useSpeciesPhotos } from './photos';
export { OwnCount, RarityLine, StatusAtHome } from './page/SpeciesStatus';
export { Picture } from './page/SpeciesPicture';
export { isPeriod } from './list/list-period';
export { usePeriodChoices } from './list/ListPeriodSelect';
export { NoneInPeriod, PeriodSelect } from './page/PeriodSelect';
export { ListMissing } from './page/PageState';

export function parsePeriod(value: string | null): Period {
  return PERIODS.find((period) => period === value) ?? 'all';
}

/**
 * Species of the user's records that a list lacks, because they were found elsewhere or their names are not on this device. Undefined
 * while loading.
 */
export function useUnlisted(
  list: readonly Taxon[] | undefined,
  own: ReadonlyMap<number, OwnSpecies> | undefined,
  group: string | null,
): Taxon[] | undefined {
  const ids = useMemo(() => {
    if (!list || !own) return NO_IDS;
    const listed = new Set(list.map(({ id }) => id));
    return seenSpecies(own).filter((id) => !listed.has(id));
  }, [list, own]);
  const known = useTaxa(ids);
  return useMemo(() => {
    if (!list || !own || !known) return undefined;
    const byId = new Map(known.map((taxon) => [taxon.id, taxon]));
    return ids
      .map((id) => byId.get(id) ?? taxonOfSummary({ ...(own.get(id)?.taxon ?? UNKNOWN), id }))
      .filter((taxon) => group === null || readGroup(taxon) === group);
  }, [list, own, known, ids, group]);
}

const NO_IDS: readonly number[] = [];
const UNKNOWN: Omit<TaxonSummary, 'id'> = { name: '?', scientific_name: '?', rank: 'species', group: 'other', image_url: null };

interface Ticks {
  tick: (taxon: Taxon) => Promise<void>;
  untick: (taxonId: number) => Promise<void>;
  /** Also removes ticks that this device hasn't received. */
  untickEverywhere: (taxonId: number) => Promise<void>;
}

/** Adds and removes ticks, also offline. */
export function useTicks(): Ticks {
  const user = useUser();
  return useMemo(
    () => ({
      tick: (taxon) => addTick(currentDatabase(), user, summarizeTaxon(taxon)),
      untick: (taxonId) => removeTicks(currentDatabase(), taxonId),
      untickEverywhere: (taxonId) => removeAllTicks(currentDatabase(), taxonId),
    }),
    [user],
  );
}
