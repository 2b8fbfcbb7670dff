import { type Measure, parseRunOptions, seedRandom, report } from '../../bench/report.ts';
import { killBrowser } from './kill-browser.ts';
import { killServer } from './kill-server.ts';
import { cutUploads } from './cut-uploads.ts';

/** Nothing acknowledged is lost or doubled when the server, its database or the browser are killed (docs/faults.md C1, S1). */
const { isLong, seed } = parseRunOptions(process.argv.slice(3));
const random = seedRandom(seed);
const server = await killServer({ writes: isLong ? 10_000 : 2000, kills: isLong ? 90 : 20, random });
const uploads = await cutUploads({ uploads: isLong ? 1000 : 100, random });
const browser = await killBrowser({ kills: isLong ? 30 : 10, random });

const none = (measure: string, at: string, value: number): Measure => ({
  measure,
  at,
  against: '-',
  veld: value,
  other: null,
  ratio: null,
  target: '0',
  holds: value === 0,
});
const least = (measure: string, at: string, value: number, wanted: number): Measure => ({
  measure,
  at,
  against: '-',
  veld: value,
  other: null,
  ratio: null,
  target: `at least ${wanted}`,
  holds: value >= wanted,
});
const at = `${server.kills} SIGKILLs of the server, ${server.databaseKills} with the database`;
report('kill', [
  least('acknowledged writes', at, server.acknowledged, isLong ? 10_000 : 2000),
  least('kills', at, server.kills, isLong ? 90 : 20),
  none('acknowledged and lost', at, server.lost),
  none('stored twice', at, server.doubled),
  none('experience counted wrongly', at, server.wrongXp),
  least('photos stored after cuts', `${uploads.cuts} cuts at random bytes`, uploads.stored, isLong ? 1000 : 100),
  none('photos whose stored bytes are not those sent', `${uploads.cuts} cuts at random bytes`, uploads.torn),
  least('acknowledged saves on the device', `${browser.kills} SIGKILLs of the browser`, browser.acknowledged, 10),
  none('acknowledged and lost on the device', `${browser.kills} SIGKILLs of the browser`, browser.lost),
  none('torn: a record without its photo or its place in the outbox', `${browser.kills} SIGKILLs of the browser`, browser.torn),
]);
