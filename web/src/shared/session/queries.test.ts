// @vitest-environment happy-dom
import { expect, inject, it, vi } from 'vitest';
import { openUserDatabase } from '../../local/db/database';
import { freshPerson } from '../../local/testing/people';
import { nobody, signIn } from '../../testing/render-as';
import { queryClient } from './queries';

it('answers that are meant to be kept are stored on the device, also when they could not be fetched again, and no failures', async () => {
  const logged = vi.spyOn(console, 'warn').mockReturnValue();
  const anna = freshPerson('anna');
  await signIn(anna);
  const ask = (key: string, isKept: boolean, answer: () => Promise<string>) =>
    queryClient.fetchQuery({
      queryKey: [key],
      queryFn: answer,
      retry: false,
      staleTime: 0,
      ...(isKept ? { meta: { persist: true } } : {}),
    });
  await ask('feed', true, async () => 'the records of others');
  await ask('sessions', false, async () => 'where anna is logged in');
  await ask('badges', true, async () => 'the badges of anna');
  await expect(ask('badges', true, () => Promise.reject(new Error('no connection any more')))).rejects.toThrow('no connection any more');
  await expect(ask('profile', true, () => Promise.reject(new Error('no connection')))).rejects.toThrow('no connection');
  expect(logged.mock.calls).toEqual(['badges', 'profile'].map((key) => ['Query', key, expect.any(Error)]));
  const database = openUserDatabase(anna.id);
  const stored = await vi.waitUntil(
    async () => {
      // Storing begins once what was stored before has been read; from then on each change is stored.
      queryClient.setQueryData(['feed'], 'the records of others');
      return JSON.stringify(await database.queries.get('cache'));
    },
    { timeout: 20_000 * inject('machineFactor') },
  );
  expect(stored).toContain('the records of others');
  expect(stored).toContain('the badges of anna');
  expect(stored).not.toContain('"status":"error"');
  expect(stored).not.toContain('where anna is logged in');
  expect(stored).not.toContain('profile');
  await signIn(nobody);
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
});
