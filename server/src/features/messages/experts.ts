import { type Expert, MAX_EXPERTS, type TaxonGroup } from '@veld/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { isListedFor, isUnblocked } from '../../db/visibility.ts';
import type { Caller } from '../accounts/access.ts';
import { isListed } from '../accounts/store.ts';
import { presentCorrespondent } from './present.ts';
import { type Correspondent, selectCorrespondent } from './store.ts';
import { tellWriting } from './write.ts';

/** Of all identifications, only the latest are counted, so that the time does not grow with the instance. */
const LATEST = 20_000;
/** Of the best, those who accept no message of the caller are left out. */
const CANDIDATES = 50;

/** What is asked about: the group, the public country and the observer of a record. */
interface AskedRecord {
  group: TaxonGroup | null;
  country: string | null;
  user_id: string;
}

/** A record that the caller can see. A record that hides its place has its public country only. */
export async function findAskedRecord(db: Db, id: string): Promise<AskedRecord | undefined> {
  const { rows } = await sql<AskedRecord>`
    select t.taxon_group as "group", o.public_country_code as country, o.user_id
    from observations o left join taxa t on t.id = o.taxon_id where o.id = ${id}
  `.execute(db);
  return rows[0];
}

/**
 * Who identifies a group best in a country, experts first, then by how often the community has the same name; of people listed in the
 * community who accept a message of the caller. Identifications of records that hide their place count for nobody.
 */
export async function findExperts(
  db: Db,
  caller: Pick<Caller, 'userId' | 'standing' | 'isConfirmed'>,
  { group, country, user_id }: AskedRecord,
  sendsMail: boolean,
): Promise<Expert[]> {
  const { userId: callerId } = caller;
  const { rows } = await sql<Correspondent & Pick<Expert, 'agreed' | 'is_expert'>>`
    with latest as materialized (
      select i.user_id, i.taxon_id, i.observation_id from identifications i
      where i.withdrawn_at is null and i.hidden_by_moderator_at is null order by i.seq desc limit ${LATEST}
    ),
    counted as (
      select l.user_id, count(*)::integer as agreed, false as is_expert
      from latest l cross join lateral (select taxon_group from taxa where id = l.taxon_id offset 0) t
        cross join lateral (select * from observations where id = l.observation_id offset 0) o
        cross join lateral (select * from users where id = o.user_id offset 0) u
      where t.taxon_group = ${group} and o.community_taxon_id = l.taxon_id and o.user_id <> l.user_id and o.geoprivacy = 'open'
        and ${isListedFor(callerId)} and (${country}::text is null or o.public_country_code = ${country})
      group by l.user_id
      union all
      select s.user_id, 0, true from curator_scopes s
      where (s.taxon_group is null or s.taxon_group = ${group})
        and (s.country_code is null or ${country}::text is null or s.country_code = ${country})
    ),
    best as (
      select user_id, sum(agreed)::integer as agreed, bool_or(is_expert) as is_expert from counted group by user_id
    )
    select ${selectCorrespondent(callerId)}, b.agreed, b.is_expert
    from best b cross join lateral (select * from users where id = b.user_id offset 0) u left join conversations c on c.user_id = ${callerId} and c.other_id = u.id
    where u.deleted_at is null and u.id <> ${callerId} and u.id <> ${user_id} and ${isListed(sendsMail)} and ${isUnblocked(sql`u.id`, callerId)}
    order by b.is_expert desc, b.agreed desc, u.id limit ${CANDIDATES}
  `.execute(db);
  return rows
    .filter((person) => tellWriting(person, caller) === 'open')
    .slice(0, MAX_EXPERTS)
    .map((person) => ({ ...presentCorrespondent(person), agreed: person.agreed, is_expert: person.is_expert }));
}
