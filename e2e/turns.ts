import { shareOfRun, turn } from '../scripts/test-run/share.mjs';

/** A run of `npm test` has one of so many parts of the specs. */
export const SPEC_PARTS = 3;
/** And one of so many parts of the long specs. */
export const LONG_PARTS = 3;
/**
 * Which part of the long specs a run has changes with every so many of its number, a multiple of the parts that they make of their own
 * cases: so each of those parts has its turn.
 */
export const LONG_STEP = 600;

/**
 * Specs that take turns: those of rare conditions, and of screens whose rules are also tested without a browser. All of them in each run
 * would take `npm test` more than half an hour. Each row has two specs for each part; those of a part take about as long as those of another.
 */
export const SPECS_IN_TURN: readonly string[] = [
  ['map/map', 'photos/photos', 'recording/place', 'outbox/storage', 'app/tabs', 'app/logout'],
  ['social/admin', 'social/motivation', 'social/projects', 'settings/settings', 'photos/share', 'map/draw'],
  ['map/tile-requests', 'map/sources', 'app/relations', 'journeys/tracks', 'recording/saved-records', 'app/start'],
  ['outbox/backlog', 'app/taxonomy', 'app/clock', 'app/app-version', 'species/lists', 'species/statistics'],
  ['settings/place-order', 'recording/tally', 'photos/photo-import', 'map/screen', 'species/frequencies', 'species/keep-offline'],
  ['settings/place-import', 'settings/export', 'photos/uploads', 'app/articles', 'app/embed', 'social/push'],
  ['settings/deletion', 'outbox/network', 'social/replies', 'social/notifications', 'app/identify', 'map/everyone'],
].flat();

/**
 * Specs of minutes that take turns by threes: sweeps over many screens, fields and suggestions, of which a run has only a share anyway,
 * and long stories, whose steps shorter specs and the simulation also take. Each row has one spec for each part.
 */
export const LONG_SPECS_IN_TURN: readonly string[] = [
  ['screens/reach', 'screens/hostile', 'recording/suggestions'],
  ['outbox/elsewhere', 'social/two-people', 'journeys/two-hours'],
].flat();

/** The specs, as Playwright's patterns, that this run leaves out: none in the long profile, nor where specs run without `npm test`. */
export function leftOutSpecs(): string[] {
  return [...leftOut(SPECS_IN_TURN, SPEC_PARTS), ...leftOutLong()].map((spec) => `**/${spec}.spec.ts`);
}

function leftOut(files: readonly string[], parts: number): string[] {
  const taken = turn(files, parts);
  return files.filter((file) => !taken.includes(file));
}

function leftOutLong(): string[] {
  if (!process.env.VELD_SHARE || process.env.VELD_LONG === '1') return [];
  const part = Math.floor(shareOfRun() / LONG_STEP) % LONG_PARTS;
  return LONG_SPECS_IN_TURN.filter((_, index) => index % LONG_PARTS !== part);
}
