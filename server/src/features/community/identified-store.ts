import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { isListedFor } from '../../db/visibility.ts';
import type { StatisticsFilter } from './statistics-store.ts';
import { onlyRow } from '../../db/only-row.ts';

interface IdentificationsOf extends StatisticsFilter {
  userId: string;
  callerId: string;
}

export interface IdentifiedRow {
  id: string;
  observation_id: string;
  taxon_id: number;
  disagrees: boolean;
  comment: string;
  created_at: Date;
  seq: number;
}

/** The identifications `i` of a person, of days (UTC) of a period. Those of records that hide their place count for nobody. */
function identificationsOf({ userId, callerId, country, days }: IdentificationsOf): RawBuilder<unknown> {
  const where = [
    sql`i.user_id = ${userId} and i.withdrawn_at is null and i.hidden_by_moderator_at is null`,
    sql`${isListedFor(callerId)} and o.geoprivacy = 'open'`,
  ];
  if (country) where.push(sql`o.public_country_code = ${country}`);
  if (days) where.push(sql`(i.created_at at time zone 'utc')::date between ${days.from} and ${days.to}`);
  return sql`identifications i join observations o on o.id = i.observation_id join users u on u.id = o.user_id where ${sql.join(where, sql` and `)}`;
}

export async function countIdentifications(db: Db, filter: IdentificationsOf): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${identificationsOf(filter)}`.execute(db);
  return onlyRow(rows).count;
}

/** Those that `countIdentifications` counts, last received first; `after` is the `seq` of the one before. */
export async function listIdentified(
  db: Db,
  { after, limit, ...filter }: IdentificationsOf & { after: number | null; limit: number },
): Promise<IdentifiedRow[]> {
  const { rows } = await sql<IdentifiedRow>`
    select i.id, i.observation_id, i.taxon_id, i.disagrees, i.comment, i.created_at, i.seq::integer as seq from ${identificationsOf(filter)}
      and ${after === null ? sql`true` : sql`i.seq < ${after}`}
    order by i.seq desc limit ${limit}
  `.execute(db);
  return rows;
}
