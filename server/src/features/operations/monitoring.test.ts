import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseProxy, type DatabaseProxy } from '../../testing/proxy.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

const FOLDER = join(import.meta.dirname, '../../../../deploy/monitoring');
/** Of Prometheus itself. */
const NOT_OURS = new Set(['up']);

describe('the metrics', () => {
  let proxy: DatabaseProxy;
  let veld: TestServer;
  beforeAll(async () => {
    // The metrics of a standby are there even if it does not answer.
    const settings = { DATABASE_READ_URL: 'postgres://veld@127.0.0.1:1/veld' };
    veld = await testServer(settings, { maxWaitMs: 2_000, through: async (url) => (proxy = await databaseProxy(url)).url });
    await veld.fetch('/api/health');
  });
  afterAll(async () => {
    await veld.close();
    await proxy.close();
  });

  const read = async () => (await veld.fetch('/metrics')).text();
  const valueOf = (text: string, series: string) =>
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length + 1);

  it('say how many jobs and photos wait, how much disk is free, and how far the database and its standby are', async () => {
    await veld.context.jobs.send('media-forgotten', {});
    const text = await read();
    expect(valueOf(text, 'veld_database_up')).toBe('1');
    expect(Number(valueOf(text, 'veld_jobs{queue="media-forgotten",state="created"}'))).toBeGreaterThan(0);
    for (const state of ['waiting', 'failed']) expect(valueOf(text, `veld_photos{state="${state}"}`)).toBe('0');
    expect(Number(valueOf(text, 'veld_disk_bytes{state="free"}'))).toBeGreaterThan(0);
    expect(Number(valueOf(text, 'veld_database_log_bytes'))).toBeGreaterThan(0);
    expect(valueOf(text, 'veld_replica_lag_seconds')).toBe('+Inf');
    expect(valueOf(text, 'veld_missing_files')).toBe('0');
    expect(valueOf(text, 'veld_database_connections{state="max"}')).toBe('6');
  });

  it.each(['alerts.yml', 'grafana.json'])('have everything that %s asks for', async (file) => {
    const text = await read();
    const names = new Set(Array.from(text.matchAll(/^(\w+)(?:\{[^}]*\})? /gm), ([, name]) => name!));
    const content = readFileSync(join(FOLDER, file), 'utf8');
    const asked = Array.from(content.matchAll(/(?:expr: |"expr": ")(.*)/g), ([, expression]) => expression!).flatMap((expression) =>
      Array.from(expression.matchAll(/\b(up|veld_\w+|process_\w+|nodejs_\w+)\b/g), ([, name]) => name!),
    );
    expect(asked.length).toBeGreaterThan(10);
    expect(asked.filter((name) => !names.has(name) && !NOT_OURS.has(name))).toEqual([]);
    // Every metric of ours is looked at.
    const ours = Array.from(text.matchAll(/^# TYPE (veld_\w+) /gm), ([, name]) => name!);
    const both = readFileSync(join(FOLDER, 'alerts.yml'), 'utf8') + readFileSync(join(FOLDER, 'grafana.json'), 'utf8');
    expect(ours.filter((name) => !both.includes(name))).toEqual([]);
  });

  it('answer while the database is away, and say so', async () => {
    await proxy.close();
    const text = await read();
    expect(valueOf(text, 'veld_database_up')).toBe('0');
    expect(text).not.toMatch(/^veld_(?:jobs|photos)\{/m);
    expect(Number(valueOf(text, 'veld_disk_bytes{state="free"}'))).toBeGreaterThan(0);
  });
});
