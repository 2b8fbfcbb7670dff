import { isAbsence } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { useNow } from '../../../device/use-now';
import { ownOfTaxon } from '../../../local/records/own-of-taxon';
import type { LocalObservation } from '../../../local/db/rows';
import { isListed, onTaxonomyChange } from '../../../local/taxonomy/search';
import { currentDatabase, useUser } from '../../accounts/data';
import { type Check, checksOf } from './checks';
import type { FormValues } from '../form-values';
import { type Duplicate, duplicateOf } from './near-records';
import { useOwnObservations } from '../../observations/own';
import type { ObserveForm } from '../use-observe-form';
import { isZoneOf, zoneAt } from '../../geo/time-zone';

/** How many own records are looked through for what a form may repeat, or stand beside. */
export const LOOKED_THROUGH = 500;

/** What may be wrong with a form, as far as this device knows. */
export function useChecks(form: ObserveForm, sameTaxon: readonly LocalObservation[]): Check[] {
  const notListedIn = useNotListedIn(form.values);
  const now = useNow(60_000);
  const ownCounts = sameTaxon.flatMap((record) => {
    const { id, count, count_max } = record;
    return id === form.recordId || count == null || isAbsence(record) ? [] : [count_max ?? count];
  });
  return checksOf(form.values, { now: new Date(now), notListedIn, ownCounts });
}

/** Own records of the species of the form. */
export function useSameTaxon(form: ObserveForm): readonly LocalObservation[] {
  const database = currentDatabase();
  const taxonId = form.values.taxon?.id ?? null;
  return useLiveQuery(() => (taxonId === null ? [] : ownOfTaxon(database, taxonId)), [database, taxonId]) ?? NONE;
}

const NONE: readonly LocalObservation[] = [];

/** Another own record that this form may repeat; told, and never in the way. */
export function useDuplicate(form: ObserveForm, sameTaxon: readonly LocalObservation[]): Duplicate | null {
  const records = useOwnObservations(LOOKED_THROUGH);
  return records ? duplicateOf(form.values, records, sameTaxon, form.recordId) : null;
}

/** The person's country where the place lies in it, its list is here whole, and the species is not on it. */
function useNotListedIn({ taxon, latitude, longitude }: FormValues): string | null {
  const { country_code: country } = useUser();
  const [missing, setMissing] = useState<{ about: string; in: string | null }>({ about: '', in: null });
  // Lists of countries hold species; what lies above or below them proves nothing.
  const taxonId = taxon?.rank === 'species' ? taxon.id : null;
  const about = [taxonId, country, latitude, longitude].join(' ');
  useEffect(() => {
    if (taxonId === null || country === null || latitude === null || longitude === null) return;
    let isCurrent = true;
    const look = async () => {
      const zone = await zoneAt(latitude, longitude);
      const isThere = zone !== null && isZoneOf(zone, country) === true;
      const isMissing = isThere && (await isListed(taxonId, country)) === false;
      if (isCurrent) setMissing({ about, in: isMissing ? country : null });
    };
    const lookAgain = () => void look().catch((error: unknown) => console.error('Country list', error));
    lookAgain();
    const end = onTaxonomyChange(lookAgain);
    return () => {
      isCurrent = false;
      end();
    };
  }, [about, taxonId, country, latitude, longitude]);
  return missing.about === about ? missing.in : null;
}
