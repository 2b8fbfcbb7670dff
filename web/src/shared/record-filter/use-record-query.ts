import { WORLDWIDE } from '@veld/contract';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { isAreaFilter, type LocationFilter } from '../location/location-filter';
import { useQueryChange } from '../../ui/use-address-filter';
import { useMaybeUser } from '../session/session';
import { type FilterName, readRecordQuery, type RecordQuery, withoutForeignHidden, writeRecordQuery } from './record-query';

export interface RecordQueryChanges<Own extends string = string> {
  /** Sets values of the filter; null removes one. */
  change: (values: Partial<Record<FilterName, string | null>>) => void;
  setLocation: (location: LocationFilter) => void;
  /** Sets a polygon, which takes the place of every other area. */
  drawArea: (polygon: string) => void;
  /** Sets what is shown of the records. */
  show: (own: Partial<Record<Own, string | null>>) => void;
  clear: () => void;
}

/** What shows a filter and changes it. */
export interface FilterProps {
  query: RecordQuery;
  changes: Pick<RecordQueryChanges, 'change' | 'setLocation' | 'clear'>;
}

/** What a screen understands of a filter: what it does not goes to `unread`. */
export type Understand = (query: RecordQuery, address: URLSearchParams, userId: string | undefined) => RecordQuery;

const ofEveryone: Understand = (query, _, userId) => withoutForeignHidden(query, userId);

/**
 * The filter in the address of a screen, with what changes it; `own` are the screen's other parameters, always the same list. `understand`
 * is for a screen that understands other filters than those of everyone's records.
 */
export function useRecordQuery<Own extends string>(
  own: readonly Own[],
  understand: Understand = ofEveryone,
): [RecordQuery, RecordQueryChanges<Own>, (name: Own) => string | null] {
  const [search] = useSearchParams();
  const changeQuery = useQueryChange();
  const userId = useMaybeUser()?.id;
  const query = useMemo(() => understand(readRecordQuery(search, own), search, userId), [search, own, understand, userId]);
  /** Writes the whole address anew: what was not understood goes with the first change. */
  const rewrite = (edit: (next: { values: Record<string, string>; location: LocationFilter }) => void) =>
    changeQuery((address) => {
      const { values, location } = understand(readRecordQuery(address, own), address, userId);
      const next = { values: { ...values }, location };
      edit(next);
      const kept = own.flatMap((name) => {
        const value = address.get(name);
        return value === null ? [] : [[name, value] as const];
      });
      for (const name of Array.from(address.keys())) address.delete(name);
      for (const [name, value] of [...writeRecordQuery(next), ...kept]) address.set(name, value);
    });
  const changes: RecordQueryChanges<Own> = {
    change: (values) =>
      rewrite((next) => {
        // It is about the person.
        if (values.user_id !== undefined) delete next.values.hidden;
        for (const [name, value] of Object.entries(values)) {
          if (value === null || value === undefined || value === '') delete next.values[name];
          else next.values[name] = value;
        }
      }),
    setLocation: (location) =>
      rewrite((next) => {
        // One area at a time.
        delete next.values.polygon;
        next.location = location;
      }),
    drawArea: (polygon) =>
      rewrite((next) => {
        next.values.polygon = polygon;
        delete next.values.box;
        if (isAreaFilter(next.location)) next.location = WORLDWIDE;
      }),
    show: (shown) =>
      changeQuery((address) => {
        for (const [name, value] of Object.entries<string | null | undefined>(shown)) {
          if (value) address.set(name, value);
          else address.delete(name);
        }
      }),
    clear: () => rewrite((next) => void Object.assign(next, { values: {}, location: WORLDWIDE })),
  };
  return [query, changes, (name) => search.get(name)];
}
