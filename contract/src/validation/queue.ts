import { z } from 'zod/mini';
import { recordFilter } from '../explore/record-filter.ts';
import { RecordIdentifications } from '../identifications.ts';
import { PublicObservation } from '../observations.ts';
import { route } from '../route.ts';
import { Cursor, DeviceMadeId, NumberText } from '../vocabulary.ts';
import { Basis } from './writes.ts';

/**
 * What the server finds about a record for its validators: the species is not on the country's list, never found near there, not found
 * there in that season; an unusual count; people differ; it has no name. And what rules of validators say: more than a maximum, without
 * a description, always to be asked about, not to be expected in that place, month or stage.
 */
export const FINDINGS = [
  'not_listed',
  'never_here',
  'out_of_season',
  'unusual_count',
  'disputed',
  'no_name',
  'maximum',
  'description',
  'ask',
  'unexpected',
] as const;

export const Finding = z.object({
  kind: z.enum(FINDINGS),
  /** The maximum of a rule, or the highest of the latest counts. */
  number: z.nullable(z.int()),
  /** What the validator who wrote the rule says. */
  note: z.string(),
});
export type Finding = z.infer<typeof Finding>;

/** A record for its validators, with what is to be checked first. */
export const RecordToValidate = z.extend(PublicObservation, {
  opinions: RecordIdentifications,
  basis: Basis,
  findings: z.array(Finding),
  /** The observer has answered the last question of a validator. */
  is_answered: z.boolean(),
});
export type RecordToValidate = z.infer<typeof RecordToValidate>;

export const MAX_TO_VALIDATE = 100;
/** They are counted up to this number. */
export const MAX_TO_VALIDATE_COUNT = 1000;

export const listToValidate = route({
  method: 'GET',
  path: '/api/validation/queue',
  summary:
    'Records of others about which the caller may decide, with what the server finds about each, the last received first: the unverified ones unless `validation` says otherwise. The first page also has the number of them',
  query: z.extend(recordFilter, {
    cursor: z.optional(Cursor),
    limit: z.optional(z.pipe(NumberText, z.int().check(z.gte(1), z.lte(MAX_TO_VALIDATE)))),
  }),
  replies: {
    200: z.object({
      data: z.array(RecordToValidate),
      next_cursor: z.nullable(z.string()),
      /** `is_minimum`: there are more than were counted. Null after the first page. */
      total: z.nullable(z.object({ count: z.int(), is_minimum: z.boolean() })),
      /** Whether the caller is a validator of anything. */
      is_validator: z.boolean(),
    }),
  },
});

export const MAX_BATCH = 100;
/** What a batch can say: only what is good of what is common. */
export const BATCH_STATES = ['plausible', 'accepted', 'accepted_by_evidence'] as const;

const Batch = z.object({ id: DeviceMadeId });

export const putBatch = route({
  method: 'PUT',
  path: '/api/validation/batches/:id',
  summary:
    'As validator, accept records in one request. Those that changed since, or about which the caller may not decide, are left out. Repeating the request changes nothing, and gives the same answer',
  params: Batch,
  body: z.object({
    records: z
      .array(z.object({ id: DeviceMadeId, basis: Basis, state: z.enum(BATCH_STATES) }))
      .check(z.minLength(1), z.maxLength(MAX_BATCH)),
  }),
  replies: { 200: z.object({ data: z.object({ decided: z.array(DeviceMadeId) }) }) },
});

export const deleteBatch = route({
  method: 'DELETE',
  path: '/api/validation/batches/:id',
  summary:
    'Take a batch of the caller back: each record gets what stood before, unless something else was decided since. Repeating the request changes nothing',
  params: Batch,
  replies: { 204: null },
});
