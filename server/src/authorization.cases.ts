import { randomUUID } from 'node:crypto';
import { deleteJourney, deleteObservation, putJourney, REACTION_EMOJI, UPLOADS_PATH } from '@veld/contract';
import { sql } from 'kysely';
import type { ObjectState } from './authorization.ts';
import { inTransaction } from './db/transaction.ts';
import { uuid7 } from './db/uuid7.ts';
import { insertSession, type NewSession } from './features/accounts/sessions.ts';
import { closeUser } from './features/accounts/closed.ts';
import { insertUser } from './features/accounts/store.ts';
import { sealPosition } from './features/notifications/cursor.ts';
import { PASSWORD, person, type Person } from './testing/people.ts';
import { journeyBody, journeyPoints } from './testing/journeys.ts';
import { projectBody } from './testing/projects.ts';
import { createUpload, declare, draft, insertTaxa, makePhoto, type Photo, save, TAXA, upload, uploadMetadata } from './testing/records.ts';
import { testServer, type TestServer } from './testing/server.ts';

/*
 * The requests that test the rows of the authorization table. Each request is valid except, possibly, for its caller. For routes
 * that address an object, a case also creates an object of anna's in each state.
 */

export interface World {
  veld: TestServer;
  anna: Person;
  people: Record<'user' | 'pro' | 'curator' | 'admin', Person>;
  photo: Photo;
}

export interface RequestParts {
  /** Path and query. Default: the path of the route with the id of the object. */
  path?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Case {
  /** The states to test; absent if the route addresses no object. */
  states?: ObjectState[];
  /** Creates an object of anna's in a state and returns its id. */
  make?: (world: World, state: ObjectState) => Promise<string>;
  request?: (world: World, id: string, state: ObjectState) => RequestParts | Promise<RequestParts>;
}

export async function makeWorld(settings: Record<string, string> = {}): Promise<World> {
  const veld = await testServer(settings);
  await insertTaxa(veld);
  const anna = await person(veld, 'anna', { community_opt_in: true });
  const people = {
    user: await person(veld, 'bram'),
    pro: await person(veld, 'chen', { isPro: true }),
    curator: await person(veld, 'dora', { roles: ['curator'] }),
    admin: await person(veld, 'emil', { roles: ['admin'] }),
  };
  return { veld, anna, people, photo: await makePhoto() };
}

/** A new session of a user, so that one request cannot invalidate the session of the next. */
export async function newToken(veld: TestServer, userId: string): Promise<NewSession> {
  return veld.db.transaction().execute((tx) => insertSession(tx, userId, { device_name: 'a phone' }, new Date()));
}

/** A new user without a password; for `deleted`, with a closed account. */
export async function newUser({ veld }: World, state: ObjectState): Promise<string> {
  const id = uuid7();
  await inTransaction(veld.db, async (tx) => {
    const email = `${id}@example.org`;
    const row = {
      id,
      name: 'somebody',
      email,
      email_key: email,
      password_hash: '',
      country_code: null,
      preferences: {},
      created_at: new Date(),
      email_confirmed_at: new Date(),
    };
    const user = await insertUser(tx, row);
    if (state === 'deleted')
      await closeUser(tx, user, { now: new Date(), isErased: false, keepsName: false, canReopen: true, language: 'en' });
  });
  return id;
}

const NOT_AN_ID = 'not-an-id';
/** The id for a state without an object; null if the state needs one. */
const idWithoutObject = (state: ObjectState): string | null =>
  state === 'malformed' ? NOT_AN_ID : state === 'missing' ? randomUUID() : null;
const json = (body: unknown): Case => ({ request: () => ({ body }) });
const query = (path: string): Case => ({ request: () => ({ path }) });
const plain: Case = {};

/** A case whose object is a row that `insert` stores with this id for anna. */
function ofRow(insert: (world: World, id: string, userId: string) => Promise<unknown>): Case {
  return {
    states: ['open', 'missing', 'malformed'],
    async make(world, state) {
      const unused = idWithoutObject(state);
      if (unused) return unused;
      const id = randomUUID();
      await insert(world, id, world.anna.user.id);
      return id;
    },
  };
}

const sessions: Case = {
  states: ['open', 'deleted', 'missing', 'malformed'],
  async make({ veld, anna }, state) {
    const unused = idWithoutObject(state);
    if (unused) return unused;
    const { id } = await newToken(veld, anna.user.id);
    if (state === 'deleted') await veld.db.updateTable('sessions').set({ revoked_at: new Date() }).where('id', '=', id).execute();
    return id;
  },
};

const users: Case = {
  states: ['open', 'deleted', 'missing', 'malformed'],
  make: async (world, state) => idWithoutObject(state) ?? newUser(world, state),
};

const records: Case = {
  states: ['open', 'obscured', 'private', 'deleted', 'missing', 'malformed'],
  async make({ veld, anna }, state) {
    const unused = idWithoutObject(state);
    if (unused) return unused;
    const id = randomUUID();
    const geoprivacy = state === 'obscured' || state === 'private' ? state : 'open';
    const saved = await save(veld, anna, id, draft({ geoprivacy }));
    if (saved.status !== 200) throw new Error(`anna's record was not stored: ${saved.status}`);
    if (state === 'deleted') await veld.call(deleteObservation, { params: { id } }, anna.token);
    return id;
  },
};

const TUS = { 'tus-resumable': '1.0.0' };
const uploads: Case = {
  states: ['open', 'missing', 'malformed'],
  async make({ veld, anna, photo }, state) {
    const unused = idWithoutObject(state);
    if (unused) return unused;
    const fresh = { ...photo, ...declare(photo.bytes, 'image/jpeg') };
    const made = await createUpload(veld, anna, fresh);
    if (made.status !== 201) throw new Error(`anna's upload was not created: ${made.status}`);
    return fresh.id;
  },
  request: () => ({ headers: TUS }),
};

const photos: Case = {
  states: ['open', 'missing', 'malformed'],
  async make({ veld, anna, photo }, state) {
    const unused = idWithoutObject(state);
    if (unused) return unused;
    const fresh = { ...photo, ...declare(photo.bytes, 'image/jpeg') };
    const status = await upload(veld, anna, fresh);
    if (status !== 204) throw new Error(`anna's photo was not stored: ${status}`);
    return fresh.id;
  },
};

const feedback: Case = {
  ...ofRow(({ veld }, id, user_id) => {
    // An old date, so that the row does not count towards the daily limit.
    const row = { id, user_id, kind: 'idea', text: 'Moths', may_contact: false, app_version: null, created_at: new Date(0) };
    return veld.db.insertInto('feedback').values(row).execute();
  }),
  request: () => ({ body: { kind: 'idea', text: 'Moths', may_contact: false } }),
};

const TILES = {
  area: { kind: 'circle', latitude: 52.1, longitude: 5.1, radius_km: 5 },
  min_zoom: 0,
  max_zoom: 4,
  layers: ['base'],
  source_id: null,
};
const tileRequests: Case = {
  ...ofRow(({ veld }, id, user_id) => {
    const { layers: _, area, ...zooms } = TILES;
    const box = { west: 5, south: 52, east: 5.2, north: 52.2 };
    const times = { created_at: new Date(0), queued_at: new Date(0) };
    const row = { id, user_id, name: 'Marsh', area: JSON.stringify(area), ...zooms, ...box, ...times, layers: ['base' as const] };
    return veld.db
      .insertInto('tile_requests')
      .values({ ...row, language: 'en', state: 'failed' })
      .execute();
  }),
  request: () => ({ body: { name: 'Marsh', ...TILES } }),
};

/** With a position after all events. */
const readThrough = ({ veld }: World) => ({ body: { through: sealPosition(veld.context, 1e9) } });
const notifications: Case = {
  ...ofRow(({ veld }, entry_id, user_id) =>
    veld.db
      .insertInto('notifications')
      .values({ user_id, entry_id, cause_id: entry_id, kind: 'badge', reason: 'achieved', observation_id: null, actor_id: null })
      .execute(),
  ),
  request: readThrough,
};
/** Records that anna has a notification about. */
const notifiedRecords: Case = {
  ...records,
  async make(world, state) {
    const id = await records.make!(world, state);
    const record = { user_id: world.anna.user.id, entry_id: randomUUID(), cause_id: id, observation_id: id, actor_id: null };
    if (state === 'open' || state === 'obscured' || state === 'private')
      await world.veld.db
        .insertInto('notifications')
        .values({ ...record, kind: 'quality', reason: 'own_record' })
        .execute();
    return id;
  },
};

const reports = ofRow(({ veld, people }, id, userId) =>
  // Of long ago, so that the row does not count towards the daily limit.
  sql`
    insert into reports (id, reporter_id, subject_kind, subject_id, reason, text, created_at)
    values (${id}, ${userId}, 'user', ${people.pro.user.id}, 'spam', '', ${new Date(0)})
  `.execute(veld.db),
);

const PLACE = { name: 'Marsh', kind: 'patch', latitude: 52.1, longitude: 5.1, uncertainty_m: null, notes: '' } as const;
const savedPlaces = ofRow(({ veld }, id, user_id) =>
  veld.db
    .insertInto('saved_places')
    .values({ id, user_id, ...PLACE })
    .execute(),
);

const embeds = ofRow(({ veld }, id, user_id) =>
  veld.db.insertInto('embeds').values({ id, user_id, key_hash: randomUUID(), label: 'garden' }).execute(),
);

const announced = { file_name: 'list.csv', byte_length: 5, source: 'list', is_complete: false };
const imports = ofRow(({ veld }, id, user_id) =>
  veld.db
    .insertInto('taxonomy_imports')
    .values({ id, user_id, ...announced, state: 'receiving' })
    .execute(),
);

const projects: Case = {
  states: ['open', 'private', 'missing', 'malformed'],
  async make({ veld, anna }, state) {
    const unused = idWithoutObject(state);
    if (unused) return unused;
    const id = randomUUID();
    const { organisers: _, area, ...body } = projectBody({ joining: state === 'private' ? 'link' : 'everyone' });
    const row = { ...body, id, version: 1, area: JSON.stringify(area), countries: null, invite: 'x'.repeat(22) };
    // Of long ago, so that the row does not count towards the daily limit.
    await veld.db
      .insertInto('projects')
      .values({ ...row, created_at: new Date(0) })
      .execute();
    await veld.db.insertInto('project_organisers').values({ project_id: id, user_id: anna.user.id }).execute();
    return id;
  },
};

const journeys: Case = {
  states: ['open', 'private', 'deleted', 'missing', 'malformed'],
  async make({ veld, anna }, state) {
    const unused = idWithoutObject(state);
    if (unused) return unused;
    const id = randomUUID();
    const body = journeyBody({ sharing: state === 'open' ? 'full' : 'none' });
    const saved = await veld.call(putJourney, { params: { id }, body }, anna.token);
    if (saved.status !== 200) throw new Error(`anna's journey was not stored: ${saved.status}`);
    // Others see it from the next day.
    await sql`update journeys set shared_at = shared_at - interval '1 day' where id = ${id}`.execute(veld.db);
    if (state === 'deleted') await veld.call(deleteJourney, { params: { id } }, anna.token);
    return id;
  },
};

const invitations = ofRow(({ veld }, id, created_by) =>
  veld.db
    .insertInto('invitations')
    .values({ id, token_hash: id, label: 'walk', created_by, max_uses: 1, expires_at: new Date() })
    .execute(),
);

/** The slug and the first revision of an article of anna's, or those of none. */
async function anArticle({ veld, anna }: World, id: string, isStored: boolean): Promise<string> {
  const slug = `a${id}`;
  if (!isStored) return slug;
  const row = { slug, article_group: 'start' as const, list_order: 1, is_hidden: false };
  await veld.db
    .insertInto('articles')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const texts = { title: 'Moths', summary: 'At night', text: 'With a lamp.' };
  await veld.db
    .insertInto('article_revisions')
    .values({ id, slug, language: 'en', number: 1, ...texts, user_id: anna.user.id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return slug;
}
const ONE_ARTICLE = randomUUID();
const articles: Case = {
  states: ['open', 'missing', 'malformed'],
  make: async (world, state) => (state === 'malformed' ? 'Not a slug' : anArticle(world, randomUUID(), state === 'open')),
};
const ofArticle = (end: string, body?: (base: string) => unknown): Case => ({
  ...articles,
  request: (_world, slug) => ({ path: `/api/articles/${encodeURIComponent(slug)}${end}`, body: body?.(slug.slice(1)) }),
});
const articleText = { language: 'en', base: null, title: 'Moths', summary: 'At night', text: 'With a lamp.', create_in: 'start' };

const portraits: Case = {
  async make(world) {
    const id = randomUUID();
    const row = { user_id: await newUser(world, 'open'), portrait_id: id, portrait: Buffer.from('webp') };
    await world.veld.db.insertInto('profiles').values(row).execute();
    return id;
  },
};
const toasts: Case = {
  states: ['open', 'missing', 'malformed'],
  make: async ({ veld }, state) => {
    if (state === 'malformed') return 'Not an id';
    const id = randomUUID();
    if (state !== 'missing')
      await veld.db.insertInto('toasts').values({ id, level: 'info', texts: '{"en":"Hello"}', audience: 'everyone' }).execute();
    return id;
  },
};
const newEmbed = () => ({ key: randomUUID().replaceAll('-', ''), label: 'garden', origins: ['https://example.org'] });
const mark = { total_xp_seen: 0 };

export const cases: Record<string, Case> = {
  'GET /api/health': plain,
  'GET /api/ready': plain,
  'GET /metrics': plain,
  'GET /api/openapi.json': plain,
  'GET /api/docs': plain,
  'POST /api/check-version': json({ version: '1.0.0' }),
  'GET /api/public/counts': plain,
  'GET /api/public/versions': query('/api/public/versions?since=1.0.0'),
  'GET /.well-known/security.txt': plain,

  'POST /api/register': { request: () => ({ body: { name: 'new', email: `${randomUUID()}@example.org`, password: PASSWORD } }) },
  'POST /api/registration': json({ invite: 'x'.repeat(43) }),
  'GET /api/invitations': plain,
  'PUT /api/invitations/:id': {
    ...invitations,
    request: () => ({ body: { token: randomUUID().padEnd(43, 'x'), label: 'walk', days: 7, max_uses: 5 } }),
  },
  'DELETE /api/invitations/:id': invitations,
  'POST /api/login': json({ email: 'anna@example.org', password: PASSWORD }),
  'POST /api/logout': plain,
  'POST /api/password/email': json({ email: 'anna@example.org' }),
  'POST /api/password/reset': json({ token: 'x'.repeat(43), email: 'anna@example.org', password: PASSWORD }),
  'POST /api/password/confirm': json({ current_password: PASSWORD }),
  'POST /api/email/confirm': json({ token: 'x'.repeat(43) }),
  'POST /api/email/request': plain,
  'GET /api/user': query('/api/user?appVersion=1.0.0&timezone=Europe/Amsterdam'),
  'POST /api/delete-account': { request: async (world) => ({ body: { user_id: await newUser(world, 'open') } }) },
  'POST /api/user/xp-seen': json(mark),
  'POST /api/user/badge-seen': json({ badge: 'first_record' }),
  'POST /api/user/toast-seen': { ...toasts, request: (_world, id) => ({ body: { toast: id } }) },
  'POST /api/user/wizard-seen': json({ wizard: 'welcome' }),
  'PATCH /api/settings/preferences': json({ theme: 'dark' }),
  'PATCH /api/settings/account': json({ country_code: 'NL' }),
  'GET /api/sessions': plain,
  'DELETE /api/sessions/:id': sessions,
  'GET /api/users': plain,
  'PATCH /api/users/:id': { ...users, request: () => ({ body: { is_pro: true } }) },

  'GET /api/relations': plain,
  'PUT /api/relations/:kind/:id': { ...users, request: (_world, id) => ({ path: `/api/relations/mute/${id}` }) },
  'DELETE /api/relations/:kind/:id': { ...users, request: (_world, id) => ({ path: `/api/relations/mute/${id}` }) },

  'GET /api/notifications': plain,
  'GET /api/notifications/push': plain,
  'PUT /api/notifications/push': json({
    endpoint: 'https://push.example.org/a',
    keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
  }),
  'DELETE /api/notifications/push': plain,
  'GET /api/notifications/unsubscribe': query('/api/notifications/unsubscribe?token=none'),
  'POST /api/notifications/unsubscribe': query('/api/notifications/unsubscribe?token=none'),
  'PUT /api/notifications/read': { request: readThrough },
  'PUT /api/notifications/:id/read': {
    ...notifications,
    request: (world, id) => ({ ...readThrough(world), path: `/api/notifications/${id}/read` }),
  },
  'PUT /api/notifications/mutes/:id': { ...notifiedRecords, request: (_world, id) => ({ path: `/api/notifications/mutes/${id}` }) },
  'DELETE /api/notifications/mutes/:id': { ...notifiedRecords, request: (_world, id) => ({ path: `/api/notifications/mutes/${id}` }) },

  'POST /api/uploads': {
    request: ({ photo }) => {
      const { id, sha256, type } = declare(photo.bytes, 'image/jpeg');
      return { headers: { ...TUS, 'upload-length': String(photo.bytes.length), 'upload-metadata': uploadMetadata({ id, sha256, type }) } };
    },
  },
  'HEAD /api/uploads/:id': uploads,
  'PATCH /api/uploads/:id': {
    ...uploads,
    request: ({ photo }) => ({
      body: photo.bytes,
      headers: { ...TUS, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    }),
  },
  'DELETE /api/uploads/:id': uploads,
  'POST /api/uploads/:id': { ...uploads, request: () => ({ headers: { ...TUS, 'x-http-method-override': 'HEAD' } }) },
  'OPTIONS /api/uploads': { request: () => ({ path: UPLOADS_PATH, headers: TUS }) },
  'GET /api/media/:id/:size': { make: photos.make!, request: (_world, id) => ({ path: `/api/media/${id}/512` }) },
  'GET /api/media/addresses': query(`/api/media/addresses?ids=${randomUUID()}`),
  'GET /api/media/usage': plain,
  'GET /api/media/:id/original': photos,

  'GET /api/taxonomy': plain,
  'GET /api/taxonomy/check-updates': query('/api/taxonomy/check-updates?global_count=0'),
  'GET /api/taxonomy/location': query('/api/taxonomy/location?latitude=52.1&longitude=5.1'),
  'GET /api/taxonomy/descriptions': plain,
  'GET /api/taxonomy/distinctions': plain,
  'GET /api/taxonomy/pictures': query('/api/taxonomy/pictures?ids=1,2'),
  'GET /api/taxonomy/pictures/:country': query('/api/taxonomy/pictures/NL'),
  'POST /api/taxonomy/log': json({ code: 'data_missing', type: 'global', page: 1, total: 2 }),
  'GET /api/taxonomy/imports': plain,
  'GET /api/taxonomy/imports/:id': imports,
  'GET /api/taxonomy/imports/:id/faults': imports,
  'PUT /api/taxonomy/imports/:id': { ...imports, request: () => ({ body: announced }) },
  'PUT /api/taxonomy/imports/:id/bytes': {
    ...imports,
    request: (_world, id) => ({
      path: `/api/taxonomy/imports/${id}/bytes?offset=0`,
      body: Buffer.from('a,b'),
      headers: { 'content-type': 'application/octet-stream' },
    }),
  },
  'POST /api/taxonomy/imports/:id/run': { ...imports, request: () => ({ body: { is_dry_run: true } }) },
  'POST /api/taxonomy/imports/:id/cancel': imports,
  'GET /api/taxon/:id/image': query(`/api/taxon/${TAXA.moss.id}/image`),
  'GET /api/specie-images/:taxonId': query(`/api/specie-images/${TAXA.moss.id}`),
  'GET /api/specie-images': query('/api/specie-images?country=NL'),
  'GET /api/specie-images/:taxonId/current': query(`/api/specie-images/${TAXA.moss.id}/current`),
  'GET /api/specie-images/:taxonId/info': query(`/api/specie-images/${TAXA.moss.id}/info`),
  'PUT /api/specie-images/:taxonId/current': {
    request: () => ({
      path: `/api/specie-images/${TAXA.moss.id}/current`,
      body: { write_id: randomUUID(), media_id: randomUUID(), crop: null, focus: null, alt: {}, life_stage: null },
    }),
  },
  'POST /api/specie-images/:taxonId/lock': {
    request: () => ({ path: `/api/specie-images/${TAXA.moss.id}/lock`, body: { write_id: randomUUID(), is_locked: false } }),
  },
  'POST /api/specie-images/:taxonId/revert': {
    request: () => ({ path: `/api/specie-images/${TAXA.moss.id}/revert`, body: { write_id: randomUUID(), change_id: null } }),
  },
  'PUT /api/specie-images/:taxonId/rejections': {
    request: () => ({ path: `/api/specie-images/${TAXA.moss.id}/rejections`, body: { source: 'commons', id: '1', is_rejected: true } }),
  },
  'GET /api/specie-images/:taxonId/preview': query(`/api/specie-images/${TAXA.moss.id}/preview?source=commons&u=https://example.org/x.jpg`),
  'POST /api/specie-images/:taxonId': {
    request: () => ({
      path: `/api/specie-images/${TAXA.moss.id}`,
      body: { image_url: 'https://example.org/x.jpg', image_source: 'elsewhere' },
    }),
  },

  'GET /api/articles': plain,
  // Always the same one, because the answers are compared.
  'GET /api/articles/:slug': {
    ...ofArticle(''),
    make: async (world, state) => (state === 'open' ? anArticle(world, ONE_ARTICLE, true) : articles.make!(world, state)),
  },
  'GET /api/articles/:slug/revisions': ofArticle('/revisions?language=en'),
  'PUT /api/articles/:slug/revisions/:id': {
    states: ['open', 'missing', 'malformed'],
    async make(world, state) {
      const id = idWithoutObject(state) ?? randomUUID();
      if (state === 'open') await anArticle(world, id, true);
      return id;
    },
    request: (_world, id) => ({ path: `/api/articles/a${id}/revisions/${id}`, body: articleText }),
  },
  'POST /api/articles/:slug/restore': ofArticle('/restore', (revision) => ({ id: randomUUID(), language: 'en', base: revision, revision })),
  'PUT /api/articles/groups/:group/order': {
    request: () => ({ path: '/api/articles/groups/start/order', body: { slugs: ['identifying-carefully', 'first-steps'] } }),
  },
  'PATCH /api/articles/:slug': ofArticle('', () => ({ is_hidden: true })),

  'PUT /api/observations/:id': {
    ...records,
    request: (_world, _id, state) => ({
      body: draft(),
      ...(state === 'missing' || state === 'malformed' ? {} : { headers: { 'if-match': '"1"' } }),
    }),
  },
  'GET /api/observations/:id': records,
  'GET /api/observations/:id/history': { ...records, request: (_world, id) => ({ path: `/api/observations/${id}/history` }) },
  'DELETE /api/observations/:id': records,
  'GET /api/observations': plain,
  'GET /api/observations/changes': plain,

  'GET /api/identifications/waiting': plain,
  'GET /api/identifications/confusions/:taxonId': query(`/api/identifications/confusions/${TAXA.kingfisher.id}`),
  'GET /api/observations/:id/identifications': {
    ...records,
    request: (_world, id) => ({ path: `/api/observations/${id}/identifications` }),
  },
  'PUT /api/observations/:id/identifications/:identification': {
    ...records,
    request: (_world, id) => ({
      path: `/api/observations/${id}/identifications/${randomUUID()}`,
      body: { taxon_id: TAXA.heron.id, disagrees: false },
    }),
  },
  'DELETE /api/observations/:id/identifications/:identification': {
    ...records,
    request: (_world, id) => ({ path: `/api/observations/${id}/identifications/${randomUUID()}` }),
  },

  'GET /api/reactions': query(`/api/reactions?ids=${randomUUID()}`),
  'GET /api/observations/:id/reactions': {
    ...records,
    request: (_world, id) => ({ path: `/api/observations/${id}/reactions` }),
  },
  'PUT /api/observations/:id/reaction': {
    ...records,
    request: (_world, id) => ({
      path: `/api/observations/${id}/reaction`,
      body: { emoji: REACTION_EMOJI.heart, write_id: randomUUID(), chosen_at: new Date().toISOString() },
    }),
  },

  'GET /api/observations/:id/comments': {
    ...records,
    request: (_world, id) => ({ path: `/api/observations/${id}/comments` }),
  },
  'PUT /api/observations/:id/comments/:comment': {
    ...records,
    request: (_world, id) => ({
      path: `/api/observations/${id}/comments/${randomUUID()}`,
      body: { text: 'A fine one', write_id: randomUUID(), written_at: new Date().toISOString(), is_edit: false },
    }),
  },
  'DELETE /api/observations/:id/comments/:comment': {
    ...records,
    request: (_world, id) => ({ path: `/api/observations/${id}/comments/${randomUUID()}` }),
  },
  'GET /api/comments/people': query('/api/comments/people?name=an'),

  'PUT /api/reports/:id': {
    ...reports,
    request: async (world) => ({
      body: { subject_kind: 'user', subject_id: await newUser(world, 'open'), reason: 'spam', text: '' },
    }),
  },
  'GET /api/reports': plain,
  'GET /api/reports/hidden': plain,
  'PUT /api/reports/appeals/:id': {
    ...records,
    request: (_world, id) => ({
      path: `/api/reports/appeals/${randomUUID()}`,
      body: { subject_kind: 'observation', subject_id: id === NOT_AN_ID ? randomUUID() : id, text: 'It is mine' },
    }),
  },
  'GET /api/moderation/reports': plain,
  'PUT /api/moderation/acts/:id': {
    ...reports,
    states: ['open', 'missing'],
    request: (_world, id) => ({ path: `/api/moderation/acts/${randomUUID()}`, body: { action: 'dismiss', report_id: id, note: '' } }),
  },
  'GET /api/moderation/acts': plain,

  'GET /api/motivation': plain,
  'GET /api/toasts': plain,
  'GET /api/toasts/all': plain,
  'PUT /api/toasts/:id': { ...toasts, request: () => ({ body: { level: 'info', text: { en: 'Hello' } } }) },
  'DELETE /api/toasts/:id': toasts,

  'GET /api/species': plain,
  'GET /api/species/:id': query(`/api/species/${TAXA.moss.id}`),
  'GET /api/species/:id/countries': query(`/api/species/${TAXA.moss.id}/countries`),
  'GET /api/species/:id/names': query(`/api/species/${TAXA.moss.id}/names`),
  'GET /api/species/statuses/:country': query('/api/species/statuses/NL'),
  'POST /api/species/views': {
    request: () => ({ body: { write_id: randomUUID(), views: [{ taxon_id: TAXA.moss.id, count: 2 }] } }),
  },
  'GET /api/species-seen': plain,
  'GET /api/my-species-images': plain,
  'POST /api/my-species-images': { request: () => ({ body: { taxon_id: TAXA.moss.id, image_url: 'https://example.org/x.jpg' } }) },
  'DELETE /api/species/:id/delete-empty-observations': query(`/api/species/${TAXA.moss.id}/delete-empty-observations`),

  'GET /api/map/tiles/:z/:x/:y': query('/api/map/tiles/5/16/10'),
  'GET /api/map/summary': query('/api/map/summary?west=5&south=52&east=5.2&north=52.2'),
  'GET /api/map/cells/:level/:cell': query('/api/map/cells/6/1365'),
  'GET /api/map/sources': plain,
  'GET /api/map/sources/:id/archive': query('/api/map/sources/0123456789ab/archive'),
  'GET /api/tile-requests': plain,
  'GET /api/tile-requests/:id': { ...tileRequests, request: () => ({}) },
  'PUT /api/tile-requests/:id': tileRequests,
  'POST /api/tile-requests/estimates': { request: () => ({ body: TILES }) },
  'POST /api/tile-requests/:id/retry': { ...tileRequests, request: () => ({}) },
  'DELETE /api/tile-requests/:id': { ...tileRequests, request: () => ({}) },
  'GET /api/tile-requests/:id/files/:layer': {
    ...tileRequests,
    request: (_world, id) => ({ path: `/api/tile-requests/${id}/files/base` }),
  },
  'GET /api/feed': plain,

  'GET /api/frequencies/:country': query('/api/frequencies/NL'),
  'GET /api/discover/:country': query('/api/discover/NL'),
  'GET /api/community/users/:id/species': query(`/api/community/users/${randomUUID()}/species`),
  'GET /api/community/leaderboards/:board': query('/api/community/leaderboards/species?period=all'),
  'GET /api/community/suggestions': query('/api/community/suggestions?country=NL'),
  'GET /api/community/users': query('/api/community/users?country=worldwide'),
  'GET /api/community/profile': plain,
  'PUT /api/community/profile': json({ bio: 'Moths', languages: ['en'], orcid: null, links: [], shares_badges: false }),
  'PUT /api/community/portrait': json({ picture: 'bm8gcGljdHVyZQ==' }),
  'DELETE /api/community/portrait': plain,
  'GET /api/community/portraits/:id': portraits,
  'GET /api/community/profile/:id': users,
  'GET /api/community/profile/:id/identifications': {
    ...users,
    request: (_world, id) => ({ path: `/api/community/profile/${id}/identifications` }),
  },
  'GET /api/community/statistics/:user/:period/:location': {
    ...users,
    request: (_world, id) => ({ path: `/api/community/statistics/${id}/this_year/worldwide` }),
  },
  'POST /api/community/statistics/seen/:user/:period': {
    states: ['open', 'missing', 'malformed'],
    make: async ({ anna }, state) => idWithoutObject(state) ?? anna.user.id,
    request: (_world, id) => ({ path: `/api/community/statistics/seen/${id}/all`, body: { statistic: 'species' } }),
  },
  'GET /api/community/observers/:taxonId': query(`/api/community/observers/${TAXA.moss.id}`),

  'PUT /api/feedback/:id': feedback,
  'GET /api/feedback': plain,
  'PUT /api/feedback/:id/replies/:reply': {
    ...feedback,
    request: (_world, id) => ({ path: `/api/feedback/${id}/replies/${randomUUID()}`, body: { text: 'Which moths?' } }),
  },
  'GET /api/feedback/:id/screenshot': { ...feedback, request: () => ({}) },
  'GET /api/feedback/ideas': plain,
  'PUT /api/feedback/:id/vote': { ...feedback, request: () => ({}) },
  'DELETE /api/feedback/:id/vote': { ...feedback, request: () => ({}) },

  'GET /api/settings/locations': plain,
  'PUT /api/settings/locations/:id': { ...savedPlaces, request: () => ({ body: PLACE }) },
  'DELETE /api/settings/locations/:id': savedPlaces,
  'GET /api/settings/wanted': plain,
  'PUT /api/settings/wanted/:taxon_id': query(`/api/settings/wanted/${TAXA.moss.id}`),
  'DELETE /api/settings/wanted/:taxon_id': query(`/api/settings/wanted/${TAXA.moss.id}`),
  'GET /api/settings/species-notes': plain,
  'PUT /api/settings/species-notes/:taxon_id': {
    request: () => ({ path: `/api/settings/species-notes/${TAXA.moss.id}`, body: { text: 'On the north wall' } }),
  },
  'DELETE /api/settings/species-notes/:taxon_id': query(`/api/settings/species-notes/${TAXA.moss.id}`),

  'GET /api/journeys': plain,
  'GET /api/journeys/changes': plain,
  'GET /api/journeys/weather': query('/api/journeys/weather?latitude=52.1&longitude=5.1'),
  'GET /api/journeys/:id': journeys,
  'PUT /api/journeys/:id': {
    ...journeys,
    request: (_world, _id, state) => ({ body: journeyBody(), ...(state === 'missing' ? {} : { headers: { 'if-match': '"1"' } }) }),
  },
  'DELETE /api/journeys/:id': journeys,
  'GET /api/journeys/:id/points': journeys,
  'PUT /api/journeys/:id/points': { ...journeys, request: () => ({ body: { points: journeyPoints(3) } }) },

  'GET /api/projects': plain,
  'GET /api/projects/:id': projects,
  'PUT /api/projects/:id': {
    ...projects,
    request: (_world, _id, state) => ({ body: projectBody(), ...(state === 'missing' ? {} : { headers: { 'if-match': '"1"' } }) }),
  },
  'PATCH /api/projects/:id': { ...projects, request: () => ({ body: { is_cancelled: true } }) },
  'PUT /api/projects/:id/membership': { ...projects, request: () => ({ body: {} }) },
  'DELETE /api/projects/:id/membership': projects,
  'GET /api/projects/:id/species': projects,
  'GET /api/projects/:id/observations': projects,
  'GET /api/projects/:id/people': projects,
  'GET /api/projects/:id/map': projects,

  'GET /api/embeds': plain,
  'PUT /api/embeds/:id': { ...embeds, request: () => ({ body: newEmbed() }) },
  'DELETE /api/embeds/:id': embeds,
  'GET /api/embed/counter': query('/api/embed/counter?key=abcdefghijklmnopqrstuvwxyz'),
  'GET /api/embed/map': query('/api/embed/map?key=abcdefghijklmnopqrstuvwxyz'),
  'GET /api/embed/species': query('/api/embed/species?key=abcdefghijklmnopqrstuvwxyz'),
  'GET /api/embed/project': query(`/api/embed/project?key=abcdefghijklmnopqrstuvwxyz&project_id=${randomUUID()}`),
  'GET /api/embed/records': query('/api/embed/records?key=abcdefghijklmnopqrstuvwxyz'),
  'GET /api/admin/overview': plain,
  'GET /api/admin/users': plain,
  'GET /api/admin/users/:id': users,
  'DELETE /api/admin/users/:id/sessions': users,
  'GET /api/admin/feedback': plain,
  'GET /api/admin/feedback/:id': { ...feedback, request: () => ({}) },
  'PATCH /api/admin/feedback/:id': { ...feedback, request: () => ({ body: { state: 'planned' } }) },
  'GET /api/admin/tile-requests': plain,
  'POST /api/admin/tile-requests/:id/cancel': { ...tileRequests, request: () => ({}) },
  'POST /api/admin/tile-requests/:id/retry': { ...tileRequests, request: () => ({}) },
  'PUT /api/admin/tile-requests/:id/sharing': { ...tileRequests, request: () => ({ body: { is_shared: true } }) },
  'DELETE /api/admin/tile-requests/:id': { ...tileRequests, request: () => ({}) },
  'GET /api/admin/log': plain,
  'GET /api/admin/jobs': plain,
  'POST /api/admin/jobs/:queue/:id/retry': query(`/api/admin/jobs/mail/${randomUUID()}/retry`),
  'GET /api/admin/storage': plain,
  'GET /api/admin/storage/orphans': plain,
  'GET /api/admin/versions': plain,
  'PUT /api/admin/versions/:version': {
    request: () => ({ path: '/api/admin/versions/0.0.1', body: { level: 'info', update_url: null, notes: { en: 'Moths' } } }),
  },
  'DELETE /api/admin/versions/:version': query('/api/admin/versions/0.0.2'),
  'GET /api/oembed': query('/api/oembed?url=https%3A%2F%2Fexample.org%2F'),
};

export interface PreparedCase {
  path: string;
  init: Omit<RequestInit, 'headers'> & { headers: Record<string, string> };
}

/** Creates the object of a case and returns the request that addresses it, without a token. */
export async function prepareCase(world: World, key: string, state: ObjectState): Promise<PreparedCase> {
  const test = cases[key]!;
  const [method, pattern] = key.split(' ') as [string, string];
  const id = (await test.make?.(world, state)) ?? '';
  const request = (await test.request?.(world, id, state)) ?? {};
  const isBytes = Buffer.isBuffer(request.body);
  return {
    path: request.path ?? pattern.replace(/:\w+/, id),
    init: {
      method,
      headers: {
        ...(request.body === undefined || isBytes ? {} : { 'content-type': 'application/json' }),
        ...request.headers,
      },
      ...(request.body === undefined ? {} : { body: isBytes ? new Uint8Array(request.body as Buffer) : JSON.stringify(request.body) }),
    },
  };
}

/** A request of a case with a token; null sends none. */
export function withToken({ init }: PreparedCase, token: string | null): PreparedCase['init'] {
  return token === null ? init : { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } };
}

/** Sends a request of a case. */
export async function send({ veld }: World, prepared: PreparedCase, token: string | null): Promise<{ status: number; text: string }> {
  const response = await veld.fetch(prepared.path, withToken(prepared, token));
  return { status: response.status, text: await response.text() };
}

/** Creates the object of a case and sends its request. */
export async function sendCase(
  world: World,
  key: string,
  state: ObjectState,
  token: string | null,
): Promise<{ status: number; text: string }> {
  return send(world, await prepareCase(world, key, state), token);
}
