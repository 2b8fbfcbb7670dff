import { type Finding, type Lineage, MAX_RULES, type RuleDraft, shownCell, type TaxonGroup } from '@veld/contract';
import { hasBox, isInRings } from '@veld/geometry';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import { onlyRow } from '../../db/rows.ts';
import type { Tables } from '../../db/schema.ts';
import { Fault, invalid } from '../../http/fault.ts';
import type { MergeListener } from '../../http/pieces.ts';
import { type Caller, isModerator } from '../accounts/access.ts';
import type { PublicRow } from '../observations/store.ts';
import { type FieldRow, listFields } from './fields.ts';

type RuleRow = Selectable<Tables['validation_rules']>;
/** A rule with the name of who wrote it, and the group of its taxon. */
export interface ListedRule extends RuleRow {
  author: string | null;
  taxon_group: TaxonGroup | null;
}

export const readDraft = (row: RuleRow): RuleDraft => ({
  kind: row.kind,
  taxon_id: row.taxon_id,
  country: row.country_code,
  area: row.area,
  months: row.months,
  life_stages: row.life_stages,
  maximum: row.maximum,
  note: row.note,
});

/** Whether a person may write or end a rule: an admin, or a validator of its taxon's group in its place. */
export function mayWrite(fields: readonly FieldRow[], caller: Caller, rule: RuleDraft, group: TaxonGroup | null): boolean {
  if (isModerator(caller)) return true;
  return fields.some(
    (field) =>
      field.project_id === null &&
      (field.taxon_group === null || field.taxon_group === group) &&
      (field.country_code === null || field.country_code === rule.country) &&
      (field.area === null || isWithinArea(rule.area, field.area)),
  );
}

function isWithinArea(inner: RuleDraft['area'], outer: [number, number][]): boolean {
  return inner !== null && inner.every(([longitude, latitude]) => isInRings([closeRing(outer)], longitude, latitude));
}

const closeRing = (ring: readonly [number, number][]): [number, number][] => [...ring, ring[0]!];

export async function listRuleRows(
  db: Db,
  { taxonIds, before, limit }: { taxonIds: readonly number[] | undefined; before: string | null; limit: number },
): Promise<ListedRule[]> {
  const { rows } = await sql<ListedRule>`
    select r.*, u.name as author, t.taxon_group from validation_rules r
    left join lateral (select name from users where id = r.user_id offset 0) u on true
    cross join lateral (select taxon_group from taxa where id = r.taxon_id offset 0) t
    where r.ended_at is null and (${before}::bigint is null or r.seq < ${before}::bigint)
      and ${taxonIds === undefined ? sql`true` : sql`r.taxon_id = any(${[...taxonIds]}::integer[])`}
    order by r.seq desc limit ${limit}
  `.execute(db);
  return rows;
}

/** Writes a rule. Idempotent by the id, also after it ended. */
export async function writeRule(tx: Tx, id: string, rule: RuleDraft, caller: Caller): Promise<void> {
  const existing = await tx.selectFrom('validation_rules').selectAll().where('id', '=', id).executeTakeFirst();
  if (existing) {
    const isSame = existing.user_id === caller.userId && JSON.stringify(readDraft(existing)) === JSON.stringify(rule);
    if (!isSame) throw new Fault('conflict');
    return;
  }
  const taxon = await tx.selectFrom('taxa').select(['taxon_group', 'is_deleted']).where('id', '=', rule.taxon_id).executeTakeFirst();
  if (!taxon || taxon.is_deleted) throw invalid('taxon_id', 'taxon_id');
  if (!mayWrite(await listFields(tx, caller.userId), caller, rule, taxon.taxon_group as TaxonGroup)) throw new Fault('forbidden');
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from validation_rules where ended_at is null`.execute(tx);
  if (onlyRow(rows).count >= MAX_RULES) throw invalid('taxon_id', 'list_full');
  const { country, area, ...columns } = rule;
  await tx
    .insertInto('validation_rules')
    .values({ id, user_id: caller.userId, country_code: country, area: area && JSON.stringify(area), ...columns })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function endRule(tx: Tx, id: string, caller: Caller, now: Date): Promise<void> {
  const { rows } = await sql<ListedRule>`
    select r.*, t.taxon_group from validation_rules r join taxa t on t.id = r.taxon_id where r.id = ${id} and r.ended_at is null
  `.execute(tx);
  const [rule] = rows;
  if (!rule) return;
  if (!mayWrite(await listFields(tx, caller.userId), caller, readDraft(rule), rule.taxon_group)) throw new Fault('forbidden');
  await tx.updateTable('validation_rules').set({ ended_at: now }).where('id', '=', id).execute();
}

type Checked = PublicRow;

/** What the rules of validators find about records, by what everybody may know of them. */
export async function findApplyingRules(
  db: Db,
  rows: readonly Checked[],
  lineages: ReadonlyMap<number, Lineage>,
): Promise<Map<string, Finding[]>> {
  const taxa = [...new Set([...lineages.values()].flatMap((lineage) => lineage.map(({ id }) => id)))];
  const rules = await db
    .selectFrom('validation_rules')
    .selectAll()
    .where('taxon_id', 'in', taxa.length ? taxa : [0])
    .where('ended_at', 'is', null)
    .execute();
  return new Map(
    rows.map((row) => {
      const above = new Set((row.taxon_id === null ? undefined : lineages.get(row.taxon_id))?.map(({ id }) => id));
      const applying = rules.filter((rule) => above.has(rule.taxon_id) && isAbout(rule, row) && isBroken(rule, row));
      return [row.id, applying.map(({ kind, maximum, note }): Finding => ({ kind, number: maximum, note }))];
    }),
  );
}

function isAbout(rule: RuleRow, row: Checked): boolean {
  const { country_code, months, life_stages, area } = rule;
  const { observed_from: from, observed_to: to } = row;
  const month = from !== null && from.slice(0, 7) === to?.slice(0, 7) ? Number(from.slice(5, 7)) : null;
  return (
    (country_code === null || country_code === row.public_country_code) &&
    (months.length === 0 || (month !== null && months.includes(month))) &&
    (life_stages.length === 0 || life_stages.some((stage) => stage === row.life_stage)) &&
    (area === null || isInArea(area, row))
  );
}

/** An open place lies in it, or all of the grid cell of an obscured one. */
function isInArea(area: [number, number][], row: Checked): boolean {
  const { geoprivacy, public_latitude: latitude, public_longitude: longitude, public_uncertainty_m: uncertainty } = row;
  if (latitude === null || longitude === null) return false;
  const rings = [closeRing(area)];
  if (geoprivacy === 'open') return isInRings(rings, longitude, latitude);
  return hasBox(rings, shownCell({ latitude, longitude, coordinate_uncertainty_m: uncertainty }));
}

function isBroken({ kind, maximum }: RuleRow, { count, count_max, notes }: Checked): boolean {
  if (kind === 'maximum') return maximum !== null && Math.max(count ?? 0, count_max ?? 0) > maximum;
  if (kind === 'description') return (notes ?? '').trim() === '';
  return true;
}

/** Rules of merged taxa are those of their successors. */
export const mergeRules: MergeListener = async (tx, merged) => {
  for (const { from, to } of merged) await tx.updateTable('validation_rules').set({ taxon_id: to }).where('taxon_id', '=', from).execute();
};
