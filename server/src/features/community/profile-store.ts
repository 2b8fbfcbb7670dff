import type { ProfileDraft } from '@veld/contract';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { Tables } from '../../db/schema.ts';

/** What a person writes about themselves; the picture by its id only. */
export type ProfileRow = Omit<Selectable<Tables['profiles']>, 'portrait' | 'user_id'>;

export const NO_PROFILE: ProfileRow = { bio: '', languages: [], orcid: null, links: [], shares_badges: false, portrait_id: null };

const COLUMNS = ['bio', 'languages', 'orcid', 'links', 'shares_badges', 'portrait_id'] as const;

export async function findProfile(db: Db, userId: string): Promise<ProfileRow> {
  return (await db.selectFrom('profiles').select(COLUMNS).where('user_id', '=', userId).executeTakeFirst()) ?? NO_PROFILE;
}

export async function upsertProfile(db: Db, userId: string, { bio, ...draft }: ProfileDraft): Promise<ProfileRow> {
  const values = { ...draft, bio: bio.trim() };
  return db
    .insertInto('profiles')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

export async function setPortrait(db: Db, userId: string, portrait: { id: string; bytes: Buffer } | null): Promise<ProfileRow> {
  const values = { portrait_id: portrait?.id ?? null, portrait: portrait?.bytes ?? null };
  return db
    .insertInto('profiles')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** The picture of an open account. */
export async function findPortrait(db: Db, id: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('profiles as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select('p.portrait')
    .where('p.portrait_id', '=', id)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.portrait ?? undefined;
}

/** What a profile shows beside the figures of its records. */
export interface ProfileOfPerson extends ProfileRow {
  /** Of the account, YYYY-MM. */
  joined: string;
  gamification: boolean;
  /** As of the start of the day in UTC. */
  points: number;
  badges: { id: string; earned_at: string }[];
}

/** Of others, only what was so at the start of the day in UTC, so that a profile does not show when a hidden record was made. */
export async function findProfileOfPerson(db: Db, userId: string): Promise<ProfileOfPerson | undefined> {
  const isBefore = sql<boolean>`< date_trunc('day', now() at time zone 'utc') at time zone 'utc'`;
  const { rows } = await sql<ProfileOfPerson>`
    select coalesce(p.bio, '') as bio, coalesce(p.languages, '{}') as languages, p.orcid, coalesce(p.links, '{}') as links,
      coalesce(p.shares_badges, false) as shares_badges, p.portrait_id,
      to_char(u.created_at at time zone 'utc', 'YYYY-MM') as joined,
      coalesce(u.preferences ->> 'gamification', 'true') = 'true' as gamification,
      (select coalesce(sum(e.points), 0)::integer from xp_events e where p.shares_badges and e.user_id = u.id and e.created_at ${isBefore}) as points,
      (
        select coalesce(json_agg(json_build_object('id', b.badge, 'earned_at', to_char(b.earned_at at time zone 'utc', 'YYYY-MM-DD')) order by b.earned_at, b.badge), '[]')
        from user_badges b where p.shares_badges and b.user_id = u.id and b.earned_at ${isBefore}
      ) as badges
    from users u left join profiles p on p.user_id = u.id
    where u.id = ${userId} and u.deleted_at is null
  `.execute(db);
  return rows[0];
}

export async function removeProfile(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('profiles').where('user_id', '=', userId).execute();
}
