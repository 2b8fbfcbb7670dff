import { useLiveQuery } from 'dexie-react-hooks';
import { z } from 'zod/mini';
import { deviceSetting } from '../../../local/device/device-setting';
import { currentDatabase } from '../../../shared/session/session';
import type { SavedPlace } from '../data';
import { usePosition } from '../position';
import { orderedPlaces, PLACE_ORDERS, type PlaceOrder } from './order';
import { useUsedPlaces } from './use-used-places';

/** Of the list on this device; null until the person chooses one. */
const chosenOrder = deviceSetting('place_order', z.catch(z.nullable(z.enum(PLACE_ORDERS)), null));

/** The saved places in the order that the person chose here, else in that they put them in, else by distance or name. */
export function usePlaceOrder(places: readonly SavedPlace[] | undefined) {
  const database = currentDatabase();
  const chosen = useLiveQuery(() => chosenOrder.read(database), [database]) ?? null;
  // Asks for the location only when the person chose the order that needs it.
  const { fix, state } = usePosition(chosen === 'nearest');
  const used = useUsedPlaces();
  const isSorted = places?.some(({ list_position }) => typeof list_position === 'number') ?? false;
  const order = chosen ?? (isSorted ? 'mine' : fix ? 'nearest' : 'name');
  return {
    order,
    ordered: places && orderedPlaces(places, order, { here: fix, used }),
    fix,
    state,
    choose: (next: PlaceOrder) => void chosenOrder.update(database, () => next),
  };
}
