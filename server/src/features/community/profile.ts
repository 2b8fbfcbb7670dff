import {
  type CommunityProfile,
  computeLevel,
  deletePortrait,
  getCommunityProfile,
  getOwnProfile,
  getPortrait,
  MAX_PORTRAIT_LENGTH,
  type OwnProfileTexts,
  putOwnProfile,
  putPortrait,
  type ProfileDraft,
  type CommunityUser,
} from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Context } from '../../http/context.ts';
import { Fault, invalid } from '../../http/fault.ts';
import { anyone, serve } from '../../http/serve.ts';
import { minuteLimit } from '../../http/write-limit.ts';
import { sendsMail } from '../../mail/outbox.ts';
import { loggedIn } from '../accounts/access.ts';
import { renderPicture, sendPicture } from '../media/sent-picture.ts';
import { type CommunityRow, findPerson, type FoundPerson } from './store.ts';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { Tables } from '../../db/schema.ts';

const SIZE = 512;

/** How much longer than wide a square may be: a pixel of rounding. */
const SQUARE = 0.01;

/** Each is decoded, also one that is refused. */
const PORTRAITS_PER_MINUTE = 10;

/** Profiles, and what people write about themselves. */
export function registerProfiles(app: FastifyInstance, context: Context): void {
  const access = loggedIn(context);
  const countPortrait = minuteLimit(PORTRAITS_PER_MINUTE, context.now);
  const { db } = context;

  serve(app, getCommunityProfile, access, async ({ params, caller }) => {
    const person = await findPerson(context.readDb, params.id, sendsMail(context), caller.userId);
    const profile = person && (await findProfileOfPerson(context.readDb, person.id));
    if (!profile) throw new Fault('not_found');
    return { data: presentProfile(person, profile, caller.userId) };
  });

  serve(app, getOwnProfile, access, async ({ caller }) => ({ data: presentOwn(await findProfile(db, caller.userId)) }));
  serve(app, putOwnProfile, access, async ({ body, caller }) => ({ data: presentOwn(await upsertProfile(db, caller.userId, body)) }));
  serve(
    app,
    putPortrait,
    access,
    async ({ body, caller }) => {
      const bytes = await renderPortrait(context, caller.userId, body.picture);
      return { data: presentOwn(await setPortrait(db, caller.userId, { id: randomUUID(), bytes })) };
    },
    { bodyLimit: MAX_PORTRAIT_LENGTH + 1000, limit: ({ userId }) => countPortrait(userId) },
  );
  serve(app, deletePortrait, access, async ({ caller }) => {
    await setPortrait(db, caller.userId, null);
    return undefined;
  });
  serve(app, getPortrait, anyone, async ({ params, reply }) => {
    const bytes = await findPortrait(context.readDb, params.id);
    if (!bytes) throw new Fault('not_found');
    return sendPicture(reply, bytes);
  });
}

export const portraitUrl = (id: string | null) => (id === null ? null : `/api/community/portraits/${id}`);

function presentOwn({ portrait_id, ...profile }: ProfileRow): OwnProfileTexts {
  return { ...profile, portrait_url: portraitUrl(portrait_id) };
}

/** The profile as others see it, also for its own person. */
function presentProfile(person: FoundPerson, profile: ProfileOfPerson, callerId: string): CommunityProfile {
  const shown = presentPerson(person, callerId);
  const isShared = person.is_listed && profile.shares_badges && profile.gamification;
  const { joined, bio, languages, orcid, links, portrait_id } = profile;
  return {
    ...shown,
    ...(person.is_listed
      ? { joined, bio, languages, orcid, links, portrait_url: portraitUrl(portrait_id) }
      : { joined: null, bio: '', languages: [], orcid: null, links: [], portrait_url: null }),
    level: isShared ? computeLevel(profile.points) : null,
    badges: isShared ? profile.badges : null,
    shares_needs: person.shares_needs,
  };
}

/** A picture as it is stored: a WebP without metadata. Throws 422 for what is no readable square picture. */
function renderPortrait(context: Context, person: string, picture: string): Promise<Buffer> {
  return renderPicture(context, person, picture, async ({ width, height, paths }) => {
    if (Math.abs(width - height) > Math.max(1, SQUARE * width)) throw invalid('picture', 'picture');
    return readFile(paths[SIZE]);
  });
}

/** What a person writes about themselves; the picture by its id only. */
type ProfileRow = Omit<Selectable<Tables['profiles']>, 'portrait' | 'user_id'>;

const NO_PROFILE: ProfileRow = { bio: '', languages: [], orcid: null, links: [], shares_badges: false, portrait_id: null };

const COLUMNS = ['bio', 'languages', 'orcid', 'links', 'shares_badges', 'portrait_id'] as const;

async function findProfile(db: Db, userId: string): Promise<ProfileRow> {
  return (await db.selectFrom('profiles').select(COLUMNS).where('user_id', '=', userId).executeTakeFirst()) ?? NO_PROFILE;
}

async function upsertProfile(db: Db, userId: string, { bio, ...draft }: ProfileDraft): Promise<ProfileRow> {
  const values = { ...draft, bio: bio.trim() };
  return db
    .insertInto('profiles')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

async function setPortrait(db: Db, userId: string, portrait: { id: string; bytes: Buffer } | null): Promise<ProfileRow> {
  const values = { portrait_id: portrait?.id ?? null, portrait: portrait?.bytes ?? null };
  return db
    .insertInto('profiles')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** The picture of an open account. */
async function findPortrait(db: Db, id: string): Promise<Buffer | undefined> {
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

/** Includes the country only for people who are listed, and for the caller. */
export function presentPerson(row: CommunityRow, callerId: string): CommunityUser {
  return {
    id: row.id,
    name: row.name,
    country_code: row.is_listed || row.id === callerId ? row.country_code : null,
    is_pro: row.is_pro,
    is_listed: row.is_listed,
    observations: row.observations,
    species: row.species,
  };
}
