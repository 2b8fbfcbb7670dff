import type { TaxonRow } from '@veld/contract';
import { type Measure, median, round } from '../report.ts';
import { App } from './app.ts';
import type { Plan } from './plan.ts';
import { drawQueries } from './queries.ts';

const SYNC_SECONDS = 10;
/** Longest acceptable wait for a result while pages arrive. */
const ANSWER_MS = 1000;

/** Measures the app with a real server: first synchronisation and typing. */
export async function measureApp(plan: Plan, taxa: readonly TaxonRow[]): Promise<Measure[]> {
  if (!plan.wants('sync') && !plan.wants('typing')) return [];
  plan.say('100k: building the app and filling a server ...');
  const app = await App.start(taxa);
  const rows: Measure[] = [];
  try {
    const rounds = plan.wants('sync') ? (plan.isLong ? 5 : 3) : 1;
    const seconds: number[] = [];
    const waits: number[] = [];
    for (let count = 0; count < rounds; count++) {
      plan.say('100k: a new device synchronises ...');
      const done = await app.synchronise();
      seconds.push(done.seconds);
      waits.push(...done.waits);
    }
    if (plan.wants('sync')) {
      // For the first device the server builds the pages that it then caches, so the longest time is a row of its own.
      rows.push(
        alone('first synchronisation, the longest, s', `100k, ${rounds} devices`, Math.max(...seconds), SYNC_SECONDS),
        alone('first synchronisation, s', `100k, ${rounds} devices`, median(seconds), SYNC_SECONDS),
        alone('search during it, longest wait, ms', `${waits.length} searches`, waits.length === 0 ? 0 : Math.max(...waits), ANSWER_MS),
      );
    }
    if (plan.wants('typing')) {
      plan.say('100k: typing ...');
      const texts = drawQueries(taxa, plan.isLong ? 120 : 40, plan.seed + 13).map(({ text }) => text);
      const typed = await app.type(texts);
      if (typed.tasks.length > 0) plan.say(`  tasks over 16 ms: ${typed.tasks.map((ms) => round(ms, 1)).join(', ')}`);
      rows.push(alone('tasks over 16 ms of the main thread by typing', `100k, ${typed.keys} keys`, typed.tasks.length, 0), {
        ...alone('the same by the clock on the wall', `100k, ${typed.keys} keys`, typed.wallTasks.length, 0),
        target: '',
        holds: true,
      });
    }
  } finally {
    await app.remove();
  }
  return rows;
}

function alone(measure: string, at: string, veld: number, most: number): Measure {
  return { measure, at, against: '', veld: round(veld), other: null, ratio: null, target: `at most ${most}`, holds: veld <= most };
}
