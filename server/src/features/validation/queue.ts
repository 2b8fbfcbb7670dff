import { getKnown, type listToValidate, MAX_TO_VALIDATE_COUNT, type QueryOf, type ReplyOf } from '@veld/contract';
import type { Context } from '../../http/context.ts';
import { lastOfPage } from '../../http/position.ts';
import type { Caller } from '../accounts/access.ts';
import { presentAll } from '../identifications/present.ts';
import { readListCursor, writeListCursor } from '../observations/cursor.ts';
import { presentPublic } from '../observations/present.ts';
import { type FindProjectRecords, resolveRecordFilter } from '../observations/filter/resolve-filter.ts';
import { countObservations, type ListFilter, listWholeObservations } from '../observations/store.ts';
import { isInFields, listFields } from './fields.ts';
import { findFindings } from './findings.ts';
import { listAnswered, listValidated } from './store.ts';

const DEFAULT_LIMIT = 50;

type Query = QueryOf<typeof listToValidate>;
type Page = ReplyOf<typeof listToValidate>;

/** A page of the records about which the caller may decide. */
export async function queuePage(context: Context, query: Query, caller: Caller, projectRecords: FindProjectRecords): Promise<Page> {
  const db = context.readDb;
  const { userId, language } = caller;
  const fields = await listFields(db, userId);
  const isFirst = query.cursor === undefined;
  const limit = query.limit ?? DEFAULT_LIMIT;
  const selection = await resolveRecordFilter(
    context,
    { ...query, validation: query.validation ?? ['unverified'] },
    caller,
    projectRecords,
  );
  if (fields.length === 0)
    return { data: [], next_cursor: null, total: isFirst ? { count: 0, is_minimum: false } : null, is_validator: false };
  const filter: ListFilter = { callerId: userId, language, selection, isMeant: isInFields(fields, userId), limit: limit + 1 };
  const rows = await listWholeObservations(db, { ...filter, after: readListCursor(context, query.cursor) });
  const page = rows.slice(0, limit);
  const ids = page.map(({ id }) => id);
  const last = lastOfPage(rows, limit);
  const opinions = await presentAll(db, page, caller);
  const findings = await findFindings(db, page, opinions);
  const validated = new Map((await listValidated(db, ids, userId, fields)).map((row) => [row.id, row]));
  const answered = await listAnswered(db, ids);
  const total = isFirst ? await countObservations(db, { ...filter, limit: MAX_TO_VALIDATE_COUNT + 1 }) : null;
  return {
    data: page.flatMap((row) => {
      // Absent if it was hidden or deleted since.
      const basis = validated.get(row.id)?.basis;
      if (basis === undefined) return [];
      return [
        {
          ...presentPublic(context, row),
          opinions: getKnown(opinions, row.id),
          basis,
          findings: findings.get(row.id) ?? [],
          is_answered: answered.has(row.id),
        },
      ];
    }),
    next_cursor: last && writeListCursor(context, last),
    total: total === null ? null : { count: Math.min(total, MAX_TO_VALIDATE_COUNT), is_minimum: total > MAX_TO_VALIDATE_COUNT },
    is_validator: true,
  };
}
