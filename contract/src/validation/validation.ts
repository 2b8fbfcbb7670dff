import { z } from 'zod/mini';
import { route } from '../route.ts';
import { DeviceMadeId, Uuid } from '../vocabulary.ts';
import { Answer, Question, ValidationState } from './states.ts';

/** The most decisions and questions of a record that an answer has, the latest ones. */
export const MAX_LOGGED = 50;
/** Limits of one person and record. */
export const MAX_DECISIONS_EACH = 50;
export const MAX_QUESTIONS_EACH = 10;

const Person = z.object({ id: Uuid, name: z.string(), is_former: z.optional(z.literal(true)) });

export const LoggedDecision = z.object({
  id: DeviceMadeId,
  /** Null for a rule of the server, and for somebody with whom the caller has a block. */
  user: z.nullable(Person),
  is_automatic: z.boolean(),
  state: ValidationState,
  reason: z.string(),
  /** Taken back with the others of its batch. */
  is_undone: z.boolean(),
  /** Null for others if the record hides its place (docs/decisions/0016-coordinates-and-geoprivacy.md). */
  created_at: z.nullable(z.string()),
});
export type LoggedDecision = z.infer<typeof LoggedDecision>;

export const AskedQuestion = z.object({
  id: DeviceMadeId,
  user: z.nullable(Person),
  question: Question,
  text: z.string(),
  is_validators: z.boolean(),
  created_at: z.nullable(z.string()),
  answer: z.nullable(z.object({ answer: Answer, text: z.string(), answered_at: z.nullable(z.string()) })),
});
export type AskedQuestion = z.infer<typeof AskedQuestion>;

export const RecordValidation = z.object({
  state: ValidationState,
  /** The observer changed its taxon, date or place after the last decision. */
  is_reopened: z.boolean(),
  /** What validators decided, the latest first; in no meaningful order for others if the record hides its place. */
  decisions: z.array(LoggedDecision),
  questions: z.array(AskedQuestion),
  /** For who may decide about it, what a decision is about; null for everybody else. */
  basis: z.nullable(z.string()),
});
export type RecordValidation = z.infer<typeof RecordValidation>;

export const getValidation = route({
  method: 'GET',
  path: '/api/observations/:id/validation',
  summary: 'What validators say of a record, with the questions to its observer',
  params: z.object({ id: DeviceMadeId }),
  replies: { 200: z.object({ data: RecordValidation }) },
});
