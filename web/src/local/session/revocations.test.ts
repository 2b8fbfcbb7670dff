import { expect, it } from 'vitest';
import { VeldDatabase } from '../db/database';
import { newId } from '../db/ids';
import { createApi } from '../net/api';
import { FakeClock, waitForIdle } from '../testing/fake-clock';
import { problem } from '../testing/veld-server';
import { createRevocations } from './revocations';

it('a logout that failed is sent again when it is due, but only between start and stop', async () => {
  const database = new VeldDatabase(`veld-${newId()}`);
  const clock = new FakeClock();
  const tokens: (string | null)[] = [];
  const fetched: typeof fetch = (_, init) => {
    tokens.push(new Headers(init?.headers).get('authorization'));
    return Promise.reject(new TypeError('Failed to fetch'));
  };
  const api = createApi({ fetch: fetched, token: () => null, language: () => 'en' });
  const revocations = createRevocations({ database, api, clock, random: () => 1 });
  await revocations.queue('logout', 'revoke-1');
  await revocations.send();
  await waitForIdle();
  expect(tokens).toEqual(['Bearer revoke-1']);
  await clock.advance(3_600_000);
  expect(tokens).toHaveLength(1);

  const stop = revocations.start();
  await waitForIdle();
  await clock.advance(3_600_000);
  const sent = tokens.length;
  expect(sent).toBeGreaterThan(2);
  stop();
  await clock.advance(3_600_000);
  expect(tokens).toHaveLength(sent);
  expect(await database.revocations.toArray()).toMatchObject([{ kind: 'logout', key: 'revoke-1' }]);
  await database.delete();
});

it('a deletion that the server refuses is not repeated: its session ends, and the person sees a notice until they close it', async () => {
  const database = new VeldDatabase(`veld-${newId()}`);
  const clock = new FakeClock();
  const asked: [string, unknown, string | null][] = [];
  const fetched: typeof fetch = (input, init) => {
    const { pathname } = new URL(String(input), 'https://veld.test');
    asked.push([pathname, typeof init?.body === 'string' ? JSON.parse(init.body) : null, new Headers(init?.headers).get('authorization')]);
    if (pathname === '/api/logout') return Promise.resolve(new Response(null, { status: 204 }));
    const { body, ...refusal } = problem(422, 'validation', { errors: { current_password: ['This field is required.'] } });
    return Promise.resolve(new Response(body, refusal));
  };
  const api = createApi({ fetch: fetched, token: () => null, language: () => 'en' });
  const revocations = createRevocations({ database, api, clock, random: () => 1 });
  await revocations.queue('delete_account', 'token-1', { onDelete: 'erase', confirmation: 'c-1' });
  expect(await revocations.hasRefusedDeletion()).toBe(false);
  const stop = revocations.start();
  await waitForIdle();
  await clock.advance(3_600_000);
  await revocations.send();
  expect(asked).toEqual([
    ['/api/delete-account', { on_delete: 'erase', confirmation: 'c-1' }, 'Bearer token-1'],
    ['/api/logout', null, 'Bearer token-1'],
  ]);
  expect(JSON.stringify(await database.revocations.toArray())).not.toContain('token-1');
  expect(await revocations.hasRefusedDeletion()).toBe(true);
  await revocations.forgetRefusedDeletion();
  expect(await database.revocations.toArray()).toEqual([]);
  stop();
  await database.delete();
});

it('is done when the session has already ended, and kept when the server fails', async () => {
  const database = new VeldDatabase(`veld-${newId()}`);
  const clock = new FakeClock();
  const answers = [problem(500, 'internal'), problem(401, 'not_logged_in')];
  const fetched: typeof fetch = () => {
    const { body, ...init } = answers.shift()!;
    return Promise.resolve(new Response(body, init));
  };
  const api = createApi({ fetch: fetched, token: () => null, language: () => 'en' });
  const revocations = createRevocations({ database, api, clock, random: () => 1 });
  await revocations.queue('logout', 'revoke-1');
  await revocations.send();
  expect(await database.revocations.toArray()).toMatchObject([{ key: 'revoke-1', tries: 1 }]);
  await clock.advance(3_600_000);
  await revocations.send();
  expect([answers, await database.revocations.toArray()]).toEqual([[], []]);
  await database.delete();
});
