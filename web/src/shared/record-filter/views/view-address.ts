import type { SavedView, ViewScreen } from '@veld/contract';
import { type LocationFilter, readLocationQuery, writeLocationQuery } from '../../location/location-filter';
import { auth } from '../../session/session';
import { type RecordQuery, readRecordQuery, withoutForeignHidden } from '../record-query';

export interface SavedViewsProps {
  screen: ViewScreen;
  /** What the screen shows, to suggest a name. */
  shown: RecordQuery;
}

/** What an address says besides the filter, by screen: how it is shown. */
const SHOWN = { explore: ['view', 'order', 'as'], identify: ['view', 'order', 'skipped', 'kept'] } as const satisfies Record<
  ViewScreen,
  readonly string[]
>;

/** Of a screen, or of both: how what the filter selects is shown. */
const listShownNames = (screen?: ViewScreen): readonly string[] => (screen ? SHOWN[screen] : [...SHOWN.explore, ...SHOWN.identify]);

/** The filter of a view of the person. */
export const readView = ({ query }: Pick<SavedView, 'query'>): RecordQuery =>
  withoutForeignHidden(readRecordQuery(new URLSearchParams(query), listShownNames()), auth.store.getState().user?.id);

/** The query of a screen as a view keeps it: as in the address, with the place that the screen chose by itself. */
export function writeViewQuery(address: URLSearchParams, location: LocationFilter): string {
  const query = new URLSearchParams(address);
  if (readLocationQuery(query) === null)
    for (const [name, value] of new URLSearchParams(writeLocationQuery(location))) query.set(name, value);
  return query.toString();
}

/** Where a view leads: on its own screen to what was saved, on the other one to the same filter. */
export function makeViewAddress({ screen: from, query }: Pick<SavedView, 'screen' | 'query'>, screen: ViewScreen): string {
  const address = new URLSearchParams(query);
  if (from !== screen) for (const name of listShownNames(from)) address.delete(name);
  return `/${screen}?${address}`;
}
