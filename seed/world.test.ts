import { randomUUID } from 'node:crypto';
import { getFeed, getTaxonomy, listCommunityUsers, login, type PublicObservation, revertImage, type TaxonomyPage } from '@veld/contract';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderPhoto } from '../server/src/features/media/jobs.ts';
import { storedId } from '../server/src/testing/records.ts';
import { testServer, type TestServer } from '../server/src/testing/server.ts';
import { ZONES } from './places.ts';
import { type PlannedRecord, planRecords } from './plan.ts';
import { listPlates } from './plates/set-plates.ts';
import { findRegion, SPECIES } from './species.ts';
import { addPlates, seed, PASSWORD, people, type Seeded } from './world.ts';

describe('the demo data', () => {
  let veld: TestServer;
  let first: Seeded;
  beforeAll(async () => {
    veld = await testServer();
    // As wide as the pictures in lists need.
    first = await seed(veld.url, { photoWidth: 640 });
  });
  afterAll(() => veld.close());

  /** All data that a run could change. */
  const state = async () => ({
    users: await veld.db.selectFrom('users').selectAll().orderBy('email').execute(),
    observations: await veld.db.selectFrom('observations').selectAll().orderBy('id').execute(),
    media: await veld.db.selectFrom('media').selectAll().orderBy('id').execute(),
    journeys: await veld.db.selectFrom('journeys').selectAll().orderBy('id').execute(),
    images: await veld.db
      .selectFrom('taxa')
      .innerJoin('taxon_image_details', 'taxon_image_details.taxon_id', 'taxa.id')
      .select(['taxa.id', 'scientific_name', 'image_media_id', 'image_attribution', 'image_license', 'alt'])
      .where('image_media_id', 'is not', null)
      .orderBy('taxa.id')
      .execute(),
    changesOfImages: await veld.db.selectFrom('taxon_image_changes').selectAll().orderBy('id').execute(),
  });

  it('are twelve people, 300 records and some forty photos', async () => {
    expect(first).toMatchObject({ records: 300 });
    expect(first.photos).toBeGreaterThanOrEqual(40);
    expect(people).toHaveLength(12);
    const { users, observations, media } = await state();
    expect(users.map((user) => user.email)).toEqual(people.map((person) => person.email).toSorted());
    expect(users.find((user) => user.email === 'admin@example.org')!.roles).toContain('admin');
    expect(users.find((user) => user.email === 'klara@example.org')!.roles).toEqual(['user', 'curator']);
    expect(users.filter((user) => user.roles.includes('admin'))).toHaveLength(1);
    expect(new Set(users.map((user) => user.preferences.language)).size).toBe(9);
    expect(observations).toHaveLength(300);
    expect(media).toHaveLength(first.photos + first.plates);
  });

  it('have a few drawings as images of species, with credit and alternative text', async () => {
    const { images } = await state();
    expect(first.plates).toBe(6);
    expect(images.map((image) => image.scientific_name).toSorted()).toEqual(listPlates().slice(0, 6).toSorted());
    for (const image of images) expect(image, image.scientific_name).toMatchObject({ image_attribution: 'Veld', image_license: 'CC0-1.0' });
    expect(images.find((image) => image.scientific_name === 'Parus major')!.alt).toMatchObject({
      en: 'Drawing: Great tit',
      nl: 'Tekening: Koolmees',
      fr: 'Dessin : Mésange charbonnière',
    });
    const shown = await veld.fetch(`/api/taxon/${images[0]!.id}/image?size=512`);
    expect(await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).toMatchObject({ width: 512, height: 384 });
  });

  it('vary in country, group, geoprivacy, count, notes and date, without future dates', async () => {
    const { observations } = await state();
    // The stored country is computed from the coordinates, so this checks the places.
    const countries = new Set(observations.map((row) => row.country_code));
    for (const country of ['NL', 'BE', 'DE', 'PL', 'FR', 'ES', 'IT', 'PT', 'ZA']) expect(countries, country).toContain(country);
    expect(countries.size).toBe(9);
    expect(new Set(observations.map((row) => row.geoprivacy))).toEqual(new Set(['open', 'obscured', 'private']));
    expect(observations.filter((row) => row.geoprivacy === 'open').length).toBeGreaterThan(180);
    const groups = await veld.db
      .selectFrom('observations')
      .innerJoin('taxa', 'taxa.id', 'observations.taxon_id')
      .select('taxon_group')
      .distinct()
      .execute();
    expect(groups.length).toBeGreaterThanOrEqual(12);
    // Each species occurs in the country of its record.
    const identified = observations.filter((row) => row.taxon_id !== null);
    const listed = await veld.db.selectFrom('taxon_countries').select(['country_code', 'taxon_id']).execute();
    const occurrences = new Set(listed.map((row) => `${row.country_code} ${row.taxon_id}`));
    for (const row of identified) expect(occurrences.has(`${row.country_code} ${row.taxon_id}`), row.id).toBe(true);
    const days = observations.map((row) => String(row.observed_from));
    expect(days.every((day) => Date.parse(day) < Date.now())).toBe(true);
    expect(days.some((day) => Date.parse(day) > Date.now() - 8 * 86_400_000)).toBe(true);
    expect(days.some((day) => Date.parse(day) < Date.now() - 600 * 86_400_000)).toBe(true);
    expect(new Set(observations.map((row) => row.count_type)).size).toBeGreaterThanOrEqual(4);
    expect(observations.filter((row) => row.notes).length).toBeGreaterThan(100);
  });

  it('have journeys, whose tracks pass their records and whose owners share some of them', async () => {
    // Tracks are measured by a job.
    await veld.context.jobs.drain();
    const { journeys, observations } = await state();
    expect(journeys.length).toBe(first.journeys);
    expect(journeys.length).toBeGreaterThanOrEqual(10);
    expect(new Set(journeys.map(({ sharing }) => sharing))).toEqual(new Set(['none', 'cells', 'full']));
    for (const { id, user_id, started_at, ended_at, distance_m, points } of journeys) {
      const records = observations.filter(({ journey_id }) => journey_id === id);
      expect(records.length, id).toBeGreaterThanOrEqual(3);
      expect(new Set(records.map((record) => record.user_id))).toEqual(new Set([user_id]));
      const hours = (ended_at!.getTime() - started_at.getTime()) / 3_600_000;
      expect(points).toBeGreaterThan(60);
      // On foot or by bicycle.
      expect(distance_m! / 1000 / hours, id).toBeGreaterThan(0.5);
      expect(distance_m! / 1000 / hours, id).toBeLessThan(25);
    }
  });

  it('have identifications by others, some as another species, and follows, reactions, comments, messages and reports', async () => {
    const rows = await veld.db
      .selectFrom('identifications')
      .innerJoin('observations', 'observations.id', 'identifications.observation_id')
      .select([
        'identifications.taxon_id as said',
        'observations.taxon_id as recorded',
        'identifications.user_id',
        'observations.user_id as owner',
      ])
      .execute();
    expect(rows.length).toBeGreaterThan(40);
    expect(rows.filter(({ said, recorded }) => said !== recorded).length).toBeGreaterThanOrEqual(3);
    expect(rows.filter(({ user_id, owner }) => user_id === owner)).toEqual([]);
    const count = async (table: 'relations' | 'reactions' | 'comments' | 'messages') =>
      (await veld.db.selectFrom(table).select('user_id').execute()).length;
    expect(await count('relations')).toBe(12);
    expect(await count('reactions')).toBeGreaterThan(20);
    expect(await count('comments')).toBeGreaterThanOrEqual(8);
    expect(await count('messages')).toBe(8);
    const { rows: reports } = await sql<{ state: string }>`select state from reports`.execute(veld.db);
    expect(reports).toEqual([{ state: 'open' }]);
  });

  it('are at places and in months in which the species is found', async () => {
    const taxa = new Map(
      await Promise.all(
        Object.keys(ZONES).map(async (country) => {
          const query = { page: 1, languages: 'sci,en', country_code: country } as const;
          const page = (await veld.call(getTaxonomy, { query })).body as TaxonomyPage;
          return [country, page.data.filter(({ rank }) => rank === 'species')] as const;
        }),
      ),
    );
    const plan = planRecords({ taxa, now: new Date('2026-11-20T12:00:00Z'), size: 3000 });
    expect(plan).toHaveLength(3000);
    expect(new Set(plan.map(({ id }) => id)).size).toBe(3000);
    const monthOf = ({ body }: PlannedRecord) => Number(body.observed_on!.slice(5, 7));
    const bySpecies = new Map(SPECIES.map((one) => [one.scientificName, one]));
    expect(bySpecies.size).toBe(SPECIES.length);
    for (const record of plan) {
      const species = bySpecies.get(record.taxon.names.sci!)!;
      const where = `${species.scientificName} ${record.place.country} ${record.body.observed_on}`;
      expect(species.months[findRegion(record.place.country)]!.has(monthOf(record)), where).toBe(true);
      expect(species.grounds, where).toContain(record.place.ground);
    }
    // What everybody knows, said once more without the table.
    const of = (name: string, country: string) => plan.filter(({ taxon, place }) => taxon.names.sci === name && place.country === country);
    const swallows = of('Hirundo rustica', 'NL');
    expect(swallows.length).toBeGreaterThan(3);
    expect(swallows.filter((record) => [11, 12, 1, 2].includes(monthOf(record)))).toEqual([]);
    expect(of('Turdus iliacus', 'NL').filter((record) => [5, 6, 7, 8].includes(monthOf(record)))).toEqual([]);
    const winter = plan.filter((record) => [12, 1, 2].includes(monthOf(record)) && findRegion(record.place.country) === 'north');
    expect(winter.length).toBeGreaterThan(100);
    expect(
      winter
        .filter(({ taxon }) => ['butterfly', 'dragonfly', 'amphibian', 'reptile'].includes(taxon.group))
        .map(({ taxon }) => taxon.names.sci),
    ).toEqual(winter.filter(({ taxon }) => ['Rana temporaria'].includes(taxon.names.sci!)).map(({ taxon }) => taxon.names.sci));
    for (const person of people.filter(({ share }) => share > 0))
      expect(
        plan.some((record) => record.person.key === person.key),
        person.key,
      ).toBe(true);
    expect(new Set(plan.map(({ taxon }) => taxon.id)).size).toBeGreaterThan(150);
  });

  it('have their latest records in the feed, with detailed pictures', async () => {
    const bram = first.tokens.bram;
    const photosInFeed = async () => {
      const { body } = await veld.call(getFeed, { query: { limit: 50 } }, bram);
      return (body.data as PublicObservation[]).flatMap((record) => record.media);
    };
    const found = await photosInFeed();
    expect(found.length).toBeGreaterThanOrEqual(10);
    // Each takes a process of its own, so not all sixty.
    for (const photo of found.slice(0, 6)) await renderPhoto(veld.context, await storedId(veld, photo));
    for (const photo of (await photosInFeed()).slice(0, 6)) {
      const picture = Buffer.from(await (await veld.fetch(photo.urls![512])).arrayBuffer());
      const { entropy, sharpness } = await sharp(picture).stats();
      expect(entropy).toBeGreaterThan(5);
      expect(sharpness).toBeGreaterThan(0);
      // The EXIF is only in the original.
      expect((await sharp(picture).metadata()).exif).toBeUndefined();
    }
    const dutch = await veld.call(listCommunityUsers, { query: { country: 'NL' } }, bram);
    expect(dutch.body.data.map((person) => person.name)).toContain('Anna de Wit');
  });

  it('include accounts that all have the same password', async () => {
    for (const person of people) expect((await veld.call(login, { body: { email: person.email, password: PASSWORD } })).status).toBe(200);
  });

  it('do not change when created again, even months later or without an image that a curator took away', async () => {
    const { images } = await state();
    const removal = { params: { taxonId: String(images[0]!.id) }, body: { write_id: randomUUID(), change_id: null } };
    expect((await veld.call(revertImage, removal, first.tokens.klara)).status).toBe(200);
    const before = await state();
    expect(before.images).toHaveLength(5);
    const again = await seed(veld.url, { now: new Date(Date.now() + 90 * 86_400_000) });
    expect(again).toMatchObject({ records: 0, photos: 0, journeys: 0, plates: 0 });
    expect(await state()).toEqual(before);
  });

  it('get the images of further species afterwards, each once', async () => {
    const before = (await state()).images.length;
    expect(await addPlates(veld.url, 8)).toBe(2);
    expect(await addPlates(veld.url, 8)).toBe(0);
    expect((await state()).images).toHaveLength(before + 2);
  });
});
