import { z } from 'zod/mini';
import { itemAt } from '../keys.ts';
import { PlaceGeometry } from '../place-geometry.ts';
import { OBSCURING_GRIDS_KM } from '../places.ts';
import { route } from '../route.ts';
import { CountryCode, Cursor, NumberText, TaxonId, TaxonIdText, text, Uuid } from '../vocabulary.ts';

/** Reasons that the app says in the language of the reader. Any other reason is shown as it was written. */
export const SENSITIVE_REASONS = ['disturbance', 'persecution', 'collecting', 'trade', 'breeding', 'law'] as const;

/** How many rules a server has at most. */
export const MAX_SENSITIVE_RULES = 10_000;

/** What a rule of the list of sensitive taxa says: where and when a taxon, and all below it, hides its place (decision 0080). */
const ruleShape = {
  taxon_id: TaxonId,
  /** Null for everywhere, or where `area` is given. */
  country_code: z.nullable(CountryCode),
  /** A part of the world. */
  area: z.nullable(PlaceGeometry.check(z.refine(({ type }) => type === 'Polygon', { error: 'shape_size' }))),
  area_name: z.nullable(text(120)),
  /** 1 to 12; empty for the whole year. */
  months: z.array(z.int().check(z.gte(1), z.lte(12))).check(z.maxLength(12)),
  /** How wide the area is that others see, in kilometres; null if they see no place at all. */
  grid_km: z.nullable(z.literal(OBSCURING_GRIDS_KM)),
  /** One of `SENSITIVE_REASONS`, or words. */
  reason: text(300).check(z.minLength(1)),
};

export const SensitiveRule = z.object(ruleShape);
export type SensitiveRule = z.infer<typeof SensitiveRule>;

/** A rule in the list of the administration. */
export const ListedRule = z.object({
  id: Uuid,
  ...ruleShape,
  taxon: z.object({ name: z.string(), scientific_name: z.string(), rank: z.string() }),
});
export type ListedRule = z.infer<typeof ListedRule>;

export const listTaxonRules = route({
  method: 'GET',
  path: '/api/sensitive-taxa/:taxonId',
  summary: 'Where and when records of a taxon hide their places, by the rules for it and for the taxa above it',
  params: z.object({ taxonId: TaxonIdText }),
  replies: { 200: z.object({ data: z.array(z.omit(SensitiveRule, { taxon_id: true })) }) },
});

export const listSensitiveRules = route({
  method: 'GET',
  path: '/api/admin/sensitive-taxa',
  summary:
    'As admin, the list of sensitive taxa by scientific name, a page at a time; `due` is how many taxa have records to be looked at again',
  query: z.object({
    /** Part of a name. */
    search: z.optional(text(100)),
    cursor: z.optional(Cursor),
    limit: z.optional(z.pipe(NumberText, z.int().check(z.gte(1), z.lte(200)))),
  }),
  replies: {
    200: z.object({ data: z.array(ListedRule), total: z.int(), due: z.int(), next_cursor: z.nullable(z.string()) }),
  },
});

export const putSensitiveRule = route({
  method: 'PUT',
  path: '/api/admin/sensitive-taxa/:id',
  summary: 'As admin, add a rule or change it. 409 if another rule is about the same taxon, area and months',
  params: z.object({ id: Uuid }),
  body: SensitiveRule,
  replies: { 204: null },
});

export const deleteSensitiveRule = route({
  method: 'DELETE',
  path: '/api/admin/sensitive-taxa/:id',
  summary: 'As admin, remove a rule; the records that only it hid become open in steps',
  params: z.object({ id: Uuid }),
  replies: { 204: null },
});

export const SENSITIVE_IMPORT_LENGTH = 700_000;

/** What is wrong with a line of an imported list. */
export const SENSITIVE_LINE_FAULTS = [
  'no_name',
  'unknown_name',
  'ambiguous_name',
  'unknown_id',
  'country',
  'area',
  'months',
  'grid',
  'reason',
  'twice',
] as const;
const LineFault = z.object({
  /** In the file, from 1. */
  line: z.int(),
  fault: z.enum(SENSITIVE_LINE_FAULTS),
  /** What the line has there. */
  value: z.string(),
});
export type SensitiveLineFault = z.infer<typeof LineFault>;

/** How many faults of a file are reported. */
export const MAX_LINE_FAULTS = 200;

export const SensitiveImport = z.object({
  added: z.int(),
  changed: z.int(),
  same: z.int(),
  removed: z.int(),
  faults: z.array(LineFault),
  fault_count: z.int(),
});
export type SensitiveImport = z.infer<typeof SensitiveImport>;

export const importSensitiveRules = route({
  method: 'POST',
  path: '/api/admin/sensitive-taxa/import',
  summary:
    'As admin, read a list of sensitive taxa as CSV. A dry run, and a file with faults, change nothing. With `replaces`, rules that the file lacks are removed. Repeating an import changes nothing',
  body: z.object({
    csv: z.string().check(z.minLength(1), z.maxLength(SENSITIVE_IMPORT_LENGTH)),
    is_dry_run: z.boolean(),
    replaces: z.boolean(),
    /** Leaves out the lines whose names are not found, instead of refusing the file. */
    skips_unknown: z.boolean(),
  }),
  replies: { 200: z.object({ data: SensitiveImport }) },
});

export const exportSensitiveRules = route({
  method: 'GET',
  path: '/api/admin/sensitive-taxa/export',
  summary: 'As admin, the list of sensitive taxa as CSV, in the form in which it is imported',
  replies: { 200: z.string() },
  replyType: 'text/csv',
});

/** The first month of each run of months, and the last: `[3, 4, 5, 8]` is March to May, and August, and December goes on with January. */
export function listMonthRuns(months: readonly number[]): [first: number, last: number][] {
  const runs: [number, number][] = [];
  for (const month of months.toSorted((one, other) => one - other)) {
    const run = runs.at(-1);
    if (run && run[1] === month - 1) run[1] = month;
    else runs.push([month, month]);
  }
  if (runs.length > 1 && itemAt(runs, 0)[0] === 1 && itemAt(runs, -1)[1] === 12) {
    const [from] = itemAt(runs.splice(-1), 0);
    itemAt(runs, 0)[0] = from;
  }
  return runs;
}
