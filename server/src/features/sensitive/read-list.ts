import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { scheduler } from 'node:timers/promises';
import {
  CountryCode,
  listMonthRuns,
  MAX_LINE_FAULTS,
  MAX_SENSITIVE_RULES,
  OBSCURING_GRIDS_KM,
  type ObscuringGrid,
  SensitiveRule,
  type SensitiveLineFault,
} from '@veld/contract';
import { CsvError, parse } from 'csv-parse';
import { stringify } from 'csv-stringify/sync';
import { sql } from 'kysely';
import { z } from 'zod/mini';
import type { Tx } from '../../db/open.ts';
import { invalid } from '../../http/fault.ts';
import { parseName } from '../taxa/import/values/names/parse.ts';
import { aboutKey, type RuleRow } from './store.ts';

/*
 * A list of sensitive taxa as a table: what one server exports, another imports. Columns can stand in any order; `scientific_name` or
 * `taxon_id`, and `reason` have to be there.
 */

const COLUMNS = ['scientific_name', 'taxon_id', 'country', 'area', 'area_name', 'months', 'grid_km', 'reason'] as const;
type Column = (typeof COLUMNS)[number];

/** In `grid_km`: others see no place at all. */
const NO_PLACE = 'hidden';

type Rule = z.infer<typeof SensitiveRule>;

interface Line {
  number: number;
  values: Record<Column, string>;
}

export interface ReadList {
  rules: RuleRow[];
  faults: SensitiveLineFault[];
}

/** The most lines of a file: some can name taxa that this server does not know. */
const MAX_LINES = 2 * MAX_SENSITIVE_RULES;

/** So many bytes of a file are read, and so many lines are understood, before other requests have their turn: a few milliseconds. */
const PIECE_LENGTH = 16_384;
const LINES_AT_ONCE = 100;

async function* inTurns<T>(all: readonly T[]): AsyncGenerator<[at: number, T]> {
  for (const entry of all.entries()) {
    if (entry[0] % LINES_AT_ONCE === 0) await scheduler.yield();
    yield entry;
  }
}

/** The rules of a file, and what is wrong with its lines. Lines with a fault give no rule. Throws 422 for more than `MAX_LINES` lines. */
export async function readList(tx: Tx, csv: string): Promise<ReadList> {
  const lines = await readLines(csv);
  if (!lines) return { rules: [], faults: [{ line: 1, fault: 'no_name', value: csv.slice(0, 100).split('\n', 1)[0] ?? '' }] };
  const taxa = await findTaxa(tx, lines);
  const rules = new Map<string, RuleRow>();
  const faults: SensitiveLineFault[] = [];
  for await (const [at, line] of inTurns(lines)) {
    const read = readLine(line, taxa[at]!);
    if ('fault' in read) {
      faults.push(read);
      continue;
    }
    const key = aboutKey(read);
    if (rules.has(key)) faults.push({ line: line.number, fault: 'twice', value: line.values.scientific_name || line.values.taxon_id });
    else rules.set(key, { id: idOf(key), ...read });
  }
  return { rules: [...rules.values()], faults };
}

/** What a rule is about gives its id, so that the same list gives the same ids on every server and in every repetition. */
function idOf(key: string): string {
  const hex = createHash('sha256').update(`sensitive taxon\n${key}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

interface CsvRow {
  record: string[];
  info: { lines: number };
}

async function* piecesOf(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += PIECE_LENGTH) {
    await scheduler.yield();
    yield bytes.subarray(at, at + PIECE_LENGTH);
  }
}

/** Null if the first line has no titles, or if it is no table. */
async function readLines(csv: string): Promise<Line[] | null> {
  const [first = ''] = csv.split('\n', 1);
  const delimiter = [',', ';', '\t'].toSorted((one, other) => first.split(other).length - first.split(one).length)[0]!;
  const parser = parse({ delimiter, bom: true, info: true, relax_column_count: true, relax_quotes: true });
  const rows: CsvRow[] = [];
  try {
    for await (const row of Readable.from(piecesOf(csv)).pipe(parser) as AsyncIterable<CsvRow>) {
      if (row.record.every((cell) => cell.trim() === '')) continue;
      rows.push(row);
      // The titles are one more.
      if (rows.length > MAX_LINES + 1) throw invalid('csv', 'rules_limit');
    }
  } catch (error) {
    if (error instanceof CsvError) return null;
    throw error;
  }
  const [titles, ...others] = rows;
  const columns = (titles?.record ?? []).map(titleOf);
  if (!columns.includes('scientific_name') && !columns.includes('taxon_id')) return null;
  return others.map(({ record, info }) => ({
    number: info.lines,
    values: Object.fromEntries(COLUMNS.map((name) => [name, (record[columns.indexOf(name)] ?? '').trim()])) as Line['values'],
  }));
}

/** `Scientific name` and Darwin Core's `scientificName` are the same column. */
function titleOf(title: string): string {
  return title
    .trim()
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
}

type FoundTaxon = number | 'unknown_name' | 'ambiguous_name' | 'unknown_id' | 'no_name';

/** The current taxa of lines, by their id, else by their name as an accepted one, else as a synonym. */
async function findTaxa(tx: Tx, lines: readonly Line[]): Promise<FoundTaxon[]> {
  const given = lines.map(({ values }) => values.taxon_id);
  const ids = given.map((id) => (/^\d{1,9}$/.test(id) ? Number(id) : null));
  const names: (string | null)[] = [];
  for await (const [at, { values }] of inTurns(lines))
    names.push(given[at] === '' && values.scientific_name !== '' ? parseName(values.scientific_name).name : null);
  const { rows } = await sql<{ at: number; ids: number[] }>`
    with wanted as (
      select * from unnest(${ids}::integer[], ${names}::text[]) with ordinality as w (id, name, at)
    ), candidates as (
      select w.at, t.id, 1 as kind from wanted w join taxa t on t.id = w.id
      union all select w.at, t.id, 1 from wanted w join taxa t on t.scientific_name = w.name
      union all select w.at, n.taxon_id, 2 from wanted w join taxon_names n on n.language = 'sci' and n.name = w.name
    ), fitting as (
      select c.at, t.id, rank() over (partition by c.at order by c.kind) as place
      from candidates c join taxa gone on gone.id = c.id join taxa t on t.id = coalesce(gone.accepted_id, gone.id) where not t.is_deleted
    )
    select at::integer, array_agg(distinct id) as ids from fitting where place = 1 group by at
  `.execute(tx);
  const byLine = new Map(rows.map((row) => [row.at - 1, row.ids]));
  return lines.map(({ values }, at) => {
    const [id, other] = byLine.get(at) ?? [];
    if (id !== undefined) return other === undefined ? id : 'ambiguous_name';
    return values.taxon_id !== '' ? 'unknown_id' : values.scientific_name === '' ? 'no_name' : 'unknown_name';
  });
}

function readLine({ number, values }: Line, taxon: FoundTaxon): Rule | SensitiveLineFault {
  const wrong = (fault: SensitiveLineFault['fault'], value: string) => ({ line: number, fault, value: value.slice(0, 100) });
  if (typeof taxon === 'string') return wrong(taxon, values.taxon_id || values.scientific_name);
  const country = values.country.toUpperCase();
  if (country !== '' && !z.safeParse(CountryCode, country).success) return wrong('country', values.country);
  const months = readMonths(values.months);
  if (!months) return wrong('months', values.months);
  const grid = readGrid(values.grid_km);
  if (grid === undefined) return wrong('grid', values.grid_km);
  if (values.reason === '') return wrong('reason', '');
  const area = readJson(values.area);
  const rule = {
    taxon_id: taxon,
    country_code: country || null,
    area,
    area_name: values.area_name || null,
    months,
    grid_km: grid,
    reason: values.reason,
  };
  const checked = z.safeParse(SensitiveRule, rule);
  if (checked.success) return checked.data;
  const [field] = checked.error.issues[0]?.path ?? [];
  return field === 'reason' || field === 'area_name' ? wrong('reason', values[field]) : wrong('area', values.area);
}

/** `3-7`, `11-2` or `3,5;9-10`; nothing for the whole year. Null if it is something else. */
function readMonths(value: string): number[] | null {
  const months = new Set<number>();
  for (const part of value.split(/[,;\s]+/).filter(Boolean)) {
    const [, first, last = first] = /^(\d{1,2})(?:[-–](\d{1,2}))?$/.exec(part) ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (![from, to].every((month) => month >= 1 && month <= 12)) return null;
    for (let month = from; ; month = (month % 12) + 1) {
      months.add(month);
      if (month === to) break;
    }
  }
  return [...months].toSorted((one, other) => one - other);
}

/** A width, taken as the next of the grids that there are; undefined if it is wider than all of them, or nothing. */
function readGrid(value: string): ObscuringGrid | null | undefined {
  if (value.toLowerCase() === NO_PLACE) return null;
  const width = /^\d+(\.\d+)?$/.test(value) ? Number(value) : NaN;
  return width > 0 ? OBSCURING_GRIDS_KM.find((grid) => grid >= width) : undefined;
}

/** Not JSON is an area that the schema refuses. */
function readJson(value: string): unknown {
  if (value === '') return null;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** At most `MAX_LINE_FAULTS`; those after them are only counted. */
export const firstFaults = (faults: readonly SensitiveLineFault[]) => faults.slice(0, MAX_LINE_FAULTS);

/** Rules as a table. */
export function writeList(rules: readonly (Rule & { scientific_name: string })[]): string {
  const rows = rules.map((rule): Record<Column, string> => ({
    scientific_name: rule.scientific_name,
    taxon_id: String(rule.taxon_id),
    country: rule.country_code ?? '',
    area: rule.area ? JSON.stringify(rule.area) : '',
    area_name: rule.area_name ?? '',
    months: listMonthRuns(rule.months)
      .map(([first, last]) => (first === last ? String(first) : `${first}-${last}`))
      .join(';'),
    grid_km: rule.grid_km === null ? NO_PLACE : String(rule.grid_km),
    reason: rule.reason,
  }));
  // A value must not be a formula in a spreadsheet.
  return stringify(rows, { header: true, columns: [...COLUMNS], escape_formulas: true });
}
