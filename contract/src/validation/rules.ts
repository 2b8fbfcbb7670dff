import { z } from 'zod/mini';
import { LIFE_STAGES } from '../attributes.ts';
import { route } from '../route.ts';
import { TaxonSummary } from '../taxa.ts';
import { CountryCode, Cursor, DeviceMadeId, NumberText, TaxonId, TaxonIdText, text } from '../vocabulary.ts';
import { FieldArea } from './validators.ts';
import { MAX_VALIDATION_TEXT } from './writes.ts';

/** `maximum`: a higher count. `description`: it needs notes. `ask`: always. `unexpected`: not there, in those months or of that stage. */
export const RULE_KINDS = ['maximum', 'description', 'ask', 'unexpected'] as const;
/** The most rules of a server. */
export const MAX_RULES = 10_000;

export const RuleDraft = z
  .object({
    kind: z.enum(RULE_KINDS),
    /** With the taxa below it. */
    taxon_id: TaxonId,
    country: z.nullable(CountryCode),
    area: z.nullable(FieldArea),
    /** 1 to 12; empty for all. */
    months: z.array(z.int().check(z.gte(1), z.lte(12))).check(z.maxLength(12)),
    /** Empty for all. */
    life_stages: z.array(z.enum(LIFE_STAGES)).check(z.maxLength(LIFE_STAGES.length)),
    maximum: z.nullable(z.int().check(z.gte(1), z.lte(1_000_000))),
    /** Shown with what the rule finds. */
    note: text(MAX_VALIDATION_TEXT),
  })
  .check(z.refine(({ kind, maximum }) => (kind === 'maximum') === (maximum !== null), { path: ['maximum'], error: 'required' }));
export type RuleDraft = z.infer<typeof RuleDraft>;

export const Rule = z.object({
  id: DeviceMadeId,
  rule: RuleDraft,
  taxon: z.nullable(TaxonSummary),
  author: z.nullable(z.string()),
  /** Whether the caller may end it. */
  is_editable: z.boolean(),
});
export type Rule = z.infer<typeof Rule>;

export const listRules = route({
  method: 'GET',
  path: '/api/validation/rules',
  summary: 'As validator or admin, the rules by which records are checked, the latest first; of a taxon with those above it',
  query: z.object({
    taxon_id: z.optional(TaxonIdText),
    cursor: z.optional(Cursor),
    limit: z.optional(z.pipe(NumberText, z.int().check(z.gte(1), z.lte(100)))),
  }),
  replies: { 200: z.object({ data: z.array(Rule), next_cursor: z.nullable(z.string()) }) },
});

export const putRule = route({
  method: 'PUT',
  path: '/api/validation/rules/:id',
  summary:
    'As admin, or as validator for taxa and places of the own fields, write a rule. Repeating the request changes nothing; 409 for an id in use with other content',
  params: z.object({ id: DeviceMadeId }),
  body: RuleDraft,
  replies: { 204: null },
});

export const deleteRule = route({
  method: 'DELETE',
  path: '/api/validation/rules/:id',
  summary: 'End a rule, as who may write it. An unknown one counts as ended',
  params: z.object({ id: DeviceMadeId }),
  replies: { 204: null },
});
