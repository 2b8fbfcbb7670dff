import { type QualityTopic, isVotedDown } from '@veld/contract';
import { sql } from 'kysely';
import type { Tx } from '../../db/open.ts';

/**
 * What a vote on `v.topic` of the record `o` is about, as a hash: a vote on the date ends when the observer changes the date. Others never
 * get it.
 */
export const VOTED_ABOUT = sql<string>`md5(case v.topic
  when 'date' then coalesce(o.observed_on, '')
  when 'place' then coalesce(o.latitude::text, '') || ' ' || coalesce(o.longitude::text, '')
  when 'wild' then coalesce(o.attributes ->> 'wildness', '')
  when 'evidence' then coalesce((
    select string_agg(om.media_id::text, ' ' order by om.media_id) from observation_media om where om.observation_id = o.id
  ), '')
  else '' end)`;

/** Whether the vote `v` of the user `iu` on the record `o` counts: it is not taken back, and nobody has blocked the other. */
export const COUNTED_VOTE = sql<boolean>`(v.agrees is not null and iu.erase_after is null and v.about = ${VOTED_ABOUT}
  and not exists (
    select 1 from relations b where b.kind = 'block' and ((b.user_id = v.user_id and b.other_id = o.user_id) or (b.user_id = o.user_id and b.other_id = v.user_id))
  ))`;

/** The topics of quality on which more people say no than yes, by record. */
export async function listVotedDown(tx: Tx, ids: readonly string[]): Promise<Map<string, QualityTopic[]>> {
  const { rows } = await sql<{ id: string; topic: QualityTopic; yes: number; no: number }>`
    select v.observation_id as id, v.topic, (count(*) filter (where v.agrees))::integer as yes, (count(*) filter (where not v.agrees))::integer as no
    from record_votes v join observations o on o.id = v.observation_id join users iu on iu.id = v.user_id
    where v.observation_id = any(${[...ids]}::uuid[]) and v.value = '' and ${COUNTED_VOTE}
    group by v.observation_id, v.topic order by v.topic
  `.execute(tx);
  const down = rows.filter(isVotedDown);
  return new Map([...Map.groupBy(down, (row) => row.id)].map(([id, votes]) => [id, votes.map(({ topic }) => topic)]));
}
