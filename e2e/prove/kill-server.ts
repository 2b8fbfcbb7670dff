import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { getUser, listObservationChanges, pathFor, putObservation, register } from '@veld/contract';
import { type RunningVeld, startVeld } from '../server.ts';

interface Wanted {
  writes: number;
  kills: number;
  random: () => number;
}

export interface ServerKilled {
  acknowledged: number;
  kills: number;
  databaseKills: number;
  lost: number;
  doubled: number;
  wrongXp: number;
}

const WRITERS = 6;

/** Writes records from several writers, each repeating a write until it is acknowledged, while the server is killed. */
export async function killServer({ writes, kills, random }: Wanted): Promise<ServerKilled> {
  const veld = await startVeld();
  try {
    const token = await newPerson(veld);
    const acknowledged = new Set<string>();
    let begun = 0;
    const writer = async () => {
      while (begun < writes) {
        begun++;
        const id = randomUUID();
        await putUntilAcknowledged(veld, token, id);
        acknowledged.add(id);
      }
    };
    let killed = 0;
    let databaseKills = 0;
    let isDone = false;
    const killer = async () => {
      while (!isDone || killed < kills) {
        await sleep(200 + random() * 900);
        // Kills are spread over the writes, so that the last ones still hit writing.
        if (acknowledged.size < (writes * killed) / (kills + 1) && !isDone) continue;
        if (killed >= kills) return;
        const isDatabaseToo = random() < 0.5;
        await veld.kill({ isDatabaseToo });
        killed++;
        if (isDatabaseToo) databaseKills++;
        await veld.start();
        process.stdout.write(`\rkill ${killed}/${kills}, ${acknowledged.size} acknowledged `);
      }
    };
    const killing = killer();
    await Promise.all(Array.from({ length: WRITERS }, writer));
    isDone = true;
    await killing;
    process.stdout.write('\n');

    const stored = await allStored(veld, token);
    const lost = [...acknowledged].filter((id) => !stored.has(id)).length;
    const doubled = [...stored.values()].filter((count) => count > 1).length + Math.max(0, stored.size - acknowledged.size);
    const user = await ask(veld, token, pathFor(getUser));
    // One point for each record; ten once, for the one species that they all are.
    const wrongXp = Math.abs((user as { total_xp: number }).total_xp - (acknowledged.size + 10));
    return { acknowledged: acknowledged.size, kills: killed, databaseKills, lost, doubled, wrongXp };
  } finally {
    await veld.remove();
  }
}

async function newPerson(veld: RunningVeld): Promise<string> {
  const answer = await fetch(veld.url + register.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'anna', email: 'anna@example.org', password: 'a long walk in the rain' }),
  });
  return ((await answer.json()) as { token: string }).token;
}

async function putUntilAcknowledged(veld: RunningVeld, token: string, id: string): Promise<void> {
  const body = JSON.stringify({
    taxon_id: 1001,
    observed_on: '2026-05-03',
    observed_time: '06:40',
    time_zone: 'Europe/Amsterdam',
    latitude: 52.1,
    longitude: 5.2,
    coordinate_uncertainty_m: 12,
    location_source: 'gps',
    count: 2,
    notes: id,
    geoprivacy: 'open',
    write_id: randomUUID(),
  });
  for (;;) {
    const answer = await fetch(veld.url + pathFor(putObservation, { id }), {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
    }).catch(() => null);
    const text = await answer?.text().catch(() => null);
    if (answer?.status === 200 && text) return;
    if (answer && answer.status >= 400 && answer.status < 500) throw new Error(`A write was refused with ${answer.status}: ${text}`);
    await sleep(100);
  }
}

async function ask(veld: RunningVeld, token: string, path: string): Promise<unknown> {
  const answer = await fetch(veld.url + path, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return answer.json();
}

/** How often each id is among the own records. */
async function allStored(veld: RunningVeld, token: string): Promise<Map<string, number>> {
  const stored = new Map<string, number>();
  let cursor = '';
  for (;;) {
    const page = (await ask(veld, token, `${listObservationChanges.path}?limit=100${cursor ? `&cursor=${cursor}` : ''}`)) as {
      data: { id: string }[];
      next_cursor: string;
      has_more: boolean;
    };
    for (const { id } of page.data) stored.set(id, (stored.get(id) ?? 0) + 1);
    if (!page.has_more) return stored;
    cursor = page.next_cursor;
  }
}
