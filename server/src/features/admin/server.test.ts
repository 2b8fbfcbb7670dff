import { randomUUID } from 'node:crypto';
import {
  checkVersion,
  countOrphans,
  deleteAppVersion,
  getAdminOverview,
  getStorageFigures,
  listAdminActs,
  listAppVersions,
  listJobs,
  listVersionNotes,
  putAppVersion,
  retryJob,
} from '@veld/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person, type Person } from '../../testing/people.ts';
import { insertTaxa, makePhoto, storedId, TAXA, upload } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

describe('the server for admins', () => {
  let veld: TestServer;
  let admin: Person;
  beforeAll(async () => {
    veld = await testServer();
    admin = await person(veld, 'anna', { roles: ['admin'] });
  });
  afterAll(() => veld.close());

  const actions = async () => (await veld.call(listAdminActs, {}, admin.token)).body.data.map((act) => `${act.action} ${act.subject_name}`);

  it('has figures of what waits for an admin', async () => {
    const figures = async () => (await veld.call(getAdminOverview, {}, admin.token)).body.data;
    expect(await figures()).toMatchObject({
      users: 2,
      admins: 2,
      curators: 0,
      new_users: 2,
      open_feedback: 0,
      open_reports: 0,
      failed_jobs: 0,
    });
    const bram = await person(veld, 'bram', { roles: ['curator'] });
    await veld.db
      .insertInto('feedback')
      .values({ id: randomUUID(), user_id: bram.user.id, kind: 'idea', text: 'Moths', may_contact: false, app_version: null })
      .execute();
    expect(await figures()).toMatchObject({ users: 3, curators: 1, open_feedback: 1 });
  });

  it('shows the queues, and runs a failed job again', async () => {
    const { data } = (await veld.call(listJobs, {}, admin.token)).body;
    expect(data.find(({ name }) => name === 'mail')).toMatchObject({ cron: null, failed: 0 });
    const id = randomUUID();
    await sql`
      insert into jobs.job (id, name, state, retry_count, retry_limit, completed_on, output)
      values (${id}, 'mail', 'failed', 5, 5, now(), ${JSON.stringify({ message: 'No mail server' })})
    `.execute(veld.db);
    const { body } = await veld.call(listJobs, {}, admin.token);
    expect(body.failures).toMatchObject([{ id, queue: 'mail', attempts: 6, message: 'No mail server' }]);
    expect(body.data.find(({ name }) => name === 'mail')!.failed).toBe(1);
    const again = () => veld.call(retryJob, { params: { queue: 'mail', id } }, admin.token);
    expect((await again()).status).toBe(204);
    expect((await again()).status, 'again').toBe(204);
    const after = (await veld.call(listJobs, {}, admin.token)).body;
    expect(after.failures).toEqual([]);
    expect(after.data.find(({ name }) => name === 'mail')).toMatchObject({ failed: 0, waiting: 1 });
    expect((await actions()).filter((one) => one === 'retry_job mail')).toHaveLength(1);
    expect((await veld.call(retryJob, { params: { queue: 'mail', id: randomUUID() } }, admin.token)).status).toBe(404);
  });

  it('says how much space photos take, by person, and finds files without a photo', async () => {
    const photo = await makePhoto();
    await upload(veld, admin, photo);
    const { data } = (await veld.call(getStorageFigures, {}, admin.token)).body;
    expect(data).toMatchObject({ photos: 1, photo_bytes: photo.bytes.length });
    expect(data.people).toEqual([{ id: admin.user.id, name: 'anna', photos: 1, bytes: photo.bytes.length }]);
    expect(data.tables.map(({ name }) => name)).toContain('taxa');
    expect(data.database_bytes).toBeGreaterThan(1_000_000);
    const orphans = async () => (await veld.call(countOrphans, {}, admin.token)).body.data;
    expect(await orphans()).toEqual({ files: 0, bytes: 0 });
    await veld.context.files.write(`originals/00/${randomUUID()}`, Buffer.alloc(123));
    expect(await orphans()).toEqual({ files: 1, bytes: 123 });
    const stored = await storedId(veld, photo);
    await veld.context.files.write(`display/${stored.slice(0, 2)}/${stored}/${randomUUID()}-512.webp`, Buffer.alloc(100));
    expect(await orphans(), 'with a crop that is gone').toEqual({ files: 2, bytes: 223 });
  });

  it('does not count images of species from elsewhere as photos of a person', async () => {
    const id = randomUUID();
    await sql`
      insert into media (id, photo_id, user_id, sha256, type, byte_length) values (${id}, ${id}, ${admin.user.id}, ${id}, 'image/jpeg', 5000)
    `.execute(veld.db);
    const bytes = async () => (await veld.call(getStorageFigures, {}, admin.token)).body.data.people[0]?.bytes ?? 0;
    const before = await bytes();
    await insertTaxa(veld);
    await sql`insert into image_credits (media_id, taxon_id, source, author, license) values (${id}, ${TAXA.moss.id}, 'commons', 'Chen', 'CC0-1.0')`.execute(
      veld.db,
    );
    expect(await bytes()).toBe(before - 5000);
  });

  it('announces versions of the app, of which devices learn', async () => {
    const put = (version: string, level: 'info' | 'recommended' | 'required', notes: Record<string, string>) =>
      veld.call(putAppVersion, { params: { version }, body: { level, update_url: null, notes } }, admin.token);
    const check = async (version: string) => (await veld.call(checkVersion, { body: { version } })).body;
    expect((await put('1.2', 'info', {})).status, 'not three numbers').toBe(404);
    await put('1.2.0', 'required', { en: 'Faster map' });
    await put('1.3.0', 'recommended', { en: 'Moth traps', nl: 'Nachtvlindervallen' });
    await put('1.10.0', 'info', { nl: 'Later' });
    expect(await check('1.1.9')).toEqual({ update_required: true, update_url: null, recommended_version: null });
    expect(await check('1.2.0')).toEqual({ update_required: false, update_url: null, recommended_version: '1.3.0' });
    expect(await check('1.3.0')).toEqual({ update_required: false, update_url: null, recommended_version: null });

    const notes = async (since: string, language: string) => {
      const response = await veld.fetch(`/api/public/versions?since=${since}`, { headers: { 'accept-language': language } });
      return (await response.json()) as { required_version: string; data: { version: string; notes: string; language: string }[] };
    };
    expect(await notes('1.1.0', 'nl')).toMatchObject({
      required_version: '1.2.0',
      data: [
        { version: '1.10.0', notes: 'Later', language: 'nl' },
        { version: '1.3.0', notes: 'Nachtvlindervallen', language: 'nl' },
        { version: '1.2.0', notes: 'Faster map', language: 'en' },
      ],
    });
    expect((await veld.call(listVersionNotes, { query: { since: '1.10.0' } })).body.data).toEqual([]);

    await put('1.3.0', 'required', { en: 'Moth traps' });
    expect(await check('1.2.0')).toMatchObject({ update_required: true });
    for (let time = 0; time < 2; time++) await veld.call(deleteAppVersion, { params: { version: '1.3.0' } }, admin.token);
    expect((await veld.call(listAppVersions, {}, admin.token)).body.data.map(({ version }) => version)).toEqual(['1.10.0', '1.2.0']);
    expect((await actions()).filter((one) => one === 'delete_version 1.3.0')).toHaveLength(1);
  });
});
