import { hasOrder, PROJECT_LIMITS, type ProjectArea, type ProjectWrite, REQUIRED_FIELDS, type RequiredField } from '@veld/contract';
import { boundPositions, isInRings, unwrapGeometry } from '@veld/geometry';
import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../../db/open.ts';
import { Fault, invalid } from '../../http/fault.ts';
import type { Caller } from '../accounts/access.ts';
import { findCountry } from '../observations/country.ts';
import { findSuccessors } from '../taxa/successors.ts';
import { newInvite, requireOrganiser } from './access.ts';
import { listPartIds, replaceParts } from './parts.ts';
import { appendLog } from './roles.ts';
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
  setFirstOwner,
  type StoredProject,
  updateProject,
} from './store.ts';

/** Points per axis at which the inside of an area is looked at. */
const STEPS = 12;

/** What a write of an earlier version of the app lacks. */
type Optional = 'start_time' | 'end_time' | 'required_fields' | 'max_uncertainty_m' | 'goals';
type SavedBody = ProjectWrite & Required<Pick<ProjectWrite, Optional>>;

/** Each once, so that the same choice is the same rule. */
const inOrder = (fields: readonly RequiredField[]) => REQUIRED_FIELDS.filter((field) => fields.includes(field));

/** With what is stored of what the write says nothing about. */
function withStored(body: ProjectWrite, stored?: Pick<ProjectRow, Optional>): SavedBody {
  const { start_time = stored?.start_time ?? null, end_time = stored?.end_time ?? null, goals = stored?.goals ?? [] } = body;
  const { required_fields = stored?.required_fields ?? [], max_uncertainty_m = stored?.max_uncertainty_m ?? null } = body;
  const whole = {
    ...body,
    start_time: start_time === '00:00' ? null : start_time,
    end_time,
    goals,
    max_uncertainty_m,
    required_fields: inOrder(required_fields),
  };
  if (!hasOrder(whole)) throw invalid('end_on', 'date_order');
  return whole;
}

export interface Saving {
  id: string;
  /** The version that the write is based on; null for a new project. */
  base: number | null;
  body: SavedBody;
  caller: Caller;
  now: Date;
}

/** What decides which records count. */
const RULES = [
  'start_on',
  'end_on',
  'start_time',
  'end_time',
  'time_zone',
  'area',
  'taxon_ids',
  'groups',
  'photo_required',
  'required_fields',
  'max_uncertainty_m',
  'confirmed_only',
] as const;

/**
 * Creates a project, whose organiser then takes part in it, or changes one. Repeating a write changes nothing; false if it is based on
 * an older version.
 */
export async function saveProject(tx: Tx, { body: sent, ...given }: Omit<Saving, 'body'> & { body: ProjectWrite }): Promise<boolean> {
  const { id, base, caller, now } = given;
  await lockProject(tx, id);
  const existing = await findProject(tx, id, caller.userId, now);
  if (existing) {
    const project = requireOrganiser(existing, caller);
    return changeProject(tx, project, { ...given, body: withStored(sent, project) });
  }
  if (base !== null) throw new Fault('not_found');
  const body = withStored(sent);
  const saving = { ...given, body };
  await requireTaxa(tx, body);
  requireGoals(body, body.parts ?? []);
  const row = rowOf(saving, { version: 1, invite: newInvite() });
  // Another request inserted a project with this id at the same time.
  if (!(await insertProject(tx, row, now)))
    return changeProject(tx, requireOrganiser(await findProject(tx, id, caller.userId, now), caller), saving);
  await replaceOrganisers(tx, id, [caller.userId]);
  await setFirstOwner(tx, id, caller.userId);
  await appendLog(tx, id, { userId: caller.userId, now }, [{ action: 'created' }]);
  const since = new Date(now.getTime() - 86_400_000);
  if ((await countCreated(tx, caller.userId, since)) > PROJECT_LIMITS.perDay)
    throw new Fault('too_many_requests', { retryAfter: 86_400, members: { scope: 'route' } });
  await insertMember(tx, id, caller.userId, now);
  if (body.parts) await replaceParts(tx, id, [...new Set(body.parts)], caller.userId);
  return true;
}

async function changeProject(tx: Tx, existing: ProjectRow, saving: Saving): Promise<boolean> {
  const { id, base, body, now } = saving;
  const wanted = body.organisers && [...new Set(body.organisers)].toSorted();
  const parts = body.parts && [...new Set(body.parts)].toSorted();
  const partsBefore = await listPartIds(tx, id);
  if (base !== existing.version)
    return (
      isDeepStrictEqual(contentOf(body), contentOf(existing)) &&
      (!parts || isDeepStrictEqual(parts, partsBefore)) &&
      (!wanted || isDeepStrictEqual(wanted, await listOrganiserIds(tx, id)))
    );
  await requireTaxa(tx, body);
  requireGoals(body, parts ?? partsBefore);
  if (parts && !isDeepStrictEqual(parts, partsBefore)) await replaceParts(tx, id, parts, saving.caller.userId);
  if (wanted) {
    const found = await listPossibleOrganisers(tx, id, wanted, saving.caller.userId);
    if (found.length < wanted.length) throw invalid('organisers', 'organisers');
    if (existing.owner_id !== null && !wanted.includes(existing.owner_id)) throw invalid('organisers', 'project_owner');
    const before = await listOrganiserIds(tx, id);
    await replaceOrganisers(tx, id, wanted);
    await appendLog(tx, id, { userId: saving.caller.userId, now }, [
      ...wanted.filter((one) => !before.includes(one)).map((otherId) => ({ action: 'appointed' as const, otherId })),
      ...before.filter((one) => !wanted.includes(one)).map((otherId) => ({ action: 'dismissed' as const, otherId })),
    ]);
  }
  if (!isDeepStrictEqual(contentOf(body), contentOf(existing)))
    await appendLog(tx, id, { userId: saving.caller.userId, now }, [{ action: 'changed' }]);
  await updateProject(tx, rowOf(saving, { version: existing.version + 1, invite: existing.invite }), now);
  const isSame = RULES.every((name) => isDeepStrictEqual(body[name], existing[name]));
  if (!isSame || !isDeepStrictEqual(whatGoalsCount(body), whatGoalsCount(existing))) await resetCounts(tx, id);
  return true;
}

/** What the goals count of records, without their numbers. */
const whatGoalsCount = ({ goals }: Pick<SavedBody, 'goals'>) => goals.map((goal) => ({ ...goal, target: null }));

function rowOf({ id, body }: Saving, own: Pick<StoredProject, 'version' | 'invite'>): StoredProject {
  const { organisers: _, parts: __, ...fields } = body;
  return {
    id,
    ...fields,
    ...own,
    name: body.name.trim(),
    area: JSON.stringify(body.area),
    goals: JSON.stringify(body.goals),
    countries: countriesOfArea(body.area),
  };
}

/** What a repeated write has in common with what it stored. */
function contentOf(project: Pick<SavedBody, (typeof RULES)[number] | 'name' | 'description' | 'joining' | 'goals'>): unknown[] {
  const { name, description, joining, goals } = project;
  return [name.trim(), description, joining, goals, ...RULES.map((rule) => project[rule])];
}

/** Which records count for a goal about a taxon is stored per project, so that an umbrella project has none. */
function requireGoals({ goals }: Pick<SavedBody, 'goals'>, parts: readonly string[]): void {
  if (parts.length > 0 && goals.some(({ kind }) => kind === 'taxon' || kind === 'group')) throw invalid('goals', 'goals_of_parts');
}

async function requireTaxa(tx: Tx, { taxon_ids, goals }: Pick<SavedBody, 'taxon_ids' | 'goals'>): Promise<void> {
  const ofGoals = goals.flatMap((goal) => (goal.kind === 'taxon' ? goal.taxon_id : []));
  if (taxon_ids.length + ofGoals.length === 0) return;
  const known = await findSuccessors(tx, [...taxon_ids, ...ofGoals]);
  const isUnknown = (id: number) => (known.get(id)?.id ?? null) === null;
  if (taxon_ids.some(isUnknown)) throw invalid('taxon_ids', 'taxon_id');
  if (ofGoals.some(isUnknown)) throw invalid('goals', 'taxon_id');
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
