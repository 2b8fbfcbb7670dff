import { expect, it } from 'vitest';
import { seedRandom } from '../../bench/report.ts';
import { canReplicate } from '../../server/src/testing/cluster.ts';
import { killCluster } from '../prove/kill-cluster.ts';

it.runIf(canReplicate)(
  'S21: two servers, their primary and its standby can be killed: nothing acknowledged is lost or doubled, nothing hidden is shown',
  async () => {
    const found = await killCluster({ writes: 60, kills: 4, random: seedRandom(Math.floor(Math.random() * 1e9)) });
    expect(found.kills).toEqual({ 'first server': 1, 'second server': 1, standby: 1, primary: 1 });
    expect(found.acknowledged).toBeGreaterThanOrEqual(60);
    expect(found).toMatchObject({ lost: 0, doubled: 0, shown: 0, unread: 0, wrong: 0 });
  },
);
