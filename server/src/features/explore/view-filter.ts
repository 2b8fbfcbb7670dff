import { isKeyIn, recordFilter, type RecordFilterQuery } from '@veld/contract';

/** What an address says besides the filter: how it is shown. */
const SHOWN: readonly string[] = ['view', 'order', 'as', 'skipped', 'kept'];

/**
 * The filter in the address of a view of a person; null if anything in it is not understood, because a filter without it would select
 * more. What others hide cannot be asked for.
 */
export function readViewFilter(query: string, userId: string): RecordFilterQuery | null {
  const values: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(query)) {
    if (SHOWN.includes(name)) continue;
    if (name in values) return null;
    if (name === 'around') {
      // One value in an address of the app.
      const [latitude = '', longitude = '', radius_km = '', ...others] = value.split(',');
      if (others.length > 0) return null;
      Object.assign(values, { latitude, longitude, radius_km });
    } else if (isKeyIn(recordFilter.shape, name)) values[name] = value;
    else return null;
  }
  const read = recordFilter.safeParse(values);
  return read.success && (read.data.hidden === undefined || read.data.user_id === userId) ? read.data : null;
}
