import { randomUUID } from 'node:crypto';
import {
  deleteVote,
  getQueuedFeedback,
  listFeedback,
  listIdeas,
  listQueuedFeedback,
  patchQueuedFeedback,
  putFeedback,
  putFeedbackReply,
  putVote,
} from '@veld/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person, type Person } from '../../testing/people.ts';
import { makePhoto, PHOTO_SECRETS } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { eraseFeedback } from './screenshots.ts';
import { screenshotKey } from './screenshots.ts';

describe('what becomes of feedback', () => {
  let veld: TestServer;
  let admin: Person;
  let anna: Person;
  let bram: Person;
  let now = new Date('2026-05-01T10:00:00Z');
  beforeAll(async () => {
    veld = await testServer({}, { now: () => now });
    admin = await person(veld, 'keeper2', { roles: ['admin'] });
    anna = await person(veld, 'anna');
    bram = await person(veld, 'bram');
  });
  afterAll(() => veld.close());

  async function send(who: Person, text: string, more: object = {}): Promise<string> {
    const id = randomUUID();
    now = new Date(now.getTime() + 20 * 60_000);
    const sent = await veld.call(putFeedback, { params: { id }, body: { kind: 'idea', text, may_contact: false, ...more } }, who.token);
    expect(sent.status).toBe(200);
    return id;
  }
  const own = async (who: Person, id: string) => (await veld.call(listFeedback, {}, who.token)).body.data.find((one) => one.id === id)!;
  const change = (id: string, body: object) => veld.call(patchQueuedFeedback, { params: { id }, body }, admin.token);
  const queue = async (query: object = {}) => (await veld.call(listQueuedFeedback, { query }, admin.token)).body;
  const ideas = async (who: Person) => (await veld.call(listIdeas, {}, who.token)).body.data;

  it('has a ticket, a state with a reason, and a conversation that only its author and admins read', async () => {
    const id = await send(anna, 'Count nests');
    const { ticket } = await own(anna, id);
    expect(ticket).toBeGreaterThan(0);
    const say = (who: Person, text: string, reply: string = randomUUID()) =>
      veld.call(putFeedbackReply, { params: { id, reply }, body: { text } }, who.token);
    const reply = randomUUID();
    for (let time = 0; time < 2; time++) expect((await say(admin, ' Which nests? ', reply)).status).toBe(204);
    now = new Date(now.getTime() + 1000);
    expect((await say(anna, 'Of house martins')).status).toBe(204);
    expect((await say(bram, 'Me too')).status).toBe(404);
    expect((await say(bram, 'Me too', reply)).status).toBe(404);
    await change(id, { state: 'declined', reason: 'Not now ' });
    expect(await own(anna, id)).toMatchObject({
      state: 'declined',
      reason: 'Not now',
      replies: [
        { text: 'Which nests?', is_team: true },
        { text: 'Of house martins', is_team: false },
      ],
    });
    expect((await veld.call(getQueuedFeedback, { params: { id } }, admin.token)).body.data).toMatchObject({ email: null, ticket });
    const open = await send(anna, 'Call me', { may_contact: true });
    expect((await veld.call(getQueuedFeedback, { params: { id: open } }, admin.token)).body.data.email).toBe('anna@example.org');
  });

  it('is found in the queue by view, kind, text and ticket, page by page', async () => {
    const mine = await send(bram, 'A darker map', { kind: 'problem' });
    await change(mine, { assignee_id: admin.user.id });
    const texts = async (query: object) => (await queue(query)).data.map(({ text }) => text);
    expect(await texts({ view: 'mine' })).toEqual(['A darker map']);
    expect(await texts({ kind: 'problem' })).toEqual(['A darker map']);
    expect(await texts({ search: 'DARKER' })).toEqual(['A darker map']);
    const { ticket } = await own(bram, mine);
    expect(await texts({ search: `#${ticket}` })).toEqual(['A darker map']);
    expect(await texts({ view: 'unassigned', search: 'darker' })).toEqual([]);
    expect(await texts({ view: 'closed' })).toEqual(['Count nests']);
    expect((await change(mine, { assignee_id: anna.user.id })).status, 'no admin').toBe(422);
    const all = await texts({ view: 'all', limit: 100 });
    const paged: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Awaited<ReturnType<typeof queue>> = await queue({ view: 'all', limit: 1, ...(cursor ? { cursor } : {}) });
      paged.push(...page.data.map(({ text }) => text));
      expect(page.total).toBe(all.length);
      cursor = page.next_cursor;
    }
    expect(paged).toEqual(all);
  });

  it('is published in the words of an admin without its author, and each person has one vote', async () => {
    const id = await send(anna, 'My neighbour Piet wants a moon phase');
    expect((await veld.call(putVote, { params: { id } }, bram.token)).status).toBe(404);
    await change(id, { public_text: 'Show the moon phase' });
    for (let time = 0; time < 2; time++) expect((await veld.call(putVote, { params: { id } }, bram.token)).status).toBe(204);
    await veld.call(putVote, { params: { id } }, anna.token);
    expect(await ideas(bram)).toMatchObject([{ id, text: 'Show the moon phase', votes: 2, has_voted: true }]);
    const answer = JSON.stringify(await ideas(bram));
    for (const secret of ['Piet', 'anna', anna.user.id]) expect(answer).not.toContain(secret);
    for (let time = 0; time < 2; time++) await veld.call(deleteVote, { params: { id } }, bram.token);
    expect(await ideas(bram)).toMatchObject([{ votes: 1, has_voted: false }]);
    await change(id, { public_text: null });
    expect(await ideas(bram)).toEqual([]);
  });

  it('is merged into another with its votes, and then has the state of that one', async () => {
    const [first, second, third] = [await send(anna, 'Night mode'), await send(bram, 'Dark mode'), await send(bram, 'Black screen')];
    const { ticket } = await own(anna, first);
    for (const id of [first, second]) await change(id, { public_text: 'A dark theme' });
    await veld.call(putVote, { params: { id: second } }, bram.token);
    await change(third, { duplicate_of: (await own(bram, second)).ticket });
    expect((await change(second, { duplicate_of: ticket })).status).toBe(204);
    await change(first, { state: 'done' });
    expect([(await own(bram, second)).state, (await own(bram, third)).state]).toEqual(['done', 'done']);
    expect(await ideas(anna)).toMatchObject([{ id: first, votes: 1 }]);
    expect((await change(first, { duplicate_of: ticket })).status, 'of itself').toBe(422);
    expect((await change(first, { duplicate_of: (await own(bram, second)).ticket })).status, 'of its own duplicate').toBe(422);
    expect((await change(first, { duplicate_of: 999_999 })).status, 'of none').toBe(422);
  });

  it('has a screenshot without metadata, for its author and admins, until 90 days after it is closed', async () => {
    const { bytes } = await makePhoto();
    const id = await send(anna, 'This looks odd', { screenshot: bytes.toString('base64') });
    const get = (who: Person) => veld.fetch(`/api/feedback/${id}/screenshot`, { headers: { authorization: `Bearer ${who.token}` } });
    for (const who of [anna, admin]) {
      const response = await get(who);
      expect(response.headers.get('content-type')).toBe('image/webp');
      const picture = Buffer.from(await response.arrayBuffer());
      expect((await sharp(picture).metadata()).exif).toBeUndefined();
      expect(picture.includes(PHOTO_SECRETS.owner)).toBe(false);
    }
    expect((await get(bram)).status).toBe(404);
    await change(id, { state: 'done' });
    const clean = () => veld.context.jobs.send('feedback-cleanup', {}).then(() => veld.context.jobs.drain());
    now = new Date(now.getTime() + 89 * 86_400_000);
    await clean();
    expect((await own(anna, id)).has_screenshot).toBe(true);
    now = new Date(now.getTime() + 2 * 86_400_000);
    await clean();
    expect((await own(anna, id)).has_screenshot).toBe(false);
    expect(await veld.context.files.size(screenshotKey(id))).toBeNull();
  });

  it('arrives once without a screenshot that is no picture, and one that got lost can be sent again', async () => {
    const id = await send(bram, 'Broken picture', { screenshot: Buffer.from('no picture').toString('base64') });
    expect((await own(bram, id)).has_screenshot).toBe(false);
    const { bytes } = await makePhoto();
    const body = { kind: 'idea' as const, text: 'Broken picture', may_contact: false, screenshot: bytes.toString('base64') };
    await veld.call(putFeedback, { params: { id }, body }, bram.token);
    expect((await own(bram, id)).has_screenshot).toBe(true);
    await eraseFeedback(veld.context, bram.user.id);
    expect(await veld.storedKeys('feedback')).toEqual([]);
    expect((await veld.call(listFeedback, {}, bram.token)).body.data).toEqual([]);
  });
});
