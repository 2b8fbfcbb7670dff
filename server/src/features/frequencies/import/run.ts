import { EFFORT, FREQUENCY_WEEKS, groupNumber, itemAt, LISTS_OF_SOME, listsOfGroup } from '@veld/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/open.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { updateFrequencyCounts } from '../../taxa/counts.ts';
import { refreshPack } from '../build.ts';
import { COUNTS, replaceCounts, SPECIES } from '../store.ts';
import type { SkipReason } from './occurrences.ts';
import { type BarChart, type FileOptions, type Occurrences, openData } from './read.ts';
import { onlyRow } from '../../../db/rows.ts';
import { faultMessage } from '../../taxa/import/fault-messages.ts';
import { ImportStopped } from '../../taxa/import/faults.ts';
import { isAboveSpecies } from '../../../db/conditions.ts';
import { KINGDOM_OF_GROUP } from '../../taxa/import/values/groups.ts';
import { parseName } from '../../taxa/import/values/names/parse.ts';

type Skipped = SkipReason | Extract<NameMatch, string>;

interface ImportReport {
  kind: 'occurrences' | 'bar_chart';
  /** Rows of the file: records, or species of a bar chart. */
  read: number;
  matched: number;
  species: number;
  countries: string[];
  skipped: Map<Skipped, number>;
  /** Names that were not matched, with their rows, the most frequent first. */
  names: { name: string; why: Skipped; rows: number }[];
  /** Counts that were added, changed or removed. */
  changed: number;
}

const BATCH = 5_000;

/** Imports a file as a source, whose earlier counts it replaces, and makes the packs of the countries that changed. */
export async function importFrequencies(db: Db, source: string, options: FileOptions): Promise<ImportReport> {
  const { report, refreshed } = await inTransaction(db, async (tx) => {
    await sql`set local statement_timeout = '1800s'`.execute(tx);
    await sql`set local idle_in_transaction_session_timeout = '600s'`.execute(tx);
    const { archive, data } = await openData(options);
    try {
      const id = await sourceId(tx, source);
      return await (data.kind === 'bar_chart' ? importChart(tx, id, data) : importOccurrences(tx, id, data));
    } finally {
      archive.close();
    }
  });
  for (const country of refreshed) await refreshPack(db, country);
  if (report.changed > 0) await refreshFrequencyCounts(db);
  return report;
}

/** The largest number that the column holds. */
const MAX_COUNT = 2_000_000_000;

/**
 * Stores with each taxon how many records of it imported data have, and sends the taxa that changed to devices, as
 * `external_observation_count`.
 */
export async function refreshFrequencyCounts(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`set local statement_timeout = '600s'`.execute(tx);
    await sql`set local lock_timeout = '120s'`.execute(tx);
    await updateFrequencyCounts(
      tx,
      sql`
        select taxon_id, least(sum(records), ${MAX_COUNT}::bigint)::integer as records
        from frequencies where source_id <> 0 and taxon_id > 0 group by taxon_id`,
    );
  });
}

interface Imported {
  report: ImportReport;
  refreshed: string[];
}

async function sourceId(tx: Tx, name: string): Promise<number> {
  // One import at a time, so that two do not get the same id.
  await sql`lock table frequency_sources in share row exclusive mode`.execute(tx);
  const known = await tx.selectFrom('frequency_sources').select('id').where('name', '=', name).executeTakeFirst();
  if (known) return known.id;
  const { rows } = await sql<{ id: number }>`
    insert into frequency_sources (id, name) select max(id) + 1, ${name} from frequency_sources returning id
  `.execute(tx);
  return onlyRow(rows).id;
}

/** Numbers texts in the order in which they come. */
class Numbering {
  readonly #numbers = new Map<string, number>();

  of(text: string): number {
    const known = this.#numbers.get(text) ?? this.#numbers.size;
    this.#numbers.set(text, known);
    return known;
  }
}

interface NamedRows {
  name: string;
  kingdom: string | null;
  rows: number;
}

/** The rows wait in a temporary table, so that a large download takes no more memory than its names and observers. */
async function importOccurrences(tx: Tx, source: number, { rows }: Occurrences): Promise<Imported> {
  await sql`
    create temporary table frequency_rows (country text, cell integer, week smallint, day date, observer integer, name integer) on commit drop
  `.execute(tx);
  const skipped = new Map<Skipped, number>();
  const [observers, numbers] = [new Numbering(), new Numbering()];
  const names: NamedRows[] = [];
  let read = 0;
  let batch: { country: string; cell: number; week: number; day: string; observer: number; name: number }[] = [];
  const flush = async () => {
    await sql`
      insert into frequency_rows select * from unnest(
        ${batch.map(({ country }) => country)}::text[], ${batch.map(({ cell }) => cell)}::integer[], ${batch.map(({ week }) => week)}::smallint[],
        ${batch.map(({ day }) => day)}::date[], ${batch.map(({ observer }) => observer)}::integer[], ${batch.map(({ name }) => name)}::integer[]
      )`.execute(tx);
    batch = [];
  };
  for await (const row of rows) {
    read += 1;
    if (typeof row === 'string') {
      skipped.set(row, (skipped.get(row) ?? 0) + 1);
      continue;
    }
    const name = numbers.of(`${row.kingdom ?? ''} ${row.name}`);
    names[name] ??= { name: row.name, kingdom: row.kingdom, rows: 0 };
    names[name].rows += 1;
    const { country, cell, week, day } = row;
    batch.push({ country, cell, week, day, observer: observers.of(row.observer), name });
    if (batch.length === BATCH) await flush();
  }
  await flush();
  const matches = await matchAll(tx, names);
  // A higher taxon shows that there was a list; what a name means that is not known stays open.
  const known = matches.flatMap((match, name) => (match === 'unknown' || match === 'ambiguous' ? [] : [name]));
  const taxa = known.map((name) => (typeof matches[name] === 'number' ? matches[name] : null));
  const { rows: staged } = await sql<{ country: string }>`
    select country from frequency_rows where name = any(${known}::integer[])
    union select country_code from frequencies where source_id = ${source} order by 1
  `.execute(tx);
  const countries = staged.map(({ country }) => country);
  const refreshed: string[] = [];
  let changed = 0;
  for (const country of countries) {
    const found = sql`found as materialized (
      select m.taxon_id, r.cell, r.week, r.observer, r.day as list, false as is_absent, null::integer[] as groups from frequency_rows r
      join unnest(${known}::integer[], ${taxa}::integer[]) as m (name, taxon_id) on m.name = r.name where r.country = ${country}
    ), fresh as materialized (${COUNTS})`;
    const rowsChanged = await replaceCounts(tx, source, country, found);
    if (rowsChanged > 0) refreshed.push(country);
    changed += rowsChanged;
  }
  return { report: { kind: 'occurrences', read, countries, changed, ...summaryOf(names, matches, skipped) }, refreshed };
}

async function importChart(tx: Tx, source: number, { country, cell, lines }: BarChart): Promise<Imported> {
  let lists: number[] | null = null;
  const species: { name: string; numbers: number[] }[] = [];
  for await (const line of lines) {
    if (line.kind === 'lists') lists = line.numbers;
    else species.push(line);
  }
  const sizes = lists ?? Array.from({ length: FREQUENCY_WEEKS }, () => 0);
  const names = species.map(({ name }): NamedRows => ({ name, kingdom: null, rows: 1 }));
  const matches = await matchAll(tx, names);
  const counts = new Map<string, { taxon_id: number; week: number; lists: number }>();
  const add = (taxon_id: number, numbers: readonly number[]) => {
    for (const [week, number] of numbers.entries()) {
      const key = `${taxon_id} ${week}`;
      // Two forms of a species: the commoner one, because they can be on the same lists.
      const most = Math.max(counts.get(key)?.lists ?? 0, Math.round(number));
      if (most > 0) counts.set(key, { taxon_id, week, lists: most });
    }
  };
  add(EFFORT, sizes);
  // On lists of eBird are birds.
  for (const taxonId of [LISTS_OF_SOME, listsOfGroup(groupNumber('bird'))]) add(taxonId, sizes);
  for (const [at, { numbers }] of species.entries()) {
    const match = matches[at];
    if (typeof match === 'number')
      add(
        match,
        numbers.map((share, week) => share * itemAt(sizes, week)),
      );
  }
  const rows = [...counts.values()];
  const fresh = sql`fresh as materialized (
    select taxon_id, ${cell}::integer as cell, week, lists as records, lists, 0 as people from unnest(
      ${rows.map(({ taxon_id }) => taxon_id)}::integer[], ${rows.map(({ week }) => week)}::smallint[], ${rows.map((row) => row.lists)}::integer[]
    ) as c (taxon_id, week, lists))`;
  const { rows: before } = await sql<{ country: string }>`
    select distinct country_code as country from frequencies where source_id = ${source} and country_code <> ${country}
  `.execute(tx);
  let changed = await replaceCounts(tx, source, country, fresh);
  const empty = sql`fresh as (select 0 as taxon_id, 0 as cell, 0::smallint as week, 0 as records, 0 as lists, 0 as people where false)`;
  for (const other of before) changed += await replaceCounts(tx, source, other.country, empty);
  const refreshed = changed > 0 ? [country, ...before.map((other) => other.country)] : [];
  const report = { kind: 'bar_chart' as const, read: species.length, countries: [country], changed };
  return { report: { ...report, ...summaryOf(names, matches, new Map()) }, refreshed };
}

const NAMES = 10_000;

async function matchAll(tx: Tx, names: readonly NamedRows[]): Promise<NameMatch[]> {
  const matches: NameMatch[] = [];
  for (let from = 0; from < names.length; from += NAMES) matches.push(...(await matchNames(tx, names.slice(from, from + NAMES))));
  return matches;
}

function summaryOf(names: readonly NamedRows[], matches: readonly NameMatch[], skipped: Map<Skipped, number>) {
  const missed: ImportReport['names'] = [];
  let matched = 0;
  for (const [at, { name, rows }] of names.entries()) {
    const match = itemAt(matches, at);
    if (typeof match === 'number') matched += rows;
    else {
      skipped.set(match, (skipped.get(match) ?? 0) + rows);
      missed.push({ name, why: match, rows });
    }
  }
  missed.sort((one, other) => other.rows - one.rows || (one.name < other.name ? -1 : 1));
  return { matched, species: new Set(matches.filter((match) => typeof match === 'number')).size, skipped, names: missed };
}

const number = new Intl.NumberFormat('en');

const REASONS: Record<Skipped, string> = {
  absent: 'absences',
  not_wild: 'captive, cultivated or fossil',
  no_name: 'without a name',
  no_day: 'without an exact day',
  no_place: 'without a place',
  vague_place: 'place known to less than 10 km',
  at_sea: 'outside any country',
  unknown: 'name not in the taxonomy',
  ambiguous: 'name of several species',
  above_species: 'above species; they count as effort only',
};
const MAX_NAMES = 10;

/** What an import did, line by line. */
export function reportLines(report: ImportReport): string[] {
  const { kind, read, matched, species, countries, skipped, names, changed } = report;
  const rows = kind === 'bar_chart' ? 'species in the bar chart' : 'records read';
  return [
    `${number.format(read)} ${rows}, ${number.format(matched)} counted: ${number.format(species)} species in ${countries.join(', ') || 'no country'}`,
    ...[...skipped].sort(([, one], [, other]) => other - one).map(([why, count]) => `${number.format(count)} skipped: ${REASONS[why]}`),
    ...names.slice(0, MAX_NAMES).map(({ name, why, rows: count }) => `  ${name} (${number.format(count)}): ${REASONS[why]}`),
    ...(names.length > MAX_NAMES ? [`  and ${number.format(names.length - MAX_NAMES)} more names`] : []),
    changed === 0
      ? `Nothing changed${matched > 0 ? ': these data were imported before' : ''}`
      : `${number.format(changed)} counts changed; the packs are ready`,
  ];
}

/** Why a file cannot be read, in one line; null for other errors. */
export function fileFaultMessage(error: Error): string | null {
  return error instanceof ImportStopped ? faultMessage(error.fault) : null;
}

interface NameToMatch {
  name: string;
  kingdom: string | null;
}

type NameMatch = number | 'unknown' | 'ambiguous' | 'above_species';

const kingdoms = sql`(values ${sql.join(KINGDOM_OF_GROUP.map(([group, kingdom]) => sql`(${group}::text, ${kingdom}::text)`))})`;

/**
 * The species of each name: a current taxon with that scientific name, else one with it as a synonym, in the kingdom of the row if it
 * has one. Names are read as in an import of a species list: without authors, in the writing of the codes.
 */
async function matchNames(tx: Tx, names: readonly NameToMatch[]): Promise<NameMatch[]> {
  const parsed = names.map(({ name }) => parseName(name).name);
  const { rows } = await sql<{ at: number; ids: number[]; is_above: boolean }>`
    with wanted as (
      select * from unnest(${parsed}::text[], ${names.map(({ kingdom }) => kingdom?.toLowerCase() ?? null)}::text[]) with ordinality as w (name, kingdom, at)
    ), candidates as (
      select w.at, t.id, t.taxon_group, w.kingdom, 1 as kind from wanted w join taxa t on t.scientific_name = w.name
      union all
      select w.at, t.id, t.taxon_group, w.kingdom, 2 from wanted w
      join taxon_names n on n.language = 'sci' and n.name = w.name join taxa t on t.id = n.taxon_id
    ), fitting as (
      select c.at, coalesce(${SPECIES}, -1) as species, ${isAboveSpecies(sql`t.rank`)} as is_above,
        rank() over (partition by c.at order by c.kind) as place
      from candidates c join taxa gone on gone.id = c.id join taxa t on t.id = coalesce(gone.accepted_id, gone.id)
      left join taxa p on p.id = t.parent_id and t.rank <> 'species'
      left join ${kingdoms} as k (taxon_group, kingdom) on k.taxon_group = t.taxon_group
      where not t.is_deleted and (c.kingdom is null or k.kingdom is null or lower(k.kingdom) = c.kingdom)
    )
    select at::integer, array_agg(distinct species) as ids, bool_and(is_above) as is_above from fitting where place = 1 group by at
  `.execute(tx);
  const matches: NameMatch[] = names.map(() => 'unknown');
  for (const { at, ids, is_above } of rows) matches[at - 1] = is_above ? 'above_species' : ids.length > 1 ? 'ambiguous' : itemAt(ids, 0);
  return matches;
}
