import { sql } from 'kysely';
import { FOUND_SPECIES } from '../../db/absence.ts';
import type { Db } from '../../db/open.ts';
import { isAboveSpecies } from '../../db/ranks.ts';
import { IS_COUNTED } from '../../db/visibility.ts';
import type { PublicCounts } from '../operations/store.ts';
import { onlyRow } from '../../db/only-row.ts';

/** The figures of the server, without private records. */
export async function countPublic(db: Db): Promise<PublicCounts> {
  const { rows } = await sql<PublicCounts>`
    select
      (select count(*) from users where deleted_at is null) as people,
      count(*) as observations,
      count(distinct ${FOUND_SPECIES}) as species,
      (select count(*) from taxa t where not t.is_deleted and not ${isAboveSpecies(sql`t.rank`)}) as taxa
    from observations o join users u on u.id = o.user_id
    where ${IS_COUNTED}
  `.execute(db);
  return onlyRow(rows);
}
