import { MAX_VIEWS, postSpeciesViews } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { openUserDatabase } from '../db/database';
import { createApi } from '../net/api';
import { freshPerson } from '../testing/people';
import { problem, VeldServer } from '../testing/veld-server';
import { countView, sendViews } from './species-views';

const HOUR = 3_600_000;

function device() {
  const anna = freshPerson('anna');
  const sent: { write_id: string; views: { taxon_id: number; count: number }[] }[] = [];
  const state = { answer: 204, isOffline: false };
  const server = new VeldServer(anna).answer(postSpeciesViews, (_url, { body }) => {
    sent.push(body as (typeof sent)[number]);
    return state.answer === 204 ? { status: 204 } : problem(state.answer, 'invalid');
  });
  server.fault = () => (state.isOffline ? 'no-connection' : null);
  const database = openUserDatabase(anna.id);
  const api = createApi({ token: () => 'token-1', language: () => 'en', fetch: server.fetch });
  return {
    state,
    sent,
    look: (id: number) => countView(database, id),
    sendAt: (now: number) => sendViews({ database, api, token: 'token-1', now }),
  };
}

describe('views of species pages on the device', () => {
  it('are sent together, at most once an hour, and only new ones', async () => {
    const { sent, look, sendAt } = device();
    await sendAt(10 * HOUR);
    expect(sent).toEqual([]);
    for (const id of [7, 7, 9]) await look(id);
    await sendAt(10 * HOUR);
    expect(sent.map(({ views }) => views)).toEqual([
      [
        { taxon_id: 7, count: 2 },
        { taxon_id: 9, count: 1 },
      ],
    ]);
    await look(9);
    await sendAt(10.5 * HOUR);
    expect(sent).toHaveLength(1);
    await sendAt(11 * HOUR);
    expect(sent[1]!.views).toEqual([{ taxon_id: 9, count: 1 }]);
    await sendAt(13 * HOUR);
    expect(sent).toHaveLength(2);
  });

  it('wait without a connection, and a batch is repeated as it was', async () => {
    const { state, sent, look, sendAt } = device();
    await look(7);
    state.answer = 500;
    await expect(sendAt(10 * HOUR)).rejects.toMatchObject({ status: 500 });
    state.isOffline = true;
    await look(9);
    await expect(sendAt(11 * HOUR)).rejects.toMatchObject({ kind: 'network' });
    state.isOffline = false;
    state.answer = 204;
    await sendAt(12 * HOUR);
    await sendAt(13 * HOUR);
    expect(sent.map(({ views }) => views.map(({ taxon_id: id }) => id))).toEqual([[7], [7], [9]]);
    expect(sent[1]!.write_id).toBe(sent[0]!.write_id);
    expect(sent[2]!.write_id).not.toBe(sent[0]!.write_id);
  });

  it('that the server refuses are given up, and one page counts a limited number of times', async () => {
    const { state, sent, look, sendAt } = device();
    for (let count = 0; count < MAX_VIEWS + 5; count++) await look(7);
    state.answer = 422;
    await sendAt(10 * HOUR);
    expect(sent[0]!.views).toEqual([{ taxon_id: 7, count: MAX_VIEWS }]);
    await sendAt(12 * HOUR);
    expect(sent).toHaveLength(1);
  });
});
