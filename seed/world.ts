import {
  getTaxonomy,
  listObservationChanges,
  login,
  patchPreferences,
  patchUser,
  putObservation,
  register,
  type TaxonomyPage,
  type TaxonRow,
  type User,
} from '@veld/contract';
import { call, Refused, sendPhoto } from './api.ts';
import { type DemoPerson, PASSWORD, people, type PersonKey } from './people.ts';
import { type DrawnPhoto, drawPhoto } from './pictures/photo.ts';
import { type PlannedRecord, planRecords } from './plan.ts';
import { ZONES } from './places.ts';

export { PASSWORD, people };

export interface SeedOptions {
  /** The token of an admin, where the first account of the installation is not the demo's own. */
  adminToken?: string;
  now?: Date;
  /** Told what is done, in a few words. */
  say?: (line: string) => void;
}

export interface Seeded {
  /** Tokens of this run's logins. */
  tokens: Record<PersonKey, string>;
  users: Record<PersonKey, User>;
  /** Records that were not there before. */
  records: number;
  photos: number;
}

/** How many photos are under way at the same time. */
const AHEAD = 3;

/**
 * Fills a running server with one small world: five people, 300 records of the last two years, some sixty photos. All of it
 * goes the way of every app: accounts, uploads and records by the public calls. What is there already is left alone, so a
 * second run changes nothing.
 */
export async function seed(url: string, options: SeedOptions = {}): Promise<Seeded> {
  const say = options.say ?? (() => undefined);
  const tokens = {} as Record<PersonKey, string>;
  const users = {} as Record<PersonKey, User>;
  // One after another: the first account becomes the admin.
  for (const person of people) {
    const { token, data } = await enter(url, person);
    tokens[person.key] = token;
    users[person.key] = await withPreferences(url, person, data, token);
  }
  users.klara = await asCurator(url, users.klara, options.adminToken ?? tokens.admin, users.admin, say);

  const known = await knownRecords(url, Object.values(tokens));
  const plan = planRecords(await taxaByCountry(url), options.now ?? new Date()).filter((record) => !known.has(record.id));
  const photos = photosAhead(plan, async (record) => {
    const photo = await drawPhoto(record);
    await sendPhoto(url, photo, tokens[record.person.key]);
    return photo;
  });
  for (const [at, record] of plan.entries()) {
    const photo = await photos(at);
    const media = photo
      ? [{ id: photo.id, sha256: photo.sha256, type: 'image/jpeg' as const, width: photo.width, height: photo.height, order: 0 }]
      : [];
    // One after another, the oldest first: the feed shows them in the order in which they arrive.
    const body = { ...record.body, media };
    await call(url, putObservation, { params: { id: record.id }, body }, tokens[record.person.key]);
    if ((at + 1) % 100 === 0) say(`${at + 1} of ${plan.length} records`);
  }
  return { tokens, users, records: plan.length, photos: plan.filter((record) => record.hasPhoto).length };
}

async function enter(url: string, person: DemoPerson): Promise<{ token: string; data: User }> {
  const { email, name, country, language } = person;
  try {
    return await call(url, login, { body: { email, password: PASSWORD, device_name: 'Demo world' } });
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 401) throw error;
  }
  return call(url, register, {
    body: { name, email, password: PASSWORD, country_code: country, language, community_opt_in: true, device_name: 'Demo world' },
  });
}

/** Sets what a person chose, once: whoever plays that person afterwards may choose otherwise. */
async function withPreferences(url: string, person: DemoPerson, user: User, token: string): Promise<User> {
  const isNew = Date.now() - Date.parse(user.created_at) < 60_000;
  if (!isNew) return user;
  let changed = user;
  for (const [key, value] of Object.entries({ language: person.language, ...person.preferences })) {
    if (JSON.stringify(user.preferences[key as keyof User['preferences']]) === JSON.stringify(value)) continue;
    changed = (await call(url, patchPreferences, { body: { [key]: value } }, token)).data;
  }
  return changed;
}

async function asCurator(url: string, user: User, adminToken: string, admin: User, say: (line: string) => void): Promise<User> {
  if (user.roles.includes('curator')) return user;
  try {
    await call(url, patchUser, { params: { id: user.id }, body: { roles: ['user', 'curator'] } }, adminToken);
    return { ...user, roles: ['user', 'curator'] };
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 403) throw error;
    say(`${admin.email} is no admin here (the installation had accounts before), so ${user.name} is no curator.`);
    return user;
  }
}

/** Ids of the records that these people have or had. */
async function knownRecords(url: string, tokens: string[]): Promise<Set<string>> {
  const known = new Set<string>();
  for (const token of tokens) {
    let cursor: string | undefined;
    for (let hasMore = true; hasMore;) {
      const page = await call(url, listObservationChanges, { query: { limit: 100, ...(cursor ? { cursor } : {}) } }, token);
      for (const record of page.data) known.add(record.id);
      cursor = page.next_cursor;
      hasMore = page.has_more;
    }
  }
  return known;
}

async function taxaByCountry(url: string): Promise<Map<string, TaxonRow[]>> {
  const taxa = new Map<string, TaxonRow[]>();
  for (const country of Object.keys(ZONES)) {
    const page = (await call(url, getTaxonomy, { query: { page: 1, languages: 'sci,en', country_code: country } })) as TaxonomyPage;
    taxa.set(
      country,
      page.data.filter((taxon) => taxon.rank === 'species'),
    );
  }
  return taxa;
}

/** Draws and sends the photos of records a little ahead of them, so that neither waits for the other. */
function photosAhead(
  plan: readonly PlannedRecord[],
  make: (record: PlannedRecord) => Promise<DrawnPhoto>,
): (at: number) => Promise<DrawnPhoto | null> {
  const making = new Map<number, Promise<DrawnPhoto>>();
  const withPhoto = [...plan.keys()].filter((at) => plan[at]!.hasPhoto);
  return async (at) => {
    for (const next of withPhoto.filter((entry) => entry >= at).slice(0, AHEAD)) {
      if (making.has(next)) continue;
      const made = make(plan[next]!);
      // Awaited when its turn comes; until then a failure is nobody's.
      made.catch(() => undefined);
      making.set(next, made);
    }
    return plan[at]!.hasPhoto ? making.get(at)! : null;
  };
}
