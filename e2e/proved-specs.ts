/**
 * Specs that take too long for every run of `npm test`: sweeps over many screens and texts, long stories whose steps shorter specs and the
 * simulation also take, rare conditions, and screens whose rules are also tested without a browser. `npm run prove -- specs` runs them, and
 * so does `VELD_LONG=1`, as in the hosted workflow.
 */
export const PROVED_SPECS: readonly string[] = [
  'app/app-version',
  'app/articles',
  'app/clock',
  'app/identify',
  'app/identify-grid',
  'app/logout',
  'app/relations',
  'app/start',
  'app/tabs',
  'app/taxonomy',
  'bench/others',
  'explore/saved-views',
  'journeys/tracks',
  'journeys/two-hours',
  'map/added-maps',
  'map/draw',
  'map/everyone',
  'map/map',
  'map/screen',
  'map/sources',
  'map/tile-requests',
  'outbox/backlog',
  'outbox/elsewhere',
  'photos/photo-import',
  'photos/photos',
  'photos/share',
  'photos/uploads',
  'places/places',
  'recording/bulk-edit',
  'recording/place',
  'recording/suggestions',
  'screens/hostile',
  'screens/late-answers',
  'screens/reach',
  'settings/deletion',
  'settings/export',
  'settings/place-import',
  'settings/place-order',
  'settings/settings',
  'social/admin',
  'social/bioblitz',
  'social/messages',
  'social/moderation',
  'social/motivation',
  'social/notifications',
  'social/projects',
  'social/push',
  'social/replies',
  'social/two-people',
  'species/compare',
  'species/frequencies',
  'species/keep-offline',
  'species/lists',
  'species/statistics',
  'validation/validators',
];

/**
 * Tests without a browser that take a minute or more: of the project's tools, which change with the tools alone, and of full disks, killed
 * processes and old data folders, whose smaller cases the simulation and other tests take. `npm run prove -- specs` runs them too.
 */
export const PROVED_TESTS: readonly string[] = [
  'e2e/faults/disk',
  'e2e/faults/processes',
  'e2e/faults/roles',
  'e2e/simulation/late-place',
  'scripts/mutation',
  'scripts/new-feature',
  'scripts/test-run/cut-off',
  'web/src/local/taxonomy/update-kill',
];

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
