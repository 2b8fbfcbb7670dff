import { randomUUID } from 'node:crypto';
import {
  type BodyOf,
  deleteObservation,
  encodePoints,
  obscuredCell,
  getValidation,
  putComment,
  putDecision,
  putEmbed,
  putIdentification,
  putQuestion,
  putReaction,
  putSavedPlace,
  putTileRequest,
  REACTION_EMOJI,
} from '@veld/contract';
import { sql } from 'kysely';
import { inTransaction } from '../../server/src/db/transaction.ts';
import { refreshFrequencies } from '../../server/src/features/frequencies/build.ts';
import { computeTrack, queueDueTracks } from '../../server/src/features/journeys/tracks/job.ts';
import { applyChanges } from '../../server/src/features/map/pyramid.ts';
import { foldAll } from '../../server/src/features/projects/fold.ts';
import { upsertRules } from '../../server/src/features/sensitive/store.ts';
import { refreshRarity } from '../../server/src/features/species/rarity.ts';
import { settleAll } from '../../server/src/features/motivation/settle.ts';
import { workOff } from '../../server/src/features/tile-requests/build/queue.ts';
import { journeyBody, journeyPoints } from '../../server/src/testing/journeys.ts';
import { type Person, person } from '../../server/src/testing/people.ts';
import { addPublicPlace } from '../../server/src/testing/public-places.ts';
import { declared, draft, insertTaxa, makePhoto, type Photo, save, TAXA, upload } from '../../server/src/testing/records.ts';
import { testServer, type TestServer } from '../../server/src/testing/server.ts';
import {
  FIRST_SHARED,
  type HiddenRecord,
  planJourneys,
  PHOTOS,
  type Plan,
  planProjects,
  planPublicPlaces,
  type Secret,
  SENSITIVE,
  UNSHARED,
} from './plan.ts';

const SECRET_KEY = 'one key for all worlds, so that the signatures of addresses match';
/** The last day of the month of the hidden records, so that "this week" and "yesterday" would separate them by their day. */
const NOW = () => new Date('2026-05-31T10:30:00Z');
export const EMBED_KEY = 'abcdefghijklmnopqrstuvwxyz123456';
/** An offline map of Bram, with the squares and species of two groups around the hidden records. */
export const PACK_ID = '77777777-0000-4000-8000-000000000001';

const VALIDATOR_ID = '77777777-0000-4000-8000-000000000002';
const RULE_ID = '88888888-0000-4000-8000-000000000001';

/** What both worlds of a pair have: people, open records, photos and an embed. */
export interface Base {
  veld: TestServer;
  /** The owner of the hidden records. */
  anna: Person;
  /** Another user. */
  bram: Person;
  /** A user of the same country who also records, hides some records, reads Dutch, and appears in the community. */
  chen: Person;
  photos: readonly Photo[];
  openIds: readonly string[];
  embedId: string;
}

/** Makes the base as a stopped server, of which each world is a copy: so all ids, sessions and times of saving are the same in both. */
export async function makeBase(): Promise<Base> {
  const veld = await testServer({ SECRET_KEY }, { now: NOW });
  await insertTaxa(veld);
  await insertTaxa(veld, [SENSITIVE]);
  const rule = { id: RULE_ID, taxon_id: SENSITIVE.id, country_code: null, area: null, area_name: null, months: [], reason: 'law' };
  await inTransaction(veld.db, (tx) => upsertRules(tx, [{ ...rule, grid_km: SENSITIVE.grid_km }]));
  const anna = await person(veld, 'anna', { community_opt_in: true, country_code: 'NL' });
  const bram = await person(veld, 'bram');
  const chen = await person(veld, 'chen', { community_opt_in: true, country_code: 'NL' });
  // Of everything; Bram sees hidden records as everybody does (decision 0079).
  await veld.db.insertInto('validators').values({ id: VALIDATOR_ID, user_id: bram.user.id }).execute();
  const photos = await Promise.all(Array.from({ length: PHOTOS }, () => makePhoto({ width: 90, height: 60 })));
  for (const photo of photos) await upload(veld, anna, photo);
  await veld.context.jobs.drain();
  const openIds: string[] = [];
  const add = async (who: Person, change: Parameters<typeof draft>[0]) => {
    const id = randomUUID();
    const saved = await save(veld, who, id, draft({ observed_time: null, ...change }));
    if (saved.status !== 200) throw new Error(`A record of the base was not stored: ${saved.status}`);
    openIds.push(id);
  };
  await add(anna, { observed_on: '2026-05-16' });
  await add(anna, { observed_on: '2026-05-16', taxon_id: TAXA.heron.id, latitude: 50.775, longitude: 6.02 });
  await add(anna, { observed_on: '2025', taxon_id: TAXA.moss.id, count: 0 });
  // On the same list as the first, unless that is on a list of its own.
  await add(anna, { observed_on: '2026-05-16', taxon_id: TAXA.heron.id });
  await add(anna, { observed_on: '2026-05-17', taxon_id: TAXA.heron.id, journey_id: FIRST_SHARED });
  await add(anna, { observed_on: '2026-05-17', taxon_id: TAXA.moss.id, count: 0, journey_id: FIRST_SHARED });
  await add(chen, { observed_on: '2026-05-29', latitude: 52.0903, longitude: 5.1252 });
  await add(chen, { observed_on: '2026-05-20', geoprivacy: 'obscured', taxon_id: TAXA.heron.id });
  const embedId = randomUUID();
  const embed = { key: EMBED_KEY, label: 'garden', origins: ['https://example.org'] };
  if ((await veld.call(putEmbed, { params: { id: embedId }, body: embed }, anna.token)).status !== 200)
    throw new Error('The embed was not stored.');
  const pack: BodyOf<typeof putTileRequest> = {
    name: 'Around',
    area: { kind: 'circle', latitude: 52.0908, longitude: 5.1222, radius_km: 20 },
    min_zoom: 0,
    max_zoom: 9,
    layers: ['records', 'species'],
    record_groups: ['bird', 'moss'],
    source_id: null,
  };
  if ((await veld.call(putTileRequest, { params: { id: PACK_ID }, body: pack }, bram.token)).status >= 300)
    throw new Error('The offline map was not asked for.');
  await veld.context.browsing.choose({ isOpen: true, isIndexed: true });
  await sql`update users set preferences = preferences || '{"public_profile":true}'`.execute(veld.db);
  // What was earned so far is told before anything else happens in the worlds.
  await settleAll(veld.context);
  await veld.stop();
  return { veld, anna, bram, chen, photos, openIds, embedId };
}

export interface World extends Base {
  plan: Plan;
  /** Which of the two worlds it is. */
  side: 0 | 1;
}

/** One world of a pair: a copy of the base with the hidden records, on the day on which they are saved. */
export async function makeWorld(base: Base, plan: Plan, side: 0 | 1): Promise<World> {
  const veld = await testServer({ SECRET_KEY, ALLOW_BROWSING: plan.isOpen ? '1' : '0' }, { now: NOW, copyOf: base.veld });
  const world = { ...base, veld, plan, side };
  await makeHome(world);
  await makeJourneys(world);
  // Computed before the hidden records are saved, which must not show before the day has passed.
  await computeTracks(world);
  if (side === 0) await saveHidden(world, plan.late);
  for (const at of plan.orders[side]) await saveHidden(world, plan.records[at]!);
  for (const at of plan.orders[side]) await identify(world, plan.records[at]!);
  for (const at of plan.orders[side]) await reply(world, plan.records[at]!);
  const gone = plan.gone[side];
  if (gone) {
    await saveHidden(world, gone);
    await veld.call(deleteObservation, { params: { id: gone.id } }, base.anna.token);
  }
  const { latitude, longitude } = plan.records[0]!.secrets[side];
  const place = { name: `Secret ${side}`, kind: 'patch', latitude, longitude, uncertainty_m: null, notes: '' } as const;
  const placed = await veld.call(putSavedPlace, { params: { id: randomUUID() }, body: place }, base.anna.token);
  if (placed.status >= 300) throw new Error(`A place was not stored: ${placed.status}`);
  await makeProjects(world);
  for (const { id, polygons } of planPublicPlaces(plan)) await addPublicPlace(veld, polygons, { id, name: `Fen ${id}` });
  // The jobs of the same day may run again.
  if (side === 0) await computeTracks(world);
  return world;
}

/** Projects that separate the true places and days of the two worlds, the same in both. */
async function makeProjects({ veld, plan, anna, chen }: World): Promise<void> {
  for (const { id, area, days, hours } of planProjects(plan)) {
    const project = {
      id,
      version: 1,
      name: 'Walk',
      description: '',
      start_on: days[0],
      end_on: days[1],
      start_time: hours[0],
      end_time: hours[1],
      time_zone: 'UTC',
      area: JSON.stringify(area),
      countries: null,
      taxon_ids: [],
      groups: [],
      photo_required: false,
      confirmed_only: false,
      joining: 'everyone',
      invite: id,
      created_at: NOW(),
      updated_at: NOW(),
    } as const;
    const people = [anna, chen].map(({ user }) => ({ project_id: id, user_id: user.id, joined_at: NOW() }));
    await veld.db
      .insertInto('projects')
      .values({ ...project, taxon_ids: [], groups: [] })
      .execute();
    await veld.db.insertInto('project_members').values(people).execute();
  }
}

/** A home, around which no track is shown, in the middle of its cell or in a corner. */
async function makeHome({ veld, plan, side, anna }: World): Promise<void> {
  const [latitude, longitude] = plan.homes[side];
  const home = { name: 'Home', kind: 'home', latitude, longitude, uncertainty_m: 100, notes: '', is_private_zone: true } as const;
  const stored = await veld.call(putSavedPlace, { params: { id: randomUUID() }, body: home }, anna.token);
  if (stored.status >= 300) throw new Error(`The home was not stored: ${stored.status}`);
}

/** Computes what others see of tracks, as the jobs of a day do. */
async function computeTracks({ veld, plan, side }: World): Promise<void> {
  await queueDueTracks(veld.context);
  const waiting = await veld.db.selectFrom('journeys').select('id').where('track_is_queued', '=', true).execute();
  for (const { id } of waiting) await computeTrack(veld.context, id);
  const ready = await veld.db.selectFrom('journey_tracks').select('journey_id').execute();
  const shared = planJourneys(plan, side).filter(({ sharing }) => sharing !== 'none');
  if (ready.length !== shared.length) throw new Error(`${ready.length} tracks are shared, not ${shared.length}`);
}

/** Journeys of the day before that pass the hidden records. Whether an open record belongs to the one that is not shared is private. */
async function makeJourneys({ veld, plan, anna, side, openIds }: World): Promise<void> {
  const journey_id = side === 0 ? UNSHARED : null;
  await veld.db.updateTable('observations').set({ journey_id }).where('id', '=', openIds[0]!).execute();
  for (const [number, { id, sharing, places }] of planJourneys(plan, side).entries()) {
    const { write_id: _, complete_groups, companions, effort, ...content } = journeyBody({ sharing });
    const points = places.map(([latitude, longitude], seq) => ({
      ...journeyPoints(1)[0]!,
      seq,
      latitude,
      longitude,
      t: 1_780_000_000_000 + 60_000 * seq,
    }));
    await veld.db
      .insertInto('journeys')
      .values({
        ...content,
        id,
        user_id: anna.user.id,
        weather: null,
        trim: null,
        complete_groups: JSON.stringify(complete_groups),
        companions: JSON.stringify(companions),
        effort: JSON.stringify(effort),
        version: 1 + side,
        points: points.length,
        last_seq: points.length - 1,
        owner_seq: 1_000_000 + number,
        shared_at: sharing === 'none' ? null : new Date('2026-05-18T10:00:00Z'),
        track_due_on: '2026-05-19',
        created_at: NOW(),
        updated_at: new Date(NOW().getTime() + side * 1000),
      })
      .execute();
    await veld.db
      .insertInto('journey_blocks')
      .values({ journey_id: id, block: 0, size: points.length, points: Buffer.from(encodePoints(points)) })
      .execute();
  }
  // Shared today, and taken back before the day ends.
  if (side === 0)
    await veld.db
      .updateTable('journeys')
      .set({ sharing: 'full', shared_at: NOW(), track_due_on: '2026-06-01' })
      .where('id', '=', UNSHARED)
      .execute();
}

/** Lets the hidden records enter lists: the day has passed, and the jobs have run in one world only where that must not show. */
export async function endDay(world: World): Promise<void> {
  const { veld, plan, side } = world;
  if (side === 1) await saveHidden(world, plan.late);
  await veld.db.updateTable('journeys').set({ sharing: 'none', shared_at: null }).where('id', '=', UNSHARED).execute();
  for (const { id, secrets } of [...plan.records, plan.late])
    await sql`update observations set created_at = created_at - ${secrets[side].hours} * interval '1 hour' where id = ${id}`.execute(
      veld.db,
    );
  await sql`
    update observations set created_at = created_at - interval '1 day',
      listed_at = case when geoprivacy = 'open' then listed_at - interval '1 day' else listed_at end
  `.execute(veld.db);
  await sql`update map_changes set shown_on = shown_on - 1`.execute(veld.db);
  await sql`update project_records set shown_on = shown_on - 1`.execute(veld.db);
  await refreshRarity(veld.context);
  await refreshFrequencies(veld.context);
  await foldAll(veld.context);
  await workOff(veld.context);
  await computeTracks(world);
  if (side === 0) await applyChanges(veld.context);
}

async function saveHidden(world: World, record: HiddenRecord): Promise<void> {
  const { veld, anna, side, photos } = world;
  const secret = record.secrets[side];
  for (let version = 0; version <= secret.edits; version++) {
    const body = bodyOf(record, version === secret.edits ? secret : earlier(secret, version), photos);
    const saved = await save(veld, anna, record.id, body, version || undefined);
    if (saved.status !== 200) throw new Error(`A hidden record was not stored: ${saved.status}`);
    // The edits that follow are of what the record hides, and must not end it.
    if (version === 0) await decide(world, record);
  }
}

/** A validator decides by what everybody sees. */
async function decide({ veld, bram }: World, { id, identification }: HiddenRecord): Promise<void> {
  const { basis } = (await veld.call(getValidation, { params: { id } }, bram.token)).body.data;
  const body = { state: 'plausible', reason: 'the bill', basis: basis ?? '' } as const;
  const said = await veld.call(putDecision, { params: { id, decision: identification }, body }, bram.token);
  if (said.status !== 204) throw new Error(`A decision was not stored: ${said.status}`);
}

/** Somebody else names another species than the owner, at a moment that nobody may learn. */
async function identify({ veld, chen }: World, { id, identification }: HiddenRecord): Promise<void> {
  const body = { taxon_id: TAXA.heron.id, disagrees: false, comment: 'the bill' };
  const said = await veld.call(putIdentification, { params: { id, identification }, body }, chen.token);
  if (said.status !== 200) throw new Error(`An identification was not stored: ${said.status}`);
}

/** Somebody else reacts and comments, at a moment that nobody may learn. */
async function reply({ veld, chen }: World, { id, identification }: HiddenRecord): Promise<void> {
  const reaction = { emoji: REACTION_EMOJI.owl, write_id: identification, chosen_at: NOW().toISOString() };
  const reacted = await veld.call(putReaction, { params: { id }, body: reaction }, chen.token);
  const body = { text: 'the bill', write_id: identification, written_at: NOW().toISOString(), is_edit: false };
  const said = await veld.call(putComment, { params: { id, comment: identification }, body }, chen.token);
  const question = { question: 'how', text: '', as_validator: false } as const;
  const asked = await veld.call(putQuestion, { params: { id, question: identification }, body: question }, chen.token);
  if (asked.status !== 204) throw new Error(`A question was not stored: ${asked.status}`);
  if (reacted.status !== 204 || said.status !== 204) throw new Error(`A reply was not stored: ${reacted.status}, ${said.status}`);
}

/** What an earlier save had: another place in the cell, another day, time and note. */
function earlier(secret: Secret, version: number): Secret {
  const { latitude } = obscuredCell(secret.latitude, secret.longitude);
  return { ...secret, latitude, day: 1 + version, time: '08:08', notes: `draft ${version}` };
}

function bodyOf(record: HiddenRecord, secret: Secret, photos: readonly Photo[]): ReturnType<typeof draft> {
  return draft({
    geoprivacy: record.geoprivacy,
    taxon_id: record.taxon_id,
    notes: record.notes,
    latitude: secret.latitude,
    longitude: secret.longitude,
    observed_on: `2026-05-${String(secret.day).padStart(2, '0')}`,
    observed_time: secret.time,
    time_zone: secret.zone,
    coordinate_uncertainty_m: secret.uncertainty_m,
    private_notes: secret.notes,
    journey_id: secret.journey_id,
    location_source: secret.source,
    attributes: { wet: secret.wet },
    ...(record.photo === null ? {} : { media: [declared(photos[record.photo]!)] }),
  });
}
