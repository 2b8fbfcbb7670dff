import { z } from 'zod/mini';
import { MAX_POLYGON_CORNERS } from '../explore/record-filter.ts';
import { route } from '../route.ts';
import { CountryCode, Cursor, DeviceMadeId, NumberText, TaxonGroup, Uuid } from '../vocabulary.ts';

/** The most fields of one validator. */
export const MAX_FIELDS_EACH = 30;
const Corner = z.tuple([z.number().check(z.gte(-180), z.lte(180)), z.number().check(z.gte(-90), z.lte(90))]);
/** The corners of a polygon in degrees (WGS 84), as longitude and latitude; it closes itself. */
export const FieldArea = z.array(Corner).check(z.minLength(3), z.maxLength(MAX_POLYGON_CORNERS));
export type FieldArea = z.infer<typeof FieldArea>;

/** The records that a validator decides about: those for which all of it holds. What is null does not narrow it. */
export const ValidatorField = z
  .object({
    group: z.nullable(TaxonGroup),
    country: z.nullable(CountryCode),
    area: z.nullable(FieldArea),
    /** Days on which the records were made. */
    from: z.nullable(z.iso.date()),
    to: z.nullable(z.iso.date()),
    project_id: z.nullable(Uuid),
  })
  .check(z.refine(({ from, to }) => from === null || to === null || from <= to, { path: ['to'], error: 'date_order' }));
export type ValidatorField = z.infer<typeof ValidatorField>;

export const Validator = z.object({
  id: DeviceMadeId,
  user: z.object({ id: Uuid, name: z.string() }),
  field: ValidatorField,
  project_name: z.nullable(z.string()),
  appointed_by: z.nullable(z.string()),
  created_at: z.string(),
});
export type Validator = z.infer<typeof Validator>;

export const listValidators = route({
  method: 'GET',
  path: '/api/validation/validators',
  summary:
    'The validators by name: all for admins, with `project_id` those of a project for its organisers, and with `mine` the own fields',
  query: z.object({
    project_id: z.optional(Uuid),
    mine: z.optional(z.enum(['0', '1'])),
    cursor: z.optional(Cursor),
    limit: z.optional(z.pipe(NumberText, z.int().check(z.gte(1), z.lte(100)))),
  }),
  replies: { 200: z.object({ data: z.array(Validator), next_cursor: z.nullable(z.string()) }) },
});

export const putValidator = route({
  method: 'PUT',
  path: '/api/validation/validators/:id',
  summary:
    'Appoint somebody as validator: as admin for any records, as organiser for those of the project. Repeating the request changes nothing; 409 for an id in use with other content',
  params: z.object({ id: DeviceMadeId }),
  body: z.object({ user_id: Uuid, field: ValidatorField }),
  replies: { 204: null },
});

export const deleteValidator = route({
  method: 'DELETE',
  path: '/api/validation/validators/:id',
  summary: 'End an appointment, as who may make it or as the validator. What was decided stays. Repeating the request changes nothing',
  params: z.object({ id: DeviceMadeId }),
  replies: { 204: null },
});
