import { share } from '../scripts/test-run/share.mjs';

/** A run of `npm test` has one of so many parts. */
export const PARTS = 4;

/**
 * Specs that take turns: those of rare conditions, and of screens whose rules are also tested without a browser. All of them in each run
 * would double the time of `npm test`. Each row has one spec for each part; those in a row take about as long as each other.
 */
export const SPECS_IN_TURN: readonly string[] = [
  ['map/map', 'photos/photos', 'recording/place', 'outbox/storage'],
  ['social/admin', 'social/motivation', 'social/projects', 'settings/settings'],
  ['app/tabs', 'app/logout', 'photos/share', 'map/draw'],
  ['map/tile-requests', 'map/sources', 'app/relations', 'journeys/tracks'],
  ['settings/place-order', 'recording/tally', 'photos/photo-import', 'map/screen'],
  ['outbox/backlog', 'app/taxonomy', 'app/clock', 'app/app-version'],
  ['species/lists', 'species/statistics', 'species/frequencies', 'species/keep-offline'],
  ['settings/place-import', 'settings/export', 'app/identify', 'map/everyone'],
  ['settings/deletion', 'outbox/network', 'social/replies', 'social/notifications'],
  ['photos/uploads', 'app/articles', 'app/embed', 'social/push'],
].flat();

/** The specs, as Playwright's patterns, that this run leaves out: none in the long profile, nor where specs run without `npm test`. */
export function leftOutSpecs(): string[] {
  if (!process.env.VELD_SHARE) return [];
  const taken = share(SPECS_IN_TURN, PARTS);
  return SPECS_IN_TURN.filter((spec) => !taken.includes(spec)).map((spec) => `**/${spec}.spec.ts`);
}
