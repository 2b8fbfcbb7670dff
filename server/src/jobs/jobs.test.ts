import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testServer } from '../testing/server.ts';

it('regular jobs have a schedule in UTC, and photos whose rendering was interrupted are rendered at the start', async () => {
  const veld = await testServer({}, { hasWorkers: true });
  const { rows } = await sql<{ name: string; cron: string; timezone: string }>`
    select name, cron, timezone from jobs.schedule
  `.execute(veld.db);
  expect(new Set(rows.map(({ timezone }) => timezone))).toEqual(new Set(['UTC']));
  expect(Object.fromEntries(rows.map(({ name, cron }) => [name, cron]))).toMatchObject({
    'mail-waiting': '* * * * *',
    'mail-cleanup': '41 3 * * *',
    'media-forgotten': '*/10 * * * *',
    'uploads-cleanup': '23 3 * * *',
    'open-due-places': '11 * * * *',
    'taxa-gone': '* * * * *',
    'taxa-gone-nightly': '47 2 * * *',
    'taxonomy-imports-cleanup': '* * * * *',
    'species-rarity': '7 3 * * *',
    'accounts-daily': '17 3 * * *',
    'ended-restrictions': '* * * * *',
  });
  const { rows: started } = await sql<{ name: string }>`
    select distinct name from jobs.job where data ->> 'isStart' = 'true'
  `.execute(veld.db);
  expect(started.map(({ name }) => name)).toContain('media-forgotten');
  await veld.close();
});
