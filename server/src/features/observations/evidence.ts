import { casualReasons } from '@veld/contract';
import { sql } from 'kysely';
import { lockWrites } from './ledger.ts';
import type { Db, Tx } from '../../db/open.ts';
import { inTransaction } from '../../db/transaction.ts';
import { findMedia } from '../media/store.ts';
import { updateExperience } from './experience.ts';
import { applyGrades } from './grade.ts';
import { listVotedDown } from './votes.ts';

/**
 * A photo that cannot be rendered is no evidence of its records. Notes whether this one is, after that changed, and grades its records
 * anew. Idempotent.
 */
export async function followPhoto(db: Db, mediaId: string): Promise<void> {
  const media = await findMedia(db, mediaId);
  if (!media || media.state === 'stored') return;
  await inTransaction(db, async (tx) => {
    await lockWrites(tx, media.user_id);
    const { rows } = await sql<{ observation_id: string }>`
      update observation_media om set is_failed = ${media.state === 'failed'}
      from observations o
      where om.media_id = ${media.photo_id} and om.sha256 = ${media.sha256} and om.is_failed <> ${media.state === 'failed'}
        and o.id = om.observation_id and o.user_id = ${media.user_id} and o.deleted_at is null
      returning om.observation_id
    `.execute(tx);
    const ids = rows.map((row) => row.observation_id);
    if (ids.length === 0) return;
    await gradeByEvidence(tx, ids);
    await applyGrades(tx, media.user_id, ids);
    // Those for evidence do not depend on the grade.
    await updateExperience(tx, media.user_id, { records: ids });
  });
}

/** Sets whether records are casual, by those of their photos that are evidence and by votes. Their identifications are counted afterwards. */
export async function gradeByEvidence(tx: Tx, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<GradedRow>`
    select o.id, o.observed_on, o.latitude, o.longitude, o.count, o.count_max, o.attributes, o.quality, o.voted_against, (
      select coalesce(json_agg('photo'::text), '[]') from observation_media om where om.observation_id = o.id and not om.is_failed
    ) as photos
    from observations o where o.id = any(${[...ids]}::uuid[])
  `.execute(tx);
  const against = await listVotedDown(tx, ids);
  const changed = rows.flatMap(({ photos, ...row }) => {
    const votedAgainst = against.get(row.id) ?? [];
    const isCasual = casualReasons({ ...row, media: photos.map(() => ({})) }, votedAgainst).length > 0;
    const quality = isCasual ? 'casual' : row.quality === 'casual' ? 'needs_id' : row.quality;
    if (quality === row.quality && String(votedAgainst) === String(row.voted_against)) return [];
    return [{ id: row.id, quality, voted_against: votedAgainst }];
  });
  if (changed.length === 0) return;
  await sql`
    update observations o set quality = new.quality, voted_against = new.voted_against
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as new (id uuid, quality text, voted_against text[]) where o.id = new.id
  `.execute(tx);
}

type GradedRow = Omit<Parameters<typeof casualReasons>[0], 'media'> & {
  id: string;
  quality: string;
  voted_against: string[];
  photos: string[];
};
