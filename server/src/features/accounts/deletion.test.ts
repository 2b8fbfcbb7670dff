import { randomUUID } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  checkTaxonomyUpdates,
  confirmPassword,
  deleteAccount,
  getCommunityProfile,
  getEmbedCounter,
  getFeed,
  getObservation,
  getTaxonImages,
  getTaxonomy,
  getUser,
  listCommunityUsers,
  listObservations,
  listSpecies,
  login,
  logout,
  patchPreferences,
  postTaxonImage,
  putEmbed,
  putFeedback,
  register,
  requestPassword,
  resetPassword,
  type TaxonomyPage,
} from '@veld/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { confirmed, PASSWORD, person, type Person, type PersonOptions } from '../../testing/people.ts';
import { createUpload, declared, draft, insertTaxa, makePhoto, save, storedId, TAXA, upload } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;

describe('deleting an account', () => {
  let veld: TestServer;
  let now = new Date();
  beforeAll(async () => {
    veld = await testServer({ PUBLIC_URL: 'https://veld.example.org' }, { now: () => now });
    await insertTaxa(veld);
  });
  beforeEach(() => void (now = new Date()));
  afterAll(() => veld.close());

  const keeper = async () => (await veld.call(login, { body: { email: 'keeper@example.org', password: PASSWORD } })).body;
  const row = (id: string) => veld.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const logIn = (name: string, password = PASSWORD) => veld.call(login, { body: { email: `${name}@example.org`, password } });
  const daily = async () => {
    await veld.context.jobs.send('accounts-daily', {});
    await veld.context.jobs.drain();
  };
  const lastMail = (name: string) =>
    veld.db
      .selectFrom('mails')
      .selectAll()
      .where('recipient', '=', `${name}@example.org`)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();

  async function withRecord(name: string, options: PersonOptions = {}): Promise<Person & { record: string; photo: string }> {
    const who = await person(veld, name, options);
    const photo = await makePhoto();
    expect(await upload(veld, who, photo)).toBe(204);
    const record = randomUUID();
    expect((await save(veld, who, record, draft({ media: [declared(photo)], notes: `${name} was here` }))).status).toBe(200);
    return { ...who, record, photo: await storedId(veld, photo) };
  }

  it('works with an empty body and keeps the records without a name (decision 0020)', async () => {
    const anna = await withRecord('anna');
    const bram = await person(veld, 'bram');
    const response = await veld.fetch('/api/delete-account', {
      method: 'POST',
      headers: { authorization: `Bearer ${await confirmed(veld, anna.token)}`, 'content-type': 'application/json' },
    });
    expect(response.status).toBe(204);
    expect((await veld.call(getUser, {}, anna.token)).status).toBe(401);
    expect((await veld.call(logout, {}, anna.revokeKey)).status).toBe(204);
    const kept = (await veld.call(getObservation, { params: { id: anna.record } }, bram.token)).body.data;
    expect(kept.user).toMatchObject({ name: '' });
    const { email_key: _, ...stored } = await row(anna.user.id);
    expect(JSON.stringify(stored)).not.toContain('anna');
    expect(JSON.stringify(stored)).not.toContain('argon2');
    expect(await veld.db.selectFrom('sessions').select('id').where('user_id', '=', anna.user.id).execute()).toEqual([]);
    const mail = await lastMail('anna');
    expect(mail).toMatchObject({ recipient: 'anna@example.org', subject: 'Your Veld account is closed' });
    expect(mail.body).toContain('Your records stay, without your name.');
    expect(mail.body).toContain('https://veld.example.org/login\n');
    // After 14 days the remaining data are erased, a last mail confirms it, and the address can be registered again.
    now = new Date(now.getTime() + 14 * DAY + 1000);
    await daily();
    await daily();
    expect(JSON.stringify(await row(anna.user.id))).not.toContain('anna');
    expect(await veld.db.selectFrom('closed_accounts').selectAll().where('user_id', '=', anna.user.id).execute()).toEqual([]);
    expect((await veld.db.selectFrom('mails').select('subject').where('recipient', '=', 'anna@example.org').execute()).toSorted()).toEqual([
      // The one before was not sent, and went with the account.
      { subject: 'Your Veld account is deleted' },
    ]);
    expect((await logIn('anna')).status).toBe(401);
    expect((await veld.call(getObservation, { params: { id: anna.record } }, bram.token)).body.data.user).toMatchObject({ name: '' });
    const again = await veld.call(register, { body: { name: 'anna', email: 'anna@example.org', password: PASSWORD } });
    expect(again.body.data.id).not.toBe(anna.user.id);
  });

  it('keeps the records under the name if the person chose so, and only the records', async () => {
    const nora = await withRecord('nora', { community_opt_in: true });
    const bram = await person(veld, 'bruno');
    const nameOnRecord = async () => (await veld.call(getObservation, { params: { id: nora.record } }, bram.token)).body.data.user.name;
    await veld.call(deleteAccount, { body: { on_delete: 'named' } }, await confirmed(veld, nora.token));
    expect(await nameOnRecord()).toBe('nora');
    expect(JSON.stringify((await veld.call(listCommunityUsers, {}, bram.token)).body)).not.toContain('nora');
    expect((await veld.call(getCommunityProfile, { params: { id: nora.user.id } }, bram.token)).status).toBe(404);
    const stored = await row(nora.user.id);
    expect(stored).toMatchObject({ name: 'nora', email: '', password_hash: '', name_keys: [] });
    expect((await lastMail('nora')).body).toContain('Your records stay, under your name.');
    now = new Date(now.getTime() + 14 * DAY + 1000);
    await daily();
    expect(await nameOnRecord()).toBe('nora');
    expect(JSON.stringify(await row(nora.user.id))).not.toContain('nora@example.org');
    expect((await lastMail('nora')).body).toContain('Your records stay, under your name.');
    expect((await logIn('nora')).status).toBe(401);
  });

  it('does not keep the name of somebody removed by an admin, whatever they prefer', async () => {
    const olaf = await withRecord('olaf');
    await veld.call(patchPreferences, { body: { on_delete: 'named' } }, olaf.token);
    const admin = await keeper();
    await veld.call(deleteAccount, { body: { user_id: olaf.user.id } }, admin.token);
    expect((await veld.call(getObservation, { params: { id: olaf.record } }, admin.token)).body.data.user.name).toBe('');
    now = new Date(now.getTime() + 14 * DAY + 1000);
    await daily();
    expect((await lastMail('olaf')).body).toContain('Your records stay, without your name.');
  });

  it('can be undone under a kept name too, and then anonymised', async () => {
    const pia = await withRecord('pia');
    await veld.call(deleteAccount, { body: { on_delete: 'named' } }, await confirmed(veld, pia.token));
    const again = await logIn('pia');
    expect(again.body).toMatchObject({ reopened: true, data: { name: 'pia' } });
    await veld.call(deleteAccount, { body: { on_delete: 'anonymise' } }, await confirmed(veld, again.body.token));
    expect((await veld.call(getObservation, { params: { id: pia.record } }, (await keeper()).token)).body.data.user.name).toBe('');
  });

  it('removes the name from the feed, lists, species images, people and embeds', async () => {
    const hanna = await withRecord('hanna', { isPro: true, community_opt_in: true });
    const ivo = await person(veld, 'ivo', { roles: ['curator'] });
    const address = {
      params: { taxonId: String(TAXA.kingfisher.id) },
      body: { image_url: `${veld.url}/api/media/${hanna.photo}/512`, image_source: 'observation' },
    };
    await veld.context.jobs.drain();
    expect((await veld.call(postTaxonImage, address, ivo.token)).body.data).toMatchObject({ attribution: 'hanna' });
    await veld.call(putEmbed, { params: { id: randomUUID() }, body: { key: 'h'.repeat(43), label: 'x', origins: [] } }, hanna.token);
    const seen = async () =>
      JSON.stringify([
        (await veld.call(getFeed, {}, ivo.token)).body,
        (await veld.call(listObservations, { query: { user_id: hanna.user.id } }, ivo.token)).body,
        (await veld.call(getObservation, { params: { id: hanna.record } }, ivo.token)).body,
        (await veld.call(getTaxonomy, { query: { page: 1, languages: 'en,sci' } })).body,
        (await veld.call(getTaxonImages, { params: { taxonId: String(TAXA.kingfisher.id) } }, ivo.token)).body,
        (await veld.call(listCommunityUsers, {}, ivo.token)).body,
        (await veld.call(getCommunityProfile, { params: { id: hanna.user.id } }, ivo.token)).problem,
        (await veld.call(getEmbedCounter, { query: { key: 'h'.repeat(43) } })).problem,
      ]).replaceAll('hanna was here', '');
    expect((await seen()).match(/hanna/g)!.length).toBeGreaterThanOrEqual(7);
    await veld.call(deleteAccount, {}, await confirmed(veld, hanna.token));
    // The taxonomy is cached for two seconds.
    now = new Date(now.getTime() + 3000);
    expect(await seen()).not.toContain('hanna');
    expect((await logIn('hanna')).body.data).toMatchObject({ name: 'hanna', is_pro: true });
    now = new Date(now.getTime() + 3000);
    expect((await seen()).match(/hanna/g)!.length).toBeGreaterThanOrEqual(7);
  });

  it('hides photos and species images at once if they are to be erased, until the account is reopened', async () => {
    const lena = await withRecord('lena');
    const cropped = randomUUID();
    const photo = await makePhoto();
    const crop = { x: 0, y: 0, width: 0.5, height: 0.5 };
    await save(veld, lena, cropped, draft({ taxon_id: TAXA.heron.id, media: [{ ...declared(photo), crop }] }));
    await upload(veld, lena, photo);
    await veld.context.jobs.drain();
    const curator = await person(veld, 'ines', { roles: ['curator'] });
    const mediaOf = async (id: string) => (await veld.call(getObservation, { params: { id } }, lena.token)).body.data.media[0]!;
    const [whole, part] = [await mediaOf(lena.record), await mediaOf(cropped)];
    const addresses = [...Object.values(whole.urls!), ...Object.values(part.urls!), ...Object.values(part.whole_urls!)];
    for (const [taxon, media] of [
      [TAXA.kingfisher, whole],
      [TAXA.heron, part],
    ] as const) {
      const image = { image_url: media.urls![512], image_source: 'observation' };
      expect((await veld.call(postTaxonImage, { params: { taxonId: String(taxon.id) }, body: image }, curator.token)).status).toBe(200);
      for (const size of ['128', '512', '1600']) addresses.push(`/api/taxon/${taxon.id}/image?size=${size}`);
    }
    const statuses = async () => {
      const found = new Set<number>();
      for (const address of addresses) {
        const response = await veld.fetch(address);
        await response.arrayBuffer();
        found.add(response.status);
      }
      return [...found];
    };
    const version = async () => (await veld.call(checkTaxonomyUpdates, { query: {} })).body.data.last_updated_at;
    /** What a device that has the version `since` gets: the species with an image, and those without. */
    const update = async (since: string) => {
      const { data } = (await veld.call(getTaxonomy, { query: { page: 1, languages: 'en,sci', since } })).body as TaxonomyPage;
      return Object.fromEntries(data.map((taxon) => [taxon.id, [taxon.image_url, taxon.image_attribution]]));
    };
    const pictured = async () => Object.values((await veld.call(listSpecies, { query: { with_image: '1' } }, curator.token)).body);
    const ids = [TAXA.kingfisher.id, TAXA.heron.id];
    now = new Date(now.getTime() + 3000);
    const before = await version();
    expect(await statuses()).toEqual([200]);
    expect(await pictured()).toEqual(expect.arrayContaining(ids));

    await veld.call(deleteAccount, { body: { on_delete: 'erase' } }, await confirmed(veld, lena.token));
    expect(await statuses()).toEqual([404]);
    for (const id of ids) expect(await pictured()).not.toContain(id);
    now = new Date(now.getTime() + 3000);
    const closed = await version();
    expect(await update(before)).toEqual({ [ids[0]!]: [null, null], [ids[1]!]: [null, null] });
    const candidates = (await veld.call(getTaxonImages, { params: { taxonId: String(TAXA.heron.id) } }, curator.token)).body;
    expect(candidates.images).toEqual([]);

    expect((await logIn('lena')).status).toBe(200);
    expect(await statuses()).toEqual([200]);
    now = new Date(now.getTime() + 3000);
    expect(
      Object.keys(await update(closed))
        .map(Number)
        .toSorted(),
    ).toEqual(ids.toSorted());
    expect((await update(closed))[ids[0]!]![0]).toBe(`/api/taxon/${ids[0]}/image`);
  });

  it('keeps photos of records that stay, but not the whole picture of a cropped one', async () => {
    const mona = await person(veld, 'mona');
    const bea = await person(veld, 'beatrix');
    const [id, photo] = [randomUUID(), await makePhoto()];
    await save(veld, mona, id, draft({ media: [{ ...declared(photo), crop: { x: 0, y: 0, width: 0.5, height: 0.5 } }] }));
    await upload(veld, mona, photo);
    await veld.context.jobs.drain();
    const media = (await veld.call(getObservation, { params: { id } }, mona.token)).body.data.media[0]!;
    const status = async (address: string) => (await veld.fetch(address, { method: 'HEAD' })).status;
    expect([await status(media.urls![128]), await status(media.whole_urls![128])]).toEqual([200, 200]);
    await veld.call(deleteAccount, {}, await confirmed(veld, mona.token));
    expect((await veld.call(getObservation, { params: { id } }, bea.token)).body.data.media).toHaveLength(1);
    expect([await status(media.urls![128]), await status(media.whole_urls![128])]).toEqual([200, 404]);
  });

  it('can be undone by logging in within 14 days, except for the roles', async () => {
    const jan = await withRecord('jan', { roles: ['curator'], country_code: 'NL' });
    const bea = await person(veld, 'bea');
    await veld.call(patchPreferences, { body: { on_delete: 'erase' } }, jan.token);
    await veld.call(patchPreferences, { body: { language: 'nl' } }, jan.token);
    const before = (await veld.call(getUser, {}, jan.token)).body;
    await veld.call(deleteAccount, {}, await confirmed(veld, jan.token));
    expect((await veld.call(getObservation, { params: { id: jan.record } }, bea.token)).status).toBe(404);
    expect((await logIn('jan', 'not the password at all')).status).toBe(401);
    expect((await veld.call(getObservation, { params: { id: jan.record } }, bea.token)).status).toBe(404);
    now = new Date(now.getTime() + 14 * DAY - 60_000);
    await daily();
    const responses = await Promise.all([logIn('jan'), logIn('jan'), logIn('jan')]);
    expect(responses.map((response) => response.status)).toEqual([200, 200, 200]);
    expect(responses.filter((response) => response.body.reopened)).toHaveLength(1);
    expect(before.roles).toEqual(['user', 'curator']);
    expect((await veld.call(getUser, {}, responses[0].body.token)).body).toEqual({
      ...before,
      roles: ['user'],
      // Of the logins on new devices.
      unread_notifications: 2,
      is_validator: false,
    });
    expect((await veld.call(getUser, {}, jan.token)).status, 'old sessions stay ended').toBe(401);
    expect((await veld.call(getObservation, { params: { id: jan.record } }, bea.token)).body.data.user.name).toBe('jan');
    const mails = await veld.db.selectFrom('mails').select('subject').where('recipient', '=', 'jan@example.org').execute();
    expect(mails.map((mail) => mail.subject).toSorted()).toEqual([
      'Je Veld-account is gesloten',
      'Je Veld-account is weer open',
      'Nieuwe aanmelding bij je Veld-account',
      'Nieuwe aanmelding bij je Veld-account',
    ]);
    now = new Date(now.getTime() + DAY);
    await daily();
    expect((await veld.call(getObservation, { params: { id: jan.record } }, responses[0].body.token)).status).toBe(200);
    expect((await logIn('jan')).body.reopened).toBeUndefined();
  });

  it('can be undone with a password mail if the password is forgotten', async () => {
    const kim = await person(veld, 'kim');
    await veld.call(deleteAccount, {}, await confirmed(veld, kim.token));
    // Later, so that this mail is the last one.
    now = new Date(now.getTime() + 1000);
    await veld.call(requestPassword, { body: { email: 'kim@example.org' } });
    await veld.context.jobs.drain();
    const token = /password\/reset\/([\w-]{43})\n/.exec((await lastMail('kim')).body)![1]!;
    expect((await veld.call(resetPassword, { body: { token, password: 'a quiet owl at noon' } })).status).toBe(204);
    expect((await logIn('kim')).status).toBe(401);
    expect((await logIn('kim', 'a quiet owl at noon')).body).toMatchObject({ reopened: true, data: { name: 'kim' } });
  });

  it('cannot be undone by logging in if an admin did it', async () => {
    const leo = await person(veld, 'leo');
    const admin = await keeper();
    expect((await veld.call(deleteAccount, { body: { user_id: leo.user.id } }, admin.token)).status).toBe(204);
    expect(await lastMail('leo')).toMatchObject({ recipient: 'leo@example.org', subject: 'Your Veld account was closed' });
    expect((await logIn('leo')).status).toBe(401);
    const before = await lastMail('leo');
    await veld.call(requestPassword, { body: { email: 'leo@example.org' } });
    await veld.context.jobs.drain();
    expect(await lastMail('leo')).toEqual(before);
  });

  it('accepts null and {} as body, and rejects other bodies', async () => {
    for (const [name, init] of [
      ['null', { headers: { 'content-type': 'application/json' }, body: 'null' }],
      ['object', { headers: { 'content-type': 'application/json' }, body: '{}' }],
      ['nothing', {}],
    ] as [string, RequestInit][]) {
      const who = await person(veld, name);
      const headers = {
        ...(init.headers as Record<string, string> | undefined),
        authorization: `Bearer ${await confirmed(veld, who.token)}`,
      };
      expect((await veld.fetch('/api/delete-account', { method: 'POST', ...init, headers })).status, name).toBe(204);
      expect((await veld.call(getUser, {}, who.token)).status, name).toBe(401);
    }
    const chen = await person(veld, 'chen');
    for (const body of ['{"user_id"', '{"user_id":null}', '{"userId":"x"}', '{"user_id":"x"}', '[]', '"x"']) {
      const headers = { authorization: `Bearer ${chen.token}`, 'content-type': 'application/json' };
      expect((await veld.fetch('/api/delete-account', { method: 'POST', headers, body })).status, body).toBeGreaterThanOrEqual(400);
    }
    expect((await veld.call(getUser, {}, chen.token)).status).toBe(200);
  });

  it('needs the password in the same session, however new that is and however well the device is known', async () => {
    const device_secret = randomUUID();
    const enter = async (password = PASSWORD) =>
      (await veld.call(login, { body: { email: 'rosa@example.org', password, device_secret, device_name: 'her phone' } })).body.token;
    const { user, token } = await person(veld, 'rosa');
    const sessions = [token, await enter(), await enter()];
    for (const [session, body] of [
      [token, {}],
      [sessions[1], {}],
      [sessions[2], { user_id: user.id, on_delete: 'erase' }],
    ] as const) {
      const { problem } = await veld.call(deleteAccount, { body }, session);
      expect(problem).toMatchObject({ status: 422, errors: { current_password: ['This field is required.'] } });
    }
    await veld.call(confirmPassword, { body: { current_password: 'a wrong guess' } }, sessions[2]);
    expect((await veld.call(deleteAccount, {}, sessions[2])).status, 'after a wrong password').toBe(422);
    await confirmed(veld, sessions[1]!);
    expect((await veld.call(deleteAccount, {}, sessions[2])).status, 'confirmed in another session').toBe(422);
    expect(await row(user.id)).toMatchObject({ name: 'rosa', deleted_at: null });
    expect((await veld.call(deleteAccount, {}, sessions[1])).status).toBe(204);
    for (const session of sessions) expect((await veld.call(getUser, {}, session)).status).toBe(401);
  });

  it('needs a password confirmed in the last 15 minutes', async () => {
    const tess = await person(veld, 'tess');
    await confirmed(veld, tess.token);
    now = new Date(now.getTime() + 15 * MINUTE + 1);
    expect((await veld.call(deleteAccount, {}, tess.token)).problem).toMatchObject({
      status: 422,
      errors: { current_password: [expect.any(String)] },
    });
    expect((await veld.call(deleteAccount, { body: { confirmation: randomUUID() } }, tess.token)).status, 'another confirmation').toBe(422);
    await confirmed(veld, tess.token);
    now = new Date(now.getTime() + 15 * MINUTE);
    expect((await veld.call(deleteAccount, {}, tess.token)).status).toBe(204);
  });

  it('accepts a request that the device repeats with its confirmation, however late it gets through', async () => {
    const vera = await person(veld, 'vera');
    const other = (await logIn('vera')).body.token;
    const confirmation = randomUUID();
    await veld.call(confirmPassword, { body: { current_password: PASSWORD, confirmation } }, vera.token);
    now = new Date(now.getTime() + 30 * DAY);
    expect((await veld.call(deleteAccount, { body: { confirmation } }, other)).status, 'in another session').toBe(422);
    expect((await veld.call(deleteAccount, { body: { confirmation } }, vera.token)).status).toBe(204);
    expect((await veld.call(getUser, {}, other)).status).toBe(401);
  });

  it('is allowed for other accounts only to an admin, who stays logged in', async () => {
    const dora = await person(veld, 'dora');
    const emil = await person(veld, 'emil');
    const admin = await keeper();
    const remove = (token: string, user_id: string) => veld.call(deleteAccount, { body: { user_id } }, token);
    expect((await remove(emil.token, dora.user.id)).status).toBe(403);
    expect((await remove(emil.token, randomUUID())).status).toBe(403);
    expect((await veld.call(getUser, {}, dora.token)).status).toBe(200);
    expect((await remove(admin.token, dora.user.id)).status).toBe(204);
    expect((await veld.call(getUser, {}, dora.token)).status).toBe(401);
    expect((await remove(admin.token, dora.user.id)).status).toBe(404);
    expect((await veld.call(getUser, {}, admin.token)).status).toBe(200);
    expect((await remove(emil.token, emil.user.id)).status, 'without the password').toBe(422);
    expect((await remove(await confirmed(veld, emil.token), emil.user.id)).status).toBe(204);
  });

  it('succeeds for only one of two admins who delete each other at the same time', async () => {
    const one = await person(veld, 'one', { roles: ['admin'] });
    const two = await person(veld, 'two', { roles: ['admin'] });
    const responses = await Promise.all([
      veld.call(deleteAccount, { body: { user_id: two.user.id } }, one.token),
      veld.call(deleteAccount, { body: { user_id: one.user.id } }, two.token),
    ]);
    expect(responses.filter((response) => response.status === 204)).toHaveLength(1);
  });

  it('erases records, photos, unfinished uploads and feedback after 14 days if the person chose so', async () => {
    const finn = await withRecord('finn');
    const gina = await withRecord('gina');
    const unfinished = await makePhoto({ width: 400 });
    expect((await createUpload(veld, finn, unfinished)).status).toBe(201);
    await veld.call(
      putFeedback,
      { params: { id: randomUUID() }, body: { kind: 'idea', text: 'from finn', may_contact: true } },
      finn.token,
    );
    await veld.call(putEmbed, { params: { id: randomUUID() }, body: { key: 'k'.repeat(43), label: 'x', origins: [] } }, finn.token);
    await veld.context.jobs.drain();
    await veld.call(patchPreferences, { body: { on_delete: 'erase' } }, finn.token);
    expect((await veld.call(deleteAccount, {}, await confirmed(veld, finn.token))).status).toBe(204);
    expect(await lastMail('finn')).toMatchObject({ recipient: 'finn@example.org', subject: 'Your Veld account is closed' });
    expect((await lastMail('finn')).body).toContain('Your records and photos are hidden from everyone');
    expect((await veld.call(getObservation, { params: { id: finn.record } }, gina.token)).status).toBe(404);

    const files = () =>
      readdirSync(veld.dataDir, { recursive: true })
        .filter((name) => statSync(join(veld.dataDir, String(name))).isFile())
        .map(String);
    now = new Date(Date.now() + 13 * DAY);
    await daily();
    expect(files().some((name) => name.includes(finn.photo))).toBe(true);
    now = new Date(Date.now() + 14 * DAY + 60_000);
    await daily();
    for (const table of ['observations', 'media', 'feedback', 'embeds', 'sessions', 'xp_events', 'owner_counters'] as const) {
      const left = await veld.db.selectFrom(table).select('user_id').where('user_id', '=', finn.user.id).execute();
      expect(left, table).toEqual([]);
    }
    expect(files().filter((name) => name.includes(finn.photo) || name.includes(finn.user.id) || name.includes(unfinished.id))).toEqual([]);
    expect((await row(finn.user.id)).erased_at).not.toBeNull();
    // The data of others are not erased.
    expect((await veld.call(getObservation, { params: { id: gina.record } }, gina.token)).status).toBe(200);
    expect(files().some((name) => name.includes(gina.photo))).toBe(true);
    expect(JSON.stringify((await veld.call(getFeed, {}, gina.token)).body)).not.toContain('finn');
    await daily();
  });
});
