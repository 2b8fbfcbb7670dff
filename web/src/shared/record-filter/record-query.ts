import { isKeyIn, listKeys, recordFilter, type RecordFilterInput, WORLDWIDE } from '@veld/contract';
import { z } from 'zod/mini';
import {
  type LocationFilter,
  locationOfPublicPlace,
  makeRecordsRequest,
  readLocationQuery,
  writeLocationQuery,
} from '../location/location-filter';

const LOCATION = ['country', 'place_id', 'place', 'around'] as const;
/** Parts of a circle, which is one value in an address. */
const CIRCLE: readonly string[] = ['latitude', 'longitude', 'radius_km'];

type ServerName = keyof typeof recordFilter.shape;
const isServerName = (name: string): name is ServerName => isKeyIn(recordFilter.shape, name) && !CIRCLE.includes(name);

/** What a filter can have besides its location: the parameters of the server by their names. */
export type FilterName = Exclude<ServerName, 'country' | 'place_id' | 'place' | 'latitude' | 'longitude' | 'radius_km'>;
const isFilterName = (name: string): name is FilterName =>
  isServerName(name) && name !== 'country' && name !== 'place_id' && name !== 'place';

/** The names that are no location, in the order of the chips. */
export const FILTER_NAMES: readonly FilterName[] = listKeys(recordFilter.shape).filter(isFilterName);

/** A filter of records as it stands in an address. */
export interface RecordQuery {
  /** The values as they are written, each valid by itself. */
  values: Readonly<Partial<Record<FilterName, string>>>;
  location: LocationFilter;
  /** What the address has and cannot be understood, as `name=value`. Nothing of an address is ignored silently. */
  unread: readonly string[];
}

/** The filter in the query of an address; `own` are the other parameters that the screen knows. */
export function readRecordQuery(query: URLSearchParams, own: readonly string[]): RecordQuery {
  const values: Partial<Record<FilterName, string>> = {};
  const unread: string[] = [];
  const location = readPublicPlace(query) ?? readLocationQuery(query);
  for (const [name, value] of query) {
    if (own.includes(name)) continue;
    if (LOCATION.some((one) => one === name)) {
      if (location === null || new URLSearchParams(writeLocationQuery(location)).get(name) !== value) unread.push(`${name}=${value}`);
    } else if (isFilterName(name) && values[name] === undefined && z.safeParse(recordFilter.shape[name], value).success)
      values[name] = value;
    else unread.push(`${name}=${value}`);
  }
  return { values, location: location ?? WORLDWIDE, unread };
}

/** Of their own records alone does somebody know which hide their place: of those of others, the filter is not understood. */
export function withoutForeignHidden(query: RecordQuery, userId: string | undefined): RecordQuery {
  const { hidden, ...values } = query.values;
  if (hidden === undefined || (userId !== undefined && values.user_id === userId)) return query;
  return { ...query, values, unread: [...query.unread, `hidden=${hidden}`] };
}

/** A public place, which only filters of everyone's records have. A saved place beside it would be left out, and so is in force instead. */
function readPublicPlace(query: URLSearchParams): LocationFilter | null {
  const id = query.get('place');
  const isPlace = id !== null && !query.has('place_id') && z.safeParse(recordFilter.shape.place, id).success;
  return isPlace ? locationOfPublicPlace(id) : null;
}

/** A filter as the query of an address, without what could not be understood. */
export function writeRecordQuery({ values, location }: Pick<RecordQuery, 'values' | 'location'>): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) query.set(name, value);
  if (location !== WORLDWIDE) for (const [name, value] of new URLSearchParams(writeLocationQuery(location))) query.set(name, value);
  return query;
}

/** A filter as the query of a request. Every value was read with the schema of the server. */
export function makeRecordRequest({ values, location }: Pick<RecordQuery, 'values' | 'location'>): RecordFilterInput {
  return { ...(values as RecordFilterInput), ...(location === WORLDWIDE ? {} : makeRecordsRequest(location)) };
}

/** The values of a list such as `2024,2025`. */
export const splitList = (text: string | undefined): string[] => (text ? text.split(',') : []);

/** Whether a filter leaves any records out. */
export const isNarrowed = ({ values, location }: RecordQuery): boolean => location !== WORLDWIDE || Object.keys(values).length > 0;
