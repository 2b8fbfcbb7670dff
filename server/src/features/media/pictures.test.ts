import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { putFeedback, putPortrait } from '@veld/contract';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { FairQueue } from '../../http/fair-queue.ts';
import { type Person, person } from '../../testing/people.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

const isChild = (resource: string) => resource === 'ProcessWrap';
const countChildren = () => process.getActiveResourcesInfo().filter(isChild).length;

/** The largest number of child processes of this one while `work` ran. */
async function mostChildren(work: Promise<unknown>): Promise<number> {
  let most = 0;
  const watch = setInterval(() => (most = Math.max(most, countChildren())), 2);
  await work.finally(() => clearInterval(watch));
  return most;
}

describe('pictures that people send', () => {
  beforeEach(() => void vi.stubEnv('VELD_TEST_PICTURE_PROCESSES', '1'));
  afterEach(() => void vi.unstubAllEnvs());
  let veld: TestServer;
  let anna: Person;
  let bram: Person;
  beforeAll(async () => {
    veld = await testServer();
    anna = await person(veld, 'anna');
    bram = await person(veld, 'bram');
  });
  afterAll(() => veld.close());

  let shade = 0;
  /** Another one each time. */
  const square = async () => {
    const background = { r: (shade += 1), g: 120, b: 60 };
    return sharp({ create: { width: 600, height: 600, channels: 3, background } })
      .jpeg()
      .toBuffer();
  };
  const setPortrait = (who: Person, bytes: Buffer) => veld.call(putPortrait, { body: { picture: bytes.toString('base64') } }, who.token);
  const send = (who: Person, screenshot: Buffer, id: string = randomUUID()) =>
    veld.call(
      putFeedback,
      { params: { id }, body: { kind: 'problem', text: 'Odd', may_contact: false, screenshot: screenshot.toString('base64') } },
      who.token,
    );

  it('are decoded in no more processes than the machine has processors, whatever they are sent for', async () => {
    const pictures = await Promise.all(Array.from({ length: 12 }, square));
    const sent = Promise.all(pictures.map((bytes, at) => (at % 2 ? send : setPortrait)(at % 4 < 2 ? anna : bram, bytes)));
    const most = await mostChildren(sent);
    expect(most).toBeLessThanOrEqual(availableParallelism());
    expect(most).toBeGreaterThan(0);
    expect(new Set((await sent).map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('that take too long are asked for again later, three times, and never called no picture before', async () => {
    const bytes = await square();
    const program = join(veld.dataDir, 'slow.mjs');
    writeFileSync(program, "process.once('message', () => setInterval(() => undefined, 1000))");
    veld.context.decoder = { program, timeLimitMs: 200 };
    const attempts = [await setPortrait(anna, bytes), await send(anna, bytes)];
    expect(attempts.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([
      [503, '30'],
      [503, '30'],
    ]);
    veld.context.decoder = {};
    expect((await setPortrait(anna, bytes)).status, 'the machine was busy').toBe(200);

    const poison = await square();
    veld.context.decoder = { program, timeLimitMs: 200 };
    expect([await setPortrait(anna, poison), await setPortrait(anna, poison)].map(({ status }) => status)).toEqual([503, 503]);
    expect((await setPortrait(anna, poison)).problem.errors).toHaveProperty('picture');
    veld.context.decoder = {};
    const again = setPortrait(bram, poison);
    expect(await mostChildren(again)).toBe(0);
    expect((await again).status).toBe(422);
  });

  it('wait for their turn, and are sent again later where too many are waiting', async () => {
    const { pictures } = veld.context;
    // With none of the requests of a minute used.
    const dora = await person(veld, 'dora');
    veld.context.pictures = new FairQueue({ running: 1, runningOfOne: 1, waiting: 2, waitingOfOne: 1, maxWaitMs: 60_000 });
    const sent = await Promise.all((await Promise.all(Array.from({ length: 6 }, square))).map((bytes) => setPortrait(dora, bytes)));
    veld.context.pictures = pictures;
    const late = sent.filter(({ status }) => status === 503);
    expect(late.length).toBeGreaterThan(0);
    expect(sent.length - late.length).toBeGreaterThan(1);
    expect(new Set(late.map(({ headers }) => headers.get('retry-after')))).toEqual(new Set(['10']));
  });

  it('are refused without a process once they were found to be no picture', async () => {
    const bytes = Buffer.from(`no picture ${randomUUID()}`);
    const first = send(anna, bytes);
    expect(await mostChildren(first)).toBe(1);
    expect((await first).body.data.has_screenshot).toBe(false);
    for (const again of [() => send(anna, bytes), () => send(bram, bytes), () => setPortrait(bram, bytes)])
      expect(await mostChildren(again())).toBe(0);
    expect((await setPortrait(bram, bytes)).problem.errors).toHaveProperty('picture');
  });
});
