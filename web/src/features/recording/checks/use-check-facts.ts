import { isAbsence, isDay } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useMemo, useState } from 'react';
import { useNow } from '../../../device/use-now';
import { ownOfTaxon } from '../../../local/records/lists/own-of-taxon';
import type { LocalObservation } from '../../../local/db/rows';
import { isListed, onTaxonomyChange } from '../../../local/taxonomy/search';
import { currentDatabase, useUser } from '../../../shared/session/session';
import { type Check, checkValues, type UnusualMonth } from './checks';
import { useFrequencies } from '../../../shared/frequencies/data';
import type { FormValues } from '../form-values';
import { type Duplicate, findDuplicate } from './near-records';
import { useOwnObservations } from '../../../shared/records/own';
import type { ObserveForm } from '../use-observe-form';
import { isZoneUsedIn, zoneAt } from '../../../shared/geo/time-zone';

/** How many of the user's latest records are searched for duplicates and neighbours. */
export const MAX_SEARCHED = 500;

/** The warnings for a form, from what is on this device. */
export function useChecks(form: ObserveForm, sameTaxon: readonly LocalObservation[]): Check[] {
  const notListedIn = useNotListedIn(form.values);
  const unusualMonth = useUnusualMonth(form.values);
  const now = useNow(60_000);
  const ownCounts = sameTaxon.flatMap((record) => {
    const { id, count, count_max } = record;
    return id === form.recordId || count == null || isAbsence(record) ? [] : [count_max ?? count];
  });
  return checkValues(form.values, { now: new Date(now), notListedIn, unusualMonth, ownCounts });
}

/** The user's records of the species in the form. */
export function useSameTaxon(form: ObserveForm): readonly LocalObservation[] {
  const database = currentDatabase();
  const taxonId = form.values.taxon?.id ?? null;
  return useLiveQuery(() => (taxonId === null ? [] : ownOfTaxon(database, taxonId)), [database, taxonId]) ?? NONE;
}

const NONE: readonly LocalObservation[] = [];

/** A record of the user that the form may duplicate. */
export function useDuplicate(form: ObserveForm, sameTaxon: readonly LocalObservation[]): Duplicate | null {
  const records = useOwnObservations(MAX_SEARCHED);
  return records ? findDuplicate(form.values, records, sameTaxon, form.recordId) : null;
}

/** The lists of the month that all lack the species of the form; null if they do not, or say too little. */
function useUnusualMonth(values: FormValues): UnusualMonth | null {
  const { taxon, latitude, longitude, date_kind, day, count } = values;
  const place = useMemo(() => (latitude === null || longitude === null ? null : { latitude, longitude }), [latitude, longitude]);
  const index = useFrequencies(place);
  // Subspecies count for their species, and absences are usual.
  const species = taxon?.rank === 'species' && count !== 0 ? taxon : null;
  const date = date_kind === 'day' && isDay(day) ? day : null;
  return useMemo(() => {
    if (!index || species === null || date === null || place === null) return null;
    const found = index.unusual(species, place, date);
    return found && { ...found, country: index.table.country };
  }, [index, species, date, place]);
}

/** The user's country, if the place is in it and its complete list on this device lacks the species; else null. */
function useNotListedIn({ taxon, latitude, longitude }: FormValues): string | null {
  const { country_code: country } = useUser();
  const [missing, setMissing] = useState<{ about: string; in: string | null }>({ about: '', in: null });
  // Country lists hold species only, so other ranks cannot be checked.
  const taxonId = taxon?.rank === 'species' ? taxon.id : null;
  const about = [taxonId, country, latitude, longitude].join(' ');
  useEffect(() => {
    if (taxonId === null || country === null || latitude === null || longitude === null) return;
    let isCurrent = true;
    const look = async () => {
      const zone = await zoneAt(latitude, longitude);
      const isThere = zone !== null && isZoneUsedIn(zone, country) === true;
      const isMissing = isThere && (await isListed(taxonId, country)) === false;
      if (isCurrent) setMissing({ about, in: isMissing ? country : null });
    };
    const check = () => void look().catch((error: unknown) => console.error('Country list', error));
    check();
    const end = onTaxonomyChange(check);
    return () => {
      isCurrent = false;
      end();
    };
  }, [about, taxonId, country, latitude, longitude]);
  return missing.about === about ? missing.in : null;
}
