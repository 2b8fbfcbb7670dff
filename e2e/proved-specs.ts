/**
 * Specs that take too long for every run of `npm test`: sweeps over many screens and texts, long stories whose steps shorter specs and the
 * simulation also take, rare conditions, and screens whose rules are also tested without a browser. `npm run prove -- specs` runs them, and
 * so does `VELD_LONG=1`, as in the hosted workflow.
 */
export const PROVED_SPECS: readonly string[] = [
  'app/articles',
  'app/clock',
  'app/identify',
  'app/identify-grid',
  'app/relations',
  'app/tabs',
  'app/taxonomy',
  'bench/others',
  'journeys/tracks',
  'journeys/two-hours',
  'map/added-maps',
  'map/draw',
  'map/everyone',
  'map/map',
  'map/screen',
  'map/sources',
  'outbox/backlog',
  'outbox/elsewhere',
  'photos/photo-import',
  'photos/photos',
  'photos/share',
  'photos/uploads',
  'recording/bulk-edit',
  'recording/place',
  'recording/suggestions',
  'screens/hostile',
  'screens/reach',
  'settings/export',
  'settings/place-import',
  'settings/place-order',
  'settings/settings',
  'social/admin',
  'social/motivation',
  'social/notifications',
  'social/projects',
  'social/push',
  'social/replies',
  'social/two-people',
  'species/frequencies',
  'species/keep-offline',
  'species/lists',
  'species/statistics',
];

/** Tests of the project's tools, which take minutes and change with the tools alone. `npm run prove -- specs` runs them too. */
export const PROVED_TESTS: readonly string[] = ['scripts/mutation', 'scripts/new-feature', 'scripts/test-run/cut-off'];

/** Whether this run leaves to the proofs what is named here: only `npm test` does, without the long profile. */
const leavesOut = () => Boolean(process.env.VELD_SHARE) && process.env.VELD_LONG !== '1';

/** The specs, as Playwright's patterns, that `npm test` leaves out. Specs that run without it, and the long profile, have all of them. */
export function leftOutSpecs(): string[] {
  return leavesOut() ? PROVED_SPECS.map((spec) => `**/${spec}.spec.ts`) : [];
}

/** The tests without a browser, as Vitest's patterns, that it leaves out. */
export function leftOutTests(): string[] {
  return leavesOut() ? PROVED_TESTS.map((test) => `${test}.test.ts`) : [];
}
