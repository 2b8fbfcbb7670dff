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
} from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Context } from '../../http/context.ts';
import { Fault, invalid } from '../../http/fault.ts';
import { anyone, keepBytes, serve } from '../../http/serve.ts';
import { minuteLimit } from '../../http/write-limit.ts';
import { sendsMail } from '../../mail/outbox.ts';
import { loggedIn } from '../accounts/access.ts';
import { renderBase64, UnreadablePicture } from '../media/render.ts';
import { presentPerson } from './present.ts';
import {
  findPortrait,
  findProfile,
  findProfileOfPerson,
  type ProfileOfPerson,
  type ProfileRow,
  setPortrait,
  upsertProfile,
} from './profile-store.ts';
import { type CommunityRow, findPerson } from './store.ts';

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
    return reply
      .type('image/webp')
      .header('cache-control', 'private, max-age=3600')
      .header('content-security-policy', "sandbox; default-src 'none'")
      .serializer(keepBytes)
      .send(bytes);
  });
}

const portraitUrl = (id: string | null) => (id === null ? null : `/api/community/portraits/${id}`);

function presentOwn({ portrait_id, ...profile }: ProfileRow): OwnProfileTexts {
  return { ...profile, portrait_url: portraitUrl(portrait_id) };
}

/** The profile as others see it, also for its own person. */
function presentProfile(person: CommunityRow, profile: ProfileOfPerson, callerId: string): CommunityProfile {
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
  };
}

/** A picture as it is stored: a WebP without metadata. Throws 422 for what is no readable square picture. */
async function renderPortrait(context: Context, person: string, picture: string): Promise<Buffer> {
  try {
    return await renderBase64(context, { person, base64: picture }, async ({ width, height, paths }) => {
      if (Math.abs(width - height) > Math.max(1, SQUARE * width)) throw invalid('picture', 'picture');
      return readFile(paths[SIZE]!);
    });
  } catch (error) {
    if (error instanceof UnreadablePicture) throw invalid('picture', 'picture');
    throw error;
  }
}
