import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { type Measure, parseRunOptions, report, seedRandom } from '../../bench/report.ts';
import { canReplicate } from '../../server/src/testing/cluster.ts';
import { killCluster } from './kill-cluster.ts';

/** Nothing acknowledged is lost or doubled, and nothing hidden is shown, when any part of a cluster is killed (docs/faults.md S21, S22, S24). */
if (!canReplicate) {
  console.error("PostgreSQL of Debian's packages is missing: apt-get install postgresql");
  process.exit(2);
}
const { isLong, seed } = parseRunOptions(process.argv.slice(3));
const wanted = { writes: isLong ? 10_000 : 2000, kills: isLong ? 200 : 40, failovers: isLong ? 200 : 50 };
const found = await killCluster({ ...wanted, random: seedRandom(seed) });

const measure = (name: string, at: string, value: number, least: number | null): Measure => ({
  measure: name,
  at,
  against: '-',
  veld: value,
  other: null,
  ratio: null,
  target: least === null ? '0' : `at least ${least}`,
  holds: least === null ? value === 0 : value >= least,
});
const at = Object.entries(found.kills)
  .map(([victim, count]) => `${count} of the ${victim}`)
  .join(', ');

const root = resolve(import.meta.dirname, '../..');
const { status } = spawnSync(
  process.execPath,
  [resolve(root, 'node_modules/.bin/vitest'), 'run', '--project', 'simulation', 'e2e/simulation/failover.test.ts'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, VELD_FAILOVERS: String(wanted.failovers) } },
);
report('cluster', [
  measure('acknowledged writes', at, found.acknowledged, wanted.writes),
  measure('acknowledged and lost', at, found.lost, null),
  measure('stored twice', at, found.doubled, null),
  measure('reads of lists', at, found.reads, 100),
  measure('records shown after they were hidden', at, found.shown, null),
  measure('own records that were not in the own list', at, found.unread, null),
  measure('answers that are neither right nor 503', at, found.wrong, null),
  measure('devices that were not whole after failovers with loss', `${wanted.failovers} failovers`, status === 0 ? 0 : 1, null),
]);
