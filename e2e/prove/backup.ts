import { prove } from './seeded-proof.ts';

/** Damages backups in every way that the tests know, kills restores at every stage, and reports what was accepted or not equal. */
await prove({
  name: 'backup',
  files: ['server/src/backups/damage.test.ts'],
  project: 'server',
  env: { VELD_LONG: '1' },
  at: 'every entry and every stage',
  rowsOf: (counts, row) => [
    row('damaged backups that were accepted', '0', counts.accepted ?? 0, counts.accepted === 0),
    row('restores after a kill that were not equal', '0', counts.wrong ?? 0, counts.wrong === 0),
    row('damages', 'at least 500', counts.damages ?? 0, (counts.damages ?? 0) >= 500),
    row('kills', 'at least 11', counts.kills ?? 0, (counts.kills ?? 0) >= 11),
  ],
});
