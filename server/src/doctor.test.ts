import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judgeClock } from './doctor/database.ts';
import { examine, writeFinding } from './doctor/finding.ts';
import { judgeBackups, judgeDisk, judgeMemory } from './doctor/machine.ts';
import { judgeCertificate } from './doctor/network.ts';
import { startObjectStore } from './testing/object-store.ts';
import { testServer, type TestServer } from './testing/server.ts';

const COMMAND = join(import.meta.dirname, 'doctor.ts');

/** Runs the command as its own process, beside a running server. */
describe('npm run doctor', () => {
  let veld: TestServer;
  beforeAll(async () => {
    veld = await testServer();
  });
  afterAll(() => veld.close());

  async function doctor(settings: Record<string, string> = {}): Promise<{ code: number; lines: string[] }> {
    const env = {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: veld.databaseUrl,
      DATA_DIR: veld.dataDir,
      ...settings,
    };
    const { code, stdout } = await promisify(execFile)(process.execPath, [COMMAND], { env }).then(
      (done) => ({ code: 0, ...done }),
      (error: { code: number; stdout: string }) => error,
    );
    return { code, lines: stdout.trimEnd().split('\n') };
  }
  const about = (lines: readonly string[], subject: string) => lines.filter((line) => line.slice(7).startsWith(`${subject}:`));

  it('says in a line each what is well, and finds a database that can lose what it acknowledged', async () => {
    const { code, lines } = await doctor();
    expect(about(lines, 'schema')).toEqual([expect.stringMatching(/^ok {5}schema: up to date, \d+ migrations$/)]);
    expect(about(lines, 'clock')).toEqual([expect.stringMatching(/^ok {5}clock: /)]);
    expect(about(lines, 'photos')).toEqual(['ok     photos: all are ready']);
    expect(about(lines, 'jobs')).toEqual(['ok     jobs: none failed or late']);
    // Databases of tests do not wait for the disk.
    expect(about(lines, 'database settings')[0]).toMatch(/^FAULT {2}database settings: fsync is off → Set fsync to on/);
    expect(code).toBe(1);
  });

  it('names photos that failed, mails and jobs that are late, and a key that others can read', async () => {
    await sql`insert into mails (id, recipient, subject, body, state, created_at)
      values (gen_random_uuid(), 'anna@example.org', 's', 'b', 'waiting', now() - interval '2 hours')`.execute(veld.db);
    await veld.context.jobs.send('mail', { id: '0198f4a0-0000-7000-8000-000000000001' });
    await sql`update jobs.job set state = 'failed' where name = 'mail'`.execute(veld.db);
    chmodSync(join(veld.dataDir, 'push.key'), 0o644);
    const { lines } = await doctor();
    expect(about(lines, 'mail')).toContain('look   mail: 1 mails wait for more than an hour → Set SMTP_URL.');
    expect(about(lines, 'jobs').join('\n')).toMatch(/look {3}jobs: mail: 1 failed, 0 late by more than an hour/);
    expect(about(lines, 'keys').join('\n')).toContain('FAULT  keys: other accounts can read push.key → Run: chmod 600');
  });

  it('asks the public address, and says when it or the mail server does not answer', async () => {
    const site = createServer((_request, response) => response.writeHead(502).end()).listen(0, '127.0.0.1');
    await once(site, 'listening');
    const { port } = site.address() as AddressInfo;
    try {
      const { lines } = await doctor({ PUBLIC_URL: `http://127.0.0.1:${port}`, SMTP_URL: 'smtp://127.0.0.1:1/' });
      const found = about(lines, 'public address').join('\n');
      expect(found).toContain('is not https');
      expect(found).toContain('/api/health answers 502');
      expect(about(lines, 'mail').join('\n')).toContain('FAULT  mail: the mail server refuses: connect ECONNREFUSED');
    } finally {
      site.close();
    }
    const { lines } = await doctor({ PUBLIC_URL: veld.url });
    expect(about(lines, 'public address').at(-1)).toBe(`ok     public address: ${veld.url} answers`);
  });

  it('tries the bucket of photos, and says what it answers', async () => {
    const service = await startObjectStore();
    try {
      expect(about((await doctor({ S3_URL: service.url })).lines, 'photo store')).toEqual([
        'ok     photo store: the bucket of S3_URL keeps what it gets',
      ]);
      service.fault = () => ({ status: 403 });
      expect(about((await doctor({ S3_URL: service.url })).lines, 'photo store')[0]).toMatch(
        /^FAULT {2}photo store: The object store failed: .*403/,
      );
    } finally {
      await service.close();
    }
  });

  it('goes on where a database does not answer, and says so', async () => {
    const { code, lines } = await doctor({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/veld' });
    expect(code).toBe(1);
    expect(about(lines, 'database')[0]).toContain('FAULT  database: could not be checked: connect ECONNREFUSED');
    expect(about(lines, 'disk')).toHaveLength(1);
  });
});

describe('disk, memory, clock and certificate', () => {
  const giga = 1_000_000_000;
  const now = new Date('2026-05-03T09:00:00Z');
  const ends = (day: string, problem: string | null = null) => judgeCertificate(new Date(`${day}T10:00:00Z`), problem, now).state;

  it('a disk is judged by what is free, not by its share', () => {
    expect([0.1, 2, 20].map((free) => judgeDisk(free * giga, 1000 * giga).state)).toEqual(['fault', 'warning', 'good']);
  });

  it('a backup that is older than two turns is a fault, and none a thing to look at', () => {
    const ago = (hours: number) => judgeBackups(new Date(now.getTime() - hours * 3_600_000), 24, now).state;
    expect([judgeBackups(null, 24, now).state, ago(20), ago(47), ago(60)]).toEqual(['warning', 'good', 'good', 'fault']);
  });

  it('little free memory is worth a look', () => {
    expect([0.1, 0.9].map((free) => judgeMemory(free * giga, 2 * giga).state)).toEqual(['warning', 'good']);
  });

  it('clocks that are seconds apart are a fault, whichever is ahead', () => {
    expect([-3, 3, 0.4].map((ahead) => judgeClock(ahead).state)).toEqual(['fault', 'fault', 'good']);
  });

  it('a certificate is looked at two weeks before its end, and one that browsers refuse is a fault', () => {
    expect([ends('2026-05-01'), ends('2026-05-10'), ends('2026-07-10', 'SELF_SIGNED'), ends('2026-07-10')]).toEqual([
      'fault',
      'warning',
      'fault',
      'good',
    ]);
  });
});

it('a check that fails is a fault of its subject, and the others go on', async () => {
  const broken = { subject: 'one', look: () => Promise.reject(new Error('out of order')) };
  const found = await examine([broken, { subject: 'two', look: () => [{ subject: 'two', state: 'good', text: 'fine' }] }]);
  expect(found.map(writeFinding)).toEqual([
    'FAULT  one: could not be checked: out of order → See the text of the error.',
    'ok     two: fine',
  ]);
});
