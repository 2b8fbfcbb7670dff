import { PROJECT_LIMITS, type ProjectArea, type ProjectWrite } from '@veld/contract';
import { boundPositions, isInRings, unwrapGeometry } from '@veld/geometry';
import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../../db/open.ts';
import { Fault, invalid } from '../../http/fault.ts';
import type { Caller } from '../accounts/access.ts';
import { findCountry } from '../observations/country.ts';
import { findSuccessors } from '../taxa/successors.ts';
import { newInvite, requireOrganiser } from './access.ts';
import {
  countCreated,
  findProject,
  insertMember,
  insertProject,
  listOrganiserIds,
  listPossibleOrganisers,
  lockProject,
  type ProjectRow,
  replaceOrganisers,
  resetCounts,
  type StoredProject,
  updateProject,
} from './store.ts';

/** Points per axis at which the inside of an area is looked at. */
const STEPS = 12;

export interface Saving {
  id: string;
  /** The version that the write is based on; null for a new project. */
  base: number | null;
  body: ProjectWrite;
  caller: Caller;
  now: Date;
}

/** What decides which records count. */
const RULES = ['start_on', 'end_on', 'area', 'taxon_ids', 'groups', 'photo_required', 'confirmed_only'] as const;

/**
 * Creates a project, whose organiser then takes part in it, or changes one. Repeating a write changes nothing; false if it is based on
 * an older version.
 */
export async function saveProject(tx: Tx, saving: Saving): Promise<boolean> {
  const { id, base, body, caller, now } = saving;
  await lockProject(tx, id);
  const existing = await findProject(tx, id, caller.userId, now);
  if (existing) return changeProject(tx, requireOrganiser(existing, caller), saving);
  if (base !== null) throw new Fault('not_found');
  await requireTaxa(tx, body.taxon_ids);
  const row = rowOf(saving, { version: 1, invite: newInvite() });
  // Another request inserted a project with this id at the same time.
  if (!(await insertProject(tx, row, now)))
    return changeProject(tx, requireOrganiser(await findProject(tx, id, caller.userId, now), caller), saving);
  await replaceOrganisers(tx, id, [caller.userId]);
  const since = new Date(now.getTime() - 86_400_000);
  if ((await countCreated(tx, caller.userId, since)) > PROJECT_LIMITS.perDay)
    throw new Fault('too_many_requests', { retryAfter: 86_400, members: { scope: 'route' } });
  await insertMember(tx, id, caller.userId, now);
  return true;
}

async function changeProject(tx: Tx, existing: ProjectRow, saving: Saving): Promise<boolean> {
  const { id, base, body, now } = saving;
  const wanted = body.organisers && [...new Set(body.organisers)].toSorted();
  if (base !== existing.version)
    return (
      isDeepStrictEqual(contentOf(body), contentOf(existing)) && (!wanted || isDeepStrictEqual(wanted, await listOrganiserIds(tx, id)))
    );
  await requireTaxa(tx, body.taxon_ids);
  if (wanted) {
    const found = await listPossibleOrganisers(tx, id, wanted, saving.caller.userId);
    if (found.length < wanted.length) throw invalid('organisers', 'organisers');
    await replaceOrganisers(tx, id, wanted);
  }
  await updateProject(tx, rowOf(saving, { version: existing.version + 1, invite: existing.invite }), now);
  if (RULES.some((name) => !isDeepStrictEqual(body[name], existing[name]))) await resetCounts(tx, id);
  return true;
}

function rowOf({ id, body }: Saving, own: Pick<StoredProject, 'version' | 'invite'>): StoredProject {
  const { organisers: _, ...fields } = body;
  return { id, ...fields, ...own, name: body.name.trim(), area: JSON.stringify(body.area), countries: countriesOfArea(body.area) };
}

/** What a repeated write has in common with what it stored. */
function contentOf(project: Pick<ProjectWrite, (typeof RULES)[number] | 'name' | 'description' | 'time_zone' | 'joining'>): unknown[] {
  const { name, description, time_zone, joining } = project;
  return [name.trim(), description, time_zone, joining, ...RULES.map((rule) => project[rule])];
}

async function requireTaxa(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const known = await findSuccessors(tx, ids);
  if (ids.some((id) => (known.get(id)?.id ?? null) === null)) throw invalid('taxon_ids', 'taxon_id');
}

/**
 * The countries in which an area may lie, for the list of projects of a country: those of its vertices and of a grid of points over it.
 * Null for the world. An area at sea has none.
 */
function countriesOfArea(area: ProjectArea): string[] | null {
  if (area.type === 'worldwide') return null;
  if (area.type === 'countries') return [...new Set(area.countries)].toSorted();
  const { type, coordinates } = unwrapGeometry(area.geometry);
  const points = type === 'Polygon' ? coordinates.flat() : coordinates;
  const { west, south, east, north } = boundPositions(points);
  const [width, height] = [east - west, north - south];
  const inside = Array.from({ length: STEPS * STEPS }, (_, at): [number, number] => [
    west + (width * ((at % STEPS) + 0.5)) / STEPS,
    south + (height * (Math.floor(at / STEPS) + 0.5)) / STEPS,
  ]).filter(([x, y]) => type === 'Polygon' && isInRings(coordinates, x, y));
  return [...new Set([...points, ...inside].flatMap(([x, y]) => findCountry(y, x) ?? []))].toSorted();
}
