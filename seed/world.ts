import {
  getTaxonomy,
  LANGUAGES,
  listObservationChanges,
  login,
  patchPreferences,
  patchUser,
  putObservation,
  putValidator,
  register,
  type TaxonomyPage,
  type TaxonRow,
  type User,
} from '@veld/contract';
import { call, RequestFailed, uploadPhoto } from './api.ts';
import { addJourneys } from './journeys.ts';
import { type DemoPerson, PASSWORD, people, type PersonKey } from './people.ts';
import { type DrawnPhoto, drawPhoto } from './pictures/photo.ts';
import { type PlannedRecord, planRecords } from './plan.ts';
import { ZONES } from './places.ts';
import { addMessages } from './messages.ts';
import { setPlates } from './plates/set-plates.ts';
import { addProjects } from './projects.ts';
import { deriveUuid } from './random.ts';
import { addReplies } from './replies.ts';
import { addSocial } from './social.ts';
import { savePlaces } from './saved-places.ts';

export { PASSWORD, people };

export interface SeedOptions {
  /** The token of an admin, needed if the first account of the installation is not one of the demo. */
  adminToken?: string;
  now?: Date;
  /** How many records; 300 by default. */
  size?: number;
  /** Width of the photos in pixels; small ones are drawn and stored faster. */
  photoWidth?: number;
  /** How many species get a drawing as their image; six by default, because each takes the server a third of a second. */
  plates?: number;
  /** Called with lines of text about the progress. */
  onProgress?: (line: string) => void;
}

export interface Seeded {
  /** New tokens of all people. */
  tokens: Record<PersonKey, string>;
  users: Record<PersonKey, User>;
  /** Numbers of created records, journeys and photos. */
  records: number;
  journeys: number;
  photos: number;
  plates: number;
}

/** Number of photos drawn and uploaded at the same time. */
const MAX_PENDING = 3;
const SIZE = 300;
const PLATE_COUNT = 6;
/** Records that are stored at the same time. */
const AT_ONCE = 6;

/**
 * Creates demo data on a running server: twelve people, their records and journeys of the last two years, and what they say to one another. Uses
 * the public API only. Does not change existing data, so a second run changes nothing.
 */
export async function seed(url: string, options: SeedOptions = {}): Promise<Seeded> {
  const report = options.onProgress ?? (() => undefined);
  const tokens = {} as Record<PersonKey, string>;
  const users = {} as Record<PersonKey, User>;
  // In sequence, because the first account becomes admin.
  for (const person of people) {
    const { token, data } = await logInOrRegister(url, person);
    tokens[person.key] = token;
    users[person.key] = await withPreferences(url, person, data, token);
  }
  users.klara = await asCurator(url, users.klara, options.adminToken ?? tokens.admin, users.admin, report);

  await savePlaces(url, tokens.anna);

  const known = await knownRecords(url, Object.values(tokens));
  const taxa = await taxaByCountry(url);
  const isCurator = users.klara.roles.includes('curator');
  // Meanwhile the records are stored, which leaves a processor free.
  const plates = isCurator
    ? setPlates(url, { taxa: [...taxa.values()].flat(), token: tokens.klara, count: options.plates ?? PLATE_COUNT })
    : Promise.resolve(0);
  // Prevents an unhandled rejection before it is awaited.
  plates.catch(() => undefined);
  const planned = planRecords({ taxa, now: options.now ?? new Date(), size: options.size ?? SIZE });
  const plan = planned.filter((record) => !known.has(record.id));
  const photos = prefetchPhotos(plan, async (record) => {
    const photo = await drawPhoto(record, options.photoWidth);
    await uploadPhoto(url, photo, tokens[record.person.key]);
    return photo;
  });
  const store = async (at: number) => {
    const record = plan[at]!;
    const photo = await photos(at);
    const media = photo
      ? [{ id: photo.id, sha256: photo.sha256, type: 'image/jpeg' as const, width: photo.width, height: photo.height, order: 0 }]
      : [];
    await call(url, putObservation, { params: { id: record.id }, body: { ...record.body, media } }, tokens[record.person.key]);
  };
  // Oldest first, because the feed is sorted by the order of arrival; a few at once, which changes that order only a little.
  for (let at = 0; at < plan.length; at += AT_ONCE) {
    const batch = Array.from({ length: Math.min(AT_ONCE, plan.length - at) }, (_, offset) => at + offset);
    await Promise.all(batch.map(store));
    if ((at + AT_ONCE) % 500 < AT_ONCE) report(`${Math.min(at + AT_ONCE, plan.length)} of ${plan.length} records`);
  }
  const journeys = await addJourneys(url, planned, tokens);
  await addReplies(url, plan, tokens, users);
  await addSocial(url, { records: plan, tokens, users, taxa });
  await addMessages(url, { records: plan, tokens, users });
  await addProjects(url, tokens, options.now ?? new Date());
  const photoCount = plan.filter((record) => record.hasPhoto).length;
  return { tokens, users, records: plan.length, journeys, photos: photoCount, plates: await plates };
}

async function logInOrRegister(url: string, person: DemoPerson): Promise<{ token: string; data: User }> {
  const { email, name, country, language } = person;
  try {
    return await call(url, login, { body: { email, password: PASSWORD, device_name: 'Demo world' } });
  } catch (error) {
    if (!(error instanceof RequestFailed) || error.status !== 401) throw error;
  }
  return call(url, register, {
    body: { name, email, password: PASSWORD, country_code: country, language, community_opt_in: true, device_name: 'Demo world' },
  });
}

/** Sets the preferences of a new account. Existing accounts keep theirs, because users of the demo may have changed them. */
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

/** Lets somebody validate all records. The id is always the same, so that it is done once. */
async function appointValidator(url: string, user: User, adminToken: string): Promise<void> {
  const field = { group: null, country: null, area: null, from: null, to: null, project_id: null };
  await call(url, putValidator, { params: { id: deriveUuid('validator') }, body: { user_id: user.id, field } }, adminToken);
}

async function asCurator(url: string, user: User, adminToken: string, admin: User, report: (line: string) => void): Promise<User> {
  if (user.roles.includes('curator')) return user;
  try {
    await call(url, patchUser, { params: { id: user.id }, body: { roles: ['user', 'curator'] } }, adminToken);
    await appointValidator(url, user, adminToken);
    return { ...user, roles: ['user', 'curator'] };
  } catch (error) {
    if (!(error instanceof RequestFailed) || error.status !== 403) throw error;
    report(`${admin.email} is not an admin, because the installation had accounts before, so ${user.name} is not a curator.`);
    return user;
  }
}

/** Ids of the existing and deleted records of these people. */
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

/** Makes drawings the images of further species, up to a count of them all, if the curator of the demo is one still. Returns how many. */
export async function addPlates(url: string, count = Infinity): Promise<number> {
  const { email } = people.find(({ key }) => key === 'klara')!;
  const { token, data } = await call(url, login, { body: { email, password: PASSWORD, device_name: 'Demo world' } });
  if (!data.roles.includes('curator')) return 0;
  const taxa = await taxaByCountry(url);
  return setPlates(url, { taxa: [...taxa.values()].flat(), token, count });
}

async function taxaByCountry(url: string): Promise<Map<string, TaxonRow[]>> {
  const taxa = new Map<string, TaxonRow[]>();
  for (const country of Object.keys(ZONES)) {
    const page = (await call(url, getTaxonomy, {
      query: { page: 1, languages: ['sci', ...LANGUAGES].join(','), country_code: country },
    })) as TaxonomyPage;
    taxa.set(
      country,
      page.data.filter((taxon) => taxon.rank === 'species'),
    );
  }
  return taxa;
}

/** Draws and uploads a few photos in advance. Returns a function that waits for the photo of the record at an index of the plan. */
function prefetchPhotos(
  plan: readonly PlannedRecord[],
  make: (record: PlannedRecord) => Promise<DrawnPhoto>,
): (at: number) => Promise<DrawnPhoto | null> {
  const pending = new Map<number, Promise<DrawnPhoto>>();
  const withPhoto = [...plan.keys()].filter((at) => plan[at]!.hasPhoto);
  return async (at) => {
    for (const next of withPhoto.filter((entry) => entry >= at).slice(0, MAX_PENDING)) {
      if (pending.has(next)) continue;
      const made = make(plan[next]!);
      // Prevents an unhandled rejection before the promise is awaited.
      made.catch(() => undefined);
      pending.set(next, made);
    }
    return plan[at]!.hasPhoto ? pending.get(at)! : null;
  };
}
