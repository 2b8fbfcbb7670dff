import { type ExperienceCause, type Language, type Toast, type ToastDraft } from '@veld/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

export async function sumExperience(db: Db, userId: string): Promise<{ cause: ExperienceCause; count: number; points: number }[]> {
  const { rows } = await sql<{ cause: ExperienceCause; count: number; points: number }>`
    select reason as cause, count(*)::integer as count, sum(points)::integer as points from xp_events where user_id = ${userId} group by reason
  `.execute(db);
  return rows;
}

export async function listBadges(db: Db, userId: string): Promise<{ badge: string; earned_at: Date }[]> {
  return db.selectFrom('user_badges').select(['badge', 'earned_at']).where('user_id', '=', userId).execute();
}

const MAX_TOASTS = 50;

/** The current messages for a person that they have not seen, in their language or in English. */
export async function listToastsFor(db: Db, userId: string, language: Language, now: Date): Promise<Toast[]> {
  const { rows } = await sql<Omit<Toast, 'ends_at'> & { ends_at: Date | null }>`
    select t.id, t.level, coalesce(t.texts ->> ${language}::text, t.texts ->> 'en') as text, t.link, t.ends_at
    from toasts t join users u on u.id = ${userId}
    where t.starts_at <= ${now} and (t.ends_at is null or t.ends_at > ${now}) and not (t.id = any(u.toasts_seen))
      and (t.country_code is null or t.country_code = u.country_code)
      and (t.audience = 'everyone' or (t.audience = 'pro' and u.is_pro) or t.audience = any(u.roles))
    order by t.starts_at, t.id limit ${MAX_TOASTS}
  `.execute(db);
  return rows.map((row) => ({ ...row, ends_at: row.ends_at?.toISOString() ?? null }));
}

export async function upsertToast(db: Db, id: string, draft: ToastDraft, by: { userId: string; now: Date }): Promise<void> {
  const values = {
    level: draft.level,
    texts: JSON.stringify(draft.text),
    link: draft.link ?? null,
    starts_at: draft.starts_at ?? by.now,
    ends_at: draft.ends_at ?? null,
    audience: draft.audience,
    country_code: draft.country_code ?? null,
    created_by: by.userId,
  };
  await db
    .insertInto('toasts')
    .values({ id, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
}

export async function removeToast(db: Db, id: string): Promise<void> {
  await db.deleteFrom('toasts').where('id', '=', id).execute();
}
