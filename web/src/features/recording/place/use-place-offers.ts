import { useLiveQuery } from 'dexie-react-hooks';
import { useNow } from '../../../device/use-now';
import { lastPlace } from '../../../local/device/last-place';
import { ownObservations } from '../../../local/records/observations';
import { savedPlaces } from '../../../local/records/lists/saved-places';
import { currentDatabase } from '../../../shared/session/session';
import { type PlaceOffer, placeOffers } from './place-offers';
import { MAX_SEARCHED } from '../checks/use-check-facts';
import type { ObserveForm } from '../use-observe-form';

/** Known places for a form without a place; empty while loading. */
export function usePlaceOffers(form: ObserveForm): PlaceOffer[] {
  const database = currentDatabase();
  const now = useNow(60_000);
  const known = useLiveQuery(
    async () => ({
      saved: await savedPlaces(database),
      records: await ownObservations(database, { limit: MAX_SEARCHED }),
      last: await lastPlace.read(database),
    }),
    [database],
  );
  return known ? placeOffers(form.values, { ...known, now, ownId: form.recordId }) : [];
}
