import { z } from 'zod/mini';
import { route } from '../route.ts';
import { DeviceMadeId, text } from '../vocabulary.ts';
import { Answer, DECISIONS, Question } from './states.ts';

/* Apart from `validation.ts`, because the outbox has this in the first load of the app. */

/** Limit in characters of a reason, a question and an answer. */
export const MAX_VALIDATION_TEXT = 500;

/** Stands for the taxon, date and place of a record as others see them: a decision is about these alone. */
export const Basis = z.string().check(z.minLength(1), z.maxLength(64));

const About = z.object({ id: DeviceMadeId, decision: DeviceMadeId });
const Asked = z.object({ id: DeviceMadeId, question: DeviceMadeId });

export const putDecision = route({
  method: 'PUT',
  path: '/api/observations/:id/validation/:decision',
  summary:
    'As validator, decide about a record of someone else. Repeating the request changes nothing; 403 without the right for this record, or for an own one; 409 if its taxon, date or place are no longer those of `basis`, or for an id in use with other content',
  params: About,
  body: z.object({ state: z.enum(DECISIONS), reason: text(MAX_VALIDATION_TEXT), basis: Basis }),
  replies: { 204: null },
});

export const putQuestion = route({
  method: 'PUT',
  path: '/api/observations/:id/questions/:question',
  summary:
    'Ask the observer of a record something. Anybody who sees the record can ask; `as_validator` also makes it `asked`, and needs the right to decide about it. Repeating the request changes nothing; 409 for an id in use with other content',
  params: Asked,
  body: z
    .object({ question: Question, text: text(MAX_VALIDATION_TEXT), as_validator: z.boolean() })
    .check(z.refine(({ question, text: words }) => question !== 'other' || words.trim() !== '', { path: ['text'], error: 'required' })),
  replies: { 204: null },
});

export const withdrawQuestion = route({
  method: 'DELETE',
  path: '/api/observations/:id/questions/:question',
  summary: 'Withdraw a question of the caller that is not answered. An unknown one counts as withdrawn, and cannot be asked any more',
  params: Asked,
  replies: { 204: null },
});

export const putAnswer = route({
  method: 'PUT',
  path: '/api/observations/:id/questions/:question/answer',
  summary:
    'As observer, answer a question about an own record, or change the answer. Repeating the request changes nothing. 404 for a question that was withdrawn',
  params: Asked,
  body: z
    .object({ answer: Answer, text: text(MAX_VALIDATION_TEXT) })
    .check(z.refine(({ answer, text: words }) => answer !== 'text' || words.trim() !== '', { path: ['text'], error: 'required' })),
  replies: { 204: null },
});
