import { isAboveSpecies, isAbsence, type PublicObservation } from '@veld/contract';
import { useMemo } from 'react';
import { useUser } from '../../shared/session/session';
import { useFetchState, useSeenTaxonIds } from '../../shared/records/own';
import { useCountedSpecies } from '../../shared/taxa/data';

const NONE: ReadonlySet<string> = new Set();

/**
 * The ids of the records of species that the user has not recorded, as far as this device knows: one look at the user's taxa and one
 * at the taxonomy for the whole list. None while the user's records are still being fetched, and if badges and points are off.
 */
export function useNewSpecies(records: readonly PublicObservation[] | undefined): ReadonlySet<string> {
  const { id: own, preferences } = useUser();
  const isOn = useFetchState() === 'fetched' && preferences.gamification;
  const seen = useSeenTaxonIds();
  const ids = useMemo(
    () => (isOn && seen && records ? [...new Set([...seen, ...records.flatMap(({ taxon }) => taxon?.id ?? [])])] : undefined),
    [isOn, seen, records],
  );
  const speciesOf = useCountedSpecies(ids);
  return useMemo(
    () => (isOn && seen && records && speciesOf ? newIn(records, { own, seen, speciesOf }) : NONE),
    [isOn, own, seen, records, speciesOf],
  );
}

interface Known {
  /** The user's id. */
  own: string;
  seen: ReadonlySet<number>;
  /** The species that other taxa count for. */
  speciesOf: ReadonlyMap<number, number>;
}

export function newIn(records: readonly PublicObservation[], { own, seen, speciesOf }: Known): ReadonlySet<string> {
  const species = (id: number) => speciesOf.get(id) ?? id;
  const known = new Set([...seen].map(species));
  return new Set(
    records
      .filter((record) => record.user.id !== own && !isAbsence(record))
      .filter(({ taxon }) => taxon !== null && !isAboveSpecies(taxon.rank) && !known.has(species(taxon.id)))
      .map(({ id }) => id),
  );
}
