import { randomUUID } from 'node:crypto';
import {
  BOARDS,
  deleteRelation,
  mapKey,
  putComment,
  putIdentification,
  putJourney,
  putMessage,
  putProject,
  putProjectNews,
  putQuestion,
  putReaction,
  putRelation,
  REACTION_EMOJI,
} from '@veld/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routeRows } from '../all.ts';
import { journeyBody } from '../../testing/journeys.ts';
import { getTile, tileAt } from '../../testing/map-tiles.ts';
import { person, type Person } from '../../testing/people.ts';
import { addPublicPlace, ringsOfBox } from '../../testing/public-places.ts';
import { projectBody } from '../../testing/projects.ts';
import { declared, draft, insertTaxa, makePhoto, save, storedId, TAXA, upload } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { applyChanges } from '../map/pyramid.ts';

const POINT = [52.09083, 5.12222] as const;
const BOX = 'west=5&east=5.3&south=52&north=52.2';
const CELL = `12/${Math.floor(mapKey(...POINT) / 4 ** 14)}`;

/** Somebody with a record, who also identified the record of a third person. */
interface Subject {
  who: Person;
  record: string;
  /** The id in the addresses of its photo. */
  photo: string;
}

/** Every route that shows a caller what others made, as it asks about a person. `:record` is that of a third person. */
const ASKED: Record<string, (id: string, record: string, third: string) => string[]> = {
  'GET /api/feed': () => ['/api/feed', '/api/feed?country=NL', `/api/feed?latitude=${POINT[0]}&longitude=${POINT[1]}&radius_km=5`],
  'GET /api/discover/:country': () => ['/api/discover/NL', `/api/discover/NL?latitude=${POINT[0]}&longitude=${POINT[1]}&radius_km=5`],
  'GET /api/observations': (id) => [`/api/observations?user_id=${id}`, `/api/observations?taxon_id=${TAXA.kingfisher.id}`],
  'GET /api/observations/:id': (_, record) => [`/api/observations/${record}`],
  'GET /api/visitors/pages/:kind/:id': (_, record, third) => [
    `/api/visitors/pages/observations/${record}`,
    `/api/visitors/pages/observations/${third}`,
    `/api/visitors/pages/species/${TAXA.kingfisher.id}`,
  ],
  'GET /api/observations/:id/identifications': (_, record, third) => [
    `/api/observations/${record}/identifications`,
    `/api/observations/${third}/identifications`,
  ],
  'GET /api/observations/:id/votes': (_, record, third) => [`/api/observations/${record}/votes`, `/api/observations/${third}/votes`],
  'GET /api/observations/:id/reactions': (_, record, third) => [
    `/api/observations/${record}/reactions`,
    `/api/observations/${third}/reactions`,
  ],
  'GET /api/reactions': (_, record) => [`/api/reactions?ids=${record}`],
  'GET /api/observations/:id/validation': (_, record, third) => [
    `/api/observations/${record}/validation`,
    `/api/observations/${third}/validation`,
  ],
  'GET /api/observations/:id/comments': (_, record, third) => [
    `/api/observations/${record}/comments`,
    `/api/observations/${third}/comments`,
  ],
  'GET /api/comments/people': () => ['/api/comments/people?name=an', '/api/comments/people?name=be'],
  'GET /api/identifications/waiting': () => ['/api/identifications/waiting'],
  'GET /api/validation/queue': () => ['/api/validation/queue'],
  'GET /api/species-seen': (id) => [`/api/species-seen?user_id=${id}`],
  'GET /api/my-species-images': (id) => [`/api/my-species-images?user_id=${id}`],
  'GET /api/notifications': () => ['/api/notifications'],
  'GET /api/messages': () => ['/api/messages'],
  'GET /api/messages/:id': (id) => [`/api/messages/${id}`],
  'GET /api/observations/:id/experts': (_, record, third) => [`/api/observations/${record}/experts`, `/api/observations/${third}/experts`],
  'GET /api/community/users': () => ['/api/community/users?country=NL', '/api/community/users'],
  'GET /api/community/users/:id/species': (id) => [`/api/community/users/${id}/species`],
  'GET /api/community/statistics/:user/:period/:location': (id) => [`/api/community/statistics/${id}/all/worldwide`],
  'GET /api/community/leaderboards/:board': () => BOARDS.map((board) => `/api/community/leaderboards/${board}?period=all`),
  'GET /api/community/suggestions': () => ['/api/community/suggestions?country=NL', '/api/community/suggestions'],
  'GET /api/community/profile/:id': (id) => [`/api/community/profile/${id}`],
  'GET /api/community/profile/:id/identifications': (id) => [`/api/community/profile/${id}/identifications`],
  'GET /api/community/observers/:taxonId': () => [`/api/community/observers/${TAXA.kingfisher.id}`],
  'GET /api/map/summary': (id) => [`/api/map/summary?${BOX}&content=1&user_id=${id}`, `/api/map/summary?${BOX}&content=1`],
  'GET /api/map/cells/:level/:cell': (id) => [`/api/map/cells/${CELL}?user_id=${id}`, `/api/map/cells/${CELL}`],
  'GET /api/map/tiles/:z/:x/:y': (id) => [0, 8, 14].map((z) => `/api/map/tiles/${tileAt(z, ...POINT).join('/')}?user_id=${id}`),
  'GET /api/explore/feed': () => [`/api/explore/feed?taxon_id=${TAXA.kingfisher.id}`],
  'GET /api/explore/totals': (id) => [`/api/explore/totals?user_id=${id}`],
  'GET /api/explore/records': (id) => [`/api/explore/records?user_id=${id}`, '/api/explore/records'],
  'GET /api/explore/species': (id) => [`/api/explore/species?user_id=${id}`, '/api/explore/species'],
  'GET /api/explore/people': (id) => [`/api/explore/people?user_id=${id}`, '/api/explore/people'],
  'GET /api/explore/identifiers': (id) => [`/api/explore/identifiers?user_id=${id}`, '/api/explore/identifiers'],
  'GET /api/explore/months': (id) => [`/api/explore/months?user_id=${id}`],
  'GET /api/places': () => ['/api/places?name=fen'],
  'GET /api/places/:id': (id) => [`/api/places/${id}`],
  'GET /api/places/:id/figures': (id) => [`/api/places/${id}/figures`],
  'GET /api/journeys': (id) => [`/api/journeys?user_id=${id}`, '/api/journeys'],
  'GET /api/journeys/:id': (_, record) => [`/api/journeys/${record}`],
  'GET /api/projects': () => ['/api/projects'],
  'GET /api/projects/:id': (id) => [`/api/projects/${id}`],
  'GET /api/projects/:id/species': (id) => [`/api/projects/${id}/species`],
  'GET /api/projects/:id/observations': (id) => [`/api/projects/${id}/observations`],
  'GET /api/projects/:id/people': (id) => [`/api/projects/${id}/people`],
  'GET /api/projects/:id/news': (id) => [`/api/projects/${id}/news`],
  'GET /api/projects/:id/log': (id) => [`/api/projects/${id}/log`],
  'GET /api/projects/:id/uncounted': (id) => [`/api/projects/${id}/uncounted`],
  'GET /api/projects/:id/map': (id) => [`/api/projects/${id}/map`],
  'GET /api/specie-images/:taxonId': () => [`/api/specie-images/${TAXA.kingfisher.id}?source=own`],
};

/** What the other routes show: nothing of others, or figures and images of everybody that name nobody but those who made an image. */
const NOT_ABOUT_OTHERS = [
  // What the caller identified; history.test.ts proves that records of people with a block are not in it.
  '/api/identifications/own',
  '/api/identifications/summary',
  '/api/health',
  '/api/ready',
  '/metrics',
  '/.well-known/security.txt',
  '/api/openapi.json',
  '/api/docs',
  '/api/visitors/settings',
  '/api/public/counts',
  '/api/public/versions',
  '/api/invitations',
  '/api/user',
  '/api/sessions',
  '/api/relations',
  '/api/notifications/push',
  '/api/notifications/unsubscribe',
  '/api/reports',
  '/api/reports/hidden',
  // For admins.
  '/api/users',
  '/api/taxonomy/imports',
  '/api/taxonomy/imports/:id',
  '/api/taxonomy/imports/:id/faults',
  '/api/moderation/reports',
  '/api/moderation/people/:id',
  '/api/moderation/acts',
  '/api/sensitive-taxa/:taxonId',
  '/api/admin/sensitive-taxa',
  '/api/admin/sensitive-taxa/export',
  '/api/admin/overview',
  '/api/admin/users',
  '/api/admin/users/:id',
  '/api/admin/feedback',
  '/api/admin/maps',
  '/api/admin/feedback/:id',
  '/api/admin/tile-requests',
  '/api/validation/validators',
  '/api/validation/rules',
  '/api/validation/automatic',
  '/api/admin/log',
  '/api/admin/jobs',
  '/api/admin/storage',
  '/api/admin/storage/orphans',
  '/api/admin/versions',
  // By an address that was signed for a record that the caller saw.
  '/api/media/:id/:size',
  '/api/media/addresses',
  '/api/media/usage',
  '/api/media/:id/original',
  '/api/taxonomy',
  '/api/taxonomy/check-updates',
  '/api/taxonomy/location',
  '/api/taxonomy/descriptions',
  '/api/taxonomy/distinctions',
  '/api/taxonomy/pictures',
  '/api/taxonomy/pictures/:country',
  '/api/taxon/:id/image',
  '/api/articles',
  '/api/articles/:slug',
  '/api/articles/:slug/revisions',
  '/api/observations/:id/history',
  '/api/observations/changes',
  '/api/journeys/changes',
  '/api/journeys/weather',
  '/api/journeys/:id/points',
  '/api/species',
  '/api/species/:id',
  '/api/species/:id/countries',
  '/api/species/:id/names',
  '/api/species/statuses/:country',
  '/api/map/sources',
  '/api/map/sources/:id/archive',
  // Counts of open records that name nobody, without those of blocked people.
  '/api/tile-requests',
  '/api/tile-requests/:id',
  '/api/tile-requests/:id/files/:layer',
  '/api/frequencies/:country',
  '/api/identifications/confusions/:taxonId',
  '/api/feedback',
  '/api/motivation',
  // Of the caller, and by an address that only profiles have.
  '/api/community/profile',
  '/api/community/portraits/:id',
  // By an address that only the page of a place has.
  '/api/places/:id/photos/:photo/:size',
  '/api/toasts',
  '/api/toasts/all',
  '/api/feedback/ideas',
  '/api/feedback/:id/screenshot',
  '/api/settings/locations',
  '/api/settings/wanted',
  '/api/settings/species-notes',
  '/api/explore/views',
  '/api/explore/views/:id/hits',
  '/api/explore/feed-key',
  // For anybody, without a caller.
  '/api/embeds',
  '/api/embed/counter',
  '/api/embed/map',
  '/api/embed/species',
  '/api/embed/records',
  '/api/embed/project',
  '/api/embed/view',
  '/api/oembed',
  '/api/specie-images',
  '/api/specie-images/:taxonId/current',
  '/api/specie-images/:taxonId/info',
  '/api/specie-images/:taxonId/preview',
].map((path) => `GET ${path}`);

describe('a block', () => {
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  let veld: TestServer;
  let anna: Subject;
  let ben: Subject;
  let third: string;
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld);
    third = randomUUID();
    await save(veld, await person(veld, 'chen'), third, draft({ taxon_id: TAXA.heron.id }));
    anna = await subject('anna');
    ben = await subject('ben');
    // Ben commented on a record after Anna, who was notified; this notifies Ben.
    const comment = { text: 'Where was it?', write_id: randomUUID(), written_at: new Date().toISOString(), is_edit: false };
    await veld.call(putComment, { params: { id: ben.record, comment: randomUUID() }, body: comment }, anna.who.token);
    for (const [from, to] of [
      [anna, ben],
      [ben, anna],
    ] as const)
      await veld.call(
        putMessage,
        { params: { id: to.who.user.id, message: randomUUID() }, body: { text: 'Hello', written_at: new Date().toISOString() } },
        from.who.token,
      );
    await applyChanges(veld.context);
  });
  afterAll(() => veld.close());

  async function subject(name: string): Promise<Subject> {
    const who = await person(veld, name, { country_code: 'NL', community_opt_in: true, roles: ['curator'] });
    await sql`
      update users set preferences = preferences || jsonb_build_object('messages_from', 'everyone') where id = ${who.user.id}
    `.execute(veld.db);
    // Experts, who can be asked.
    await sql`insert into curator_scopes (user_id) values (${who.user.id})`.execute(veld.db);
    const record = randomUUID();
    const photo = await makePhoto();
    // The first of its species this year, so that it is news.
    await save(veld, who, record, draft({ media: [declared(photo)], observed_on: yesterday }));
    await upload(veld, who, photo);
    await veld.context.jobs.drain();
    // With the id of its organiser.
    const made = await veld.call(putProject, { params: { id: who.user.id }, body: projectBody() }, who.token);
    expect(made.status).toBe(200);
    const news = { params: { id: who.user.id, news: randomUUID() }, body: { text: 'Bring a lamp', notifies: true } };
    expect((await veld.call(putProjectNews, news, who.token)).status).toBe(204);
    // With the id of its person.
    await addPublicPlace(veld, [ringsOfBox(5, 52, 5.2, 52.2)], { id: who.user.id, from: { owner: who.user.id, savedPlace: record } });
    // With the id of the record.
    const walk = await veld.call(putJourney, { params: { id: record }, body: journeyBody({ sharing: 'full' }) }, who.token);
    expect(walk.status).toBe(200);
    await sql`update journeys set shared_at = shared_at - interval '1 day'`.execute(veld.db);
    await veld.db.insertInto('validators').values({ id: randomUUID(), user_id: who.user.id }).execute();
    await identify(who, third);
    const asked = { question: 'how', text: '', as_validator: false } as const;
    await veld.call(putQuestion, { params: { id: third, question: randomUUID() }, body: asked }, who.token);
    for (const id of [third, record]) {
      const at = new Date().toISOString();
      const comment = { text: `From ${name}`, write_id: randomUUID(), written_at: at, is_edit: false };
      await veld.call(putComment, { params: { id, comment: randomUUID() }, body: comment }, who.token);
      const reaction = { emoji: REACTION_EMOJI.heart, write_id: randomUUID(), chosen_at: at };
      await veld.call(putReaction, { params: { id }, body: reaction }, who.token);
    }
    return { who, record, photo: await storedId(veld, photo) };
  }
  const identify = async (who: Person, id: string) =>
    (
      await veld.call(
        putIdentification,
        { params: { id, identification: randomUUID() }, body: { taxon_id: TAXA.heron.id, disagrees: false, comment: '' } },
        who.token,
      )
    ).status;

  /** The answer to a viewer, without what belongs to the viewer and so differs between viewers. */
  async function answer(viewer: Subject, path: string): Promise<{ status: number; text: string; bytes: string }> {
    const response = await veld.fetch(path, { headers: { authorization: `Bearer ${viewer.who.token}` } });
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, text: bytes.toString(), bytes: bytes.toString('base64') };
  }

  const mentions = (text: string, { who, record, photo }: Subject) =>
    [who.user.id, record, photo, `"name":"${who.user.name}"`, `"user_name":"${who.user.name}"`].some((word) => text.includes(word));
  /** The figures of a viewer's map, which count the others. */
  const figures = async ({ who }: Subject) =>
    Promise.all([0, 8, 14].map(async (z) => (await getTile(veld, who, tileAt(z, ...POINT))).records));

  async function walk(viewer: Subject, other: Subject): Promise<Record<string, boolean>> {
    const seen: Record<string, boolean> = {};
    for (const [key, asked] of Object.entries(ASKED)) {
      const unknown = asked(randomUUID(), randomUUID(), third);
      for (const [index, path] of asked(other.who.user.id, other.record, third).entries()) {
        const [about, absent] = [await answer(viewer, path), await answer(viewer, unknown[index]!)];
        seen[key] ||= mentions(about.text, other) || (path !== unknown[index] && about.bytes !== absent.bytes);
      }
    }
    return seen;
  }

  it('has a row for each route that answers with what others made', () => {
    const reads = Object.keys(routeRows).filter((key) => key.startsWith('GET '));
    expect([...Object.keys(ASKED), ...NOT_ABOUT_OTHERS].toSorted()).toEqual(reads.toSorted());
  });

  it('makes each absent for the other on every route, in both directions, until it ends', async () => {
    const all = Object.fromEntries(Object.keys(ASKED).map((key) => [key, true]));
    const none = Object.fromEntries(Object.keys(ASKED).map((key) => [key, false]));
    const before = await figures(anna);
    expect(await walk(anna, ben)).toEqual(all);
    expect(await walk(ben, anna)).toEqual(all);

    const params = { kind: 'block', id: anna.who.user.id } as const;
    await veld.call(putRelation, { params }, ben.who.token);
    expect(await walk(anna, ben), 'for the one who was blocked').toEqual(none);
    expect(await walk(ben, anna), 'for the one who blocked').toEqual(none);
    for (const viewer of [anna, ben]) expect(await figures(viewer)).toEqual(before.map((records) => records - 1));
    expect([await identify(anna.who, ben.record), await identify(ben.who, anna.record)]).toEqual([404, 404]);

    await veld.call(deleteRelation, { params }, ben.who.token);
    expect(await walk(anna, ben)).toEqual(all);
    expect(await figures(anna)).toEqual(before);
    expect(await identify(anna.who, ben.record)).toBe(200);
  });
});
