import { randomUUID } from 'node:crypto';
import {
  deleteAccount,
  deletePortrait,
  getCommunityProfile,
  getObservation,
  getOwnProfile,
  listIdentifications,
  patchPreferences,
  type ProfileDraft,
  putIdentification,
  putOwnProfile,
  putPortrait,
  putRelation,
} from '@veld/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirmed, type Person, person } from '../../testing/people.ts';
import { declared, draft, insertTaxa, makePhoto, save, TAXA, upload } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { settleAll } from '../motivation/settle.ts';

const TEXTS: ProfileDraft = {
  bio: ' Moths, mostly.\nAt night. ',
  languages: ['nl', 'en'],
  orcid: '0000-0002-1825-0097',
  links: ['https://example.org/anna'],
  shares_badges: true,
};
const NOTHING = { joined: null, bio: '', languages: [], orcid: null, links: [], portrait_url: null, level: null, badges: null };

describe('profiles', () => {
  let veld: TestServer;
  let anna: Person;
  let bram: Person;
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld);
    anna = await person(veld, 'anna', { country_code: 'NL', community_opt_in: true });
    bram = await person(veld, 'bram');
  });
  afterAll(() => veld.close());

  const write = (who: Person, change: Partial<ProfileDraft> = {}) => veld.call(putOwnProfile, { body: { ...TEXTS, ...change } }, who.token);
  const ask = (caller: Person, of: Person) => veld.call(getCommunityProfile, { params: { id: of.user.id } }, caller.token);
  const see = async (caller: Person, of: Person) => (await ask(caller, of)).body.data;
  const picture = async (change: Partial<{ width: number; height: number }> = {}) =>
    (
      await sharp({ create: { width: 600, height: 600, channels: 3, background: '#486b2d', ...change } })
        .withExif({ IFD0: { Make: 'A camera', Copyright: 'anna' }, IFD3: { GPSLatitude: '52/1 5/1 0/1' } })
        .jpeg()
        .toBuffer()
    ).toString('base64');
  const setPicture = async (who: Person, bytes: string) => veld.call(putPortrait, { body: { picture: bytes } }, who.token);

  it('show what people in the community write about themselves', async () => {
    expect((await veld.call(getOwnProfile, {}, anna.token)).body.data).toMatchObject({ bio: '', portrait_url: null, shares_badges: false });
    expect((await write(anna)).body.data).toEqual({ ...TEXTS, bio: 'Moths, mostly.\nAt night.', portrait_url: null });
    expect(await see(bram, anna)).toMatchObject({
      bio: 'Moths, mostly.\nAt night.',
      languages: ['nl', 'en'],
      orcid: TEXTS.orcid,
      links: TEXTS.links,
      joined: anna.user.created_at.slice(0, 7),
    });
  });

  it('show nothing of people who are not listed but their name and public records', async () => {
    await write(bram);
    expect(await see(anna, bram)).toMatchObject({ ...NOTHING, name: 'bram', is_listed: false, country_code: null });
  });

  it('refuse a wrong ORCID iD, other links than https, and too much', async () => {
    for (const [field, change] of [
      ['orcid', { orcid: '0000-0002-1825-0098' }],
      ['links', { links: ['http://example.org'] }],
      ['links', { links: ['javascript:alert(1)'] }],
      ['links', { links: Array.from({ length: 4 }, () => 'https://example.org') }],
      ['bio', { bio: 'x'.repeat(501) }],
      ['languages', { languages: ['xx'] }],
    ] as const) {
      const { status, problem } = await write(anna, change as Partial<ProfileDraft>);
      expect([status, Object.keys(problem.errors ?? {}).every((name) => name.startsWith(field))]).toEqual([422, true]);
    }
  });

  it('have a picture without metadata, at a new address each time, until it is removed', async () => {
    const { portrait_url: first } = (await setPicture(anna, await picture())).body.data;
    const response = await veld.fetch(first!);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const { width, height, exif } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect([width, height, exif]).toEqual([512, 512, undefined]);
    expect((await see(bram, anna)).portrait_url).toBe(first);
    const { portrait_url: second } = (await setPicture(anna, await picture({ width: 300, height: 300 }))).body.data;
    expect(second).not.toBe(first);
    expect((await veld.fetch(first!)).status).toBe(404);
    // The texts and the picture do not overwrite each other.
    expect((await write(anna)).body.data.portrait_url).toBe(second);
    for (let time = 0; time < 2; time++) expect((await veld.call(deletePortrait, {}, anna.token)).status).toBe(204);
    expect([(await veld.fetch(second!)).status, (await see(bram, anna)).portrait_url]).toEqual([404, null]);
    expect((await see(bram, anna)).bio).not.toBe('');
  });

  it('refuse a picture that is no square, or no picture', async () => {
    for (const bytes of [await picture({ width: 400 }), Buffer.from('not a picture').toString('base64'), 'not base64!'])
      expect((await setPicture(anna, bytes)).problem.errors).toHaveProperty('picture');
  });

  it('show level and badges of the day before, only if both sides allow it', async () => {
    const dora = await person(veld, 'dora', { community_opt_in: true });
    for (let number = 0; number < 4; number++)
      await save(veld, dora, randomUUID(), draft({ latitude: 40.05 + number / 10, geoprivacy: 'private' }));
    await settleAll(veld.context);
    await write(dora);
    expect(await see(bram, dora)).toMatchObject({ level: 0, badges: [] });
    const aDayAgo = new Date(Date.now() - 86_400_000);
    await veld.db.updateTable('xp_events').set({ created_at: aDayAgo, points: 50 }).where('user_id', '=', dora.user.id).execute();
    await veld.db.updateTable('user_badges').set({ earned_at: aDayAgo }).where('user_id', '=', dora.user.id).execute();
    const seen = await see(bram, dora);
    expect([seen.level! > 0, seen.badges!.map(({ id }) => id)]).toEqual([true, expect.arrayContaining(['first_record'])]);
    await write(dora, { shares_badges: false });
    expect(await see(bram, dora)).toMatchObject({ level: null, badges: null });
    await write(dora);
    await veld.call(patchPreferences, { body: { gamification: false } }, dora.token);
    expect(await see(bram, dora)).toMatchObject({ level: null, badges: null });
  });

  it('do not exist for blocked people, and no more once the account is closed; the picture neither', async () => {
    const emil = await person(veld, 'emil', { community_opt_in: true });
    await write(emil);
    const { portrait_url } = (await setPicture(emil, await picture())).body.data;
    await veld.call(putRelation, { params: { kind: 'block', id: bram.user.id } }, emil.token);
    expect((await ask(bram, emil)).status).toBe(404);
    await veld.call(deleteAccount, {}, await confirmed(veld, emil.token));
    expect([(await ask(anna, emil)).status, (await veld.fetch(portrait_url!)).status]).toEqual([404, 404]);
  });

  it('are gone behind names that records keep, which say so', async () => {
    const fay = await person(veld, 'fay');
    const photo = await makePhoto();
    await upload(veld, anna, photo);
    const [own, others] = [randomUUID(), randomUUID()];
    await save(veld, fay, own, draft());
    await save(veld, anna, others, draft({ media: [declared(photo)] }));
    const identification = randomUUID();
    const body = { taxon_id: TAXA.kingfisher.id, disagrees: false, comment: '' };
    await veld.call(putIdentification, { params: { id: others, identification }, body }, fay.token);
    const read = async () => {
      const record = (await veld.call(getObservation, { params: { id: own } }, bram.token)).body.data;
      const { identifications } = (await veld.call(listIdentifications, { params: { id: others } }, bram.token)).body.data;
      return [record.user, identifications[0]!.user];
    };
    const named = { id: fay.user.id, name: 'fay', is_pro: false };
    expect(await read()).toEqual([named, named]);
    await veld.call(deleteAccount, { body: { on_delete: 'named' } }, await confirmed(veld, fay.token));
    expect(await read()).toEqual([
      { ...named, is_former: true },
      { ...named, is_former: true },
    ]);
  });
});
