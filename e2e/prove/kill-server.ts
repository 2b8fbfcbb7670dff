import { setTimeout as sleep } from 'node:timers/promises';
import { type RunningVeld, startVeld } from '../server.ts';
import { KillAdmin } from './kill-admin.ts';
import type { Writer } from './kill-client.ts';
import { KillPerson } from './kill-person.ts';

interface Options {
  writes: number;
  kills: number;
  random: () => number;
  /** Starts a server without accounts. */
  start?: () => Promise<RunningVeld>;
}

export interface ServerKilled {
  acknowledged: number;
  kills: number;
  databaseKills: number;
  lost: number;
  doubled: number;
  wrongXp: number;
}

const PEOPLE = ['anna', 'bram', 'chen', 'dewi', 'elif', 'femi'];

/** Six people and an admin make every kind of write, each repeated until it is acknowledged, while the server is killed. */
export async function killServer({ writes, kills, random, start = startVeld }: Options): Promise<ServerKilled> {
  const veld = await start();
  try {
    // The first account of a server is its admin.
    const people: Writer[] = [new KillAdmin(veld, 'greet', random), ...PEOPLE.map((name) => new KillPerson(veld, name, random))];
    for (const person of people) await person.register();
    let acknowledged = 0;
    let begun = 0;
    const writer = async (person: Writer) => {
      while (begun < writes) {
        begun++;
        await person.write();
        acknowledged++;
      }
    };
    let killed = 0;
    let databaseKills = 0;
    let isDone = false;
    const killer = async () => {
      while (!isDone || killed < kills) {
        await sleep(200 + random() * 900);
        // Spreads the kills over the writes.
        if (acknowledged < (writes * killed) / (kills + 1) && !isDone) continue;
        if (killed >= kills) return;
        const isDatabaseToo = random() < 0.5;
        await veld.kill({ isDatabaseToo });
        killed++;
        if (isDatabaseToo) databaseKills++;
        await veld.start();
        process.stdout.write(`\rkill ${killed}/${kills}, ${acknowledged} acknowledged `);
      }
    };
    const killing = killer();
    await Promise.all(people.map(writer));
    isDone = true;
    await killing;
    process.stdout.write('\n');

    const found = { lost: 0, doubled: 0, wrongXp: 0 };
    for (const person of people) {
      const { lost, doubled, wrongXp } = await person.check();
      found.lost += lost;
      found.doubled += doubled;
      found.wrongXp += wrongXp;
    }
    return { acknowledged, kills: killed, databaseKills, ...found };
  } finally {
    await veld.remove();
  }
}
