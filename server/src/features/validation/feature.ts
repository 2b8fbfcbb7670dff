import { sql } from 'kysely';
import type { Feature } from '../../http/feature.ts';
import type { Causes } from '../../http/pieces.ts';
import { eraseWords } from './erase.ts';
import { registerValidation, type ValidationNeeds } from './routes.ts';
import { mergeRules } from './rules.ts';
import { eraseValidators } from './validators.ts';

/** What the notifications of this feature are about. */
const causes: Causes = {
  // A decision, or the appointment of a validator.
  validation: {
    isThere: () => sql`(
      exists (select 1 from validations v where v.id = n.cause_id::uuid and v.undone_at is null)
      or exists (select 1 from validators a where a.id = n.cause_id::uuid and a.ended_at is null)
    )`,
  },
  question: {
    isThere: () => sql`exists (select 1 from record_questions q where q.id = n.cause_id::uuid and q.withdrawn_at is null)`,
    details: {
      column: 'question',
      value: () => sql`(
        select json_build_object('id', q.id, 'question', q.question, 'text', q.text, 'answer', q.answer, 'answer_text', q.answer_text)
        from record_questions q where q.id = n.cause_id::uuid
      )`,
    },
  },
};
const shown = { open: 204, obscured: 204, private: 204, other: 404 };

export const validation = {
  name: 'validation',
  tables: ['validators', 'validations', 'record_questions', 'validation_rules', 'validation_automatic'],
  register: registerValidation,
  erase: {
    private: [eraseValidators],
    everything: [eraseWords],
    keepsWithRecords: {
      'validations.user_id': 'who decided about the records of others stays in their log',
      'validations.reason': 'why somebody decided so is part of the decision',
      'validation_rules.user_id': 'who wrote a rule that records are checked by',
      'validation_rules.country_code': 'part of the rule',
      'validation_rules.area': 'part of the rule',
      'validation_rules.life_stages': 'part of the rule',
      'validation_rules.note': 'what a rule finds is understood only with it',
      'record_questions.user_id': 'who asked stays beside the answer',
      'record_questions.text': 'what the observer answered is readable only with it',
      'record_questions.answer_text': 'it is part of the record, which stays',
    },
  },
  causes,
  onMerged: mergeRules,
  removal: (records) => sql`
    decided as (delete from validations where observation_id ${records}),
    questioned as (delete from record_questions where observation_id ${records})`,
  routes: {
    'GET /api/observations/:id/validation': {
      access: {
        none: 401,
        user: { open: 200, obscured: 200, private: 200, other: 404 },
        owner: { deleted: 404, missing: 404, malformed: 404, other: 200 },
      },
      cost: { statements: 5 },
    },
    // By people who are validators of nothing.
    'PUT /api/observations/:id/validation/:decision': {
      access: {
        none: 401,
        user: { open: 403, obscured: 403, private: 403, other: 404 },
        owner: { deleted: 404, missing: 404, malformed: 404, other: 403 },
      },
      cost: { statements: 5 },
    },
    'PUT /api/observations/:id/questions/:question': {
      access: {
        none: 401,
        user: shown,
        owner: { deleted: 404, missing: 404, malformed: 404, other: 403 },
      },
      cost: { statements: 5 },
    },
    'DELETE /api/observations/:id/questions/:question': {
      access: {
        none: 401,
        user: shown,
        owner: { deleted: 404, missing: 404, malformed: 404, other: 403 },
      },
      cost: { statements: 5 },
    },
    // To a question that was never asked.
    'PUT /api/observations/:id/questions/:question/answer': {
      access: { none: 401, user: 404, owner: { other: 404 } },
      cost: { statements: 6 },
    },
    'GET /api/validation/queue': {
      access: { none: 401, user: 200 },
      // By an admin who is a validator of nothing.
      cost: { statements: 2, scans: { tables: ['taxa'], because: 'it names the taxa of a whole page' } },
    },
    'PUT /api/validation/batches/:id': { access: { none: 401, user: { malformed: 404, other: 200 } }, cost: { statements: 7 } },
    'DELETE /api/validation/batches/:id': { access: { none: 401, user: { malformed: 404, other: 204 } }, cost: { statements: 6 } },
    'GET /api/validation/rules': { access: { none: 401, user: 403, admin: 200 }, cost: { statements: 3 } },
    'PUT /api/validation/rules/:id': { access: { none: 401, user: 403, admin: 204 }, cost: { statements: 8 } },
    'DELETE /api/validation/rules/:id': { access: { none: 401, user: { malformed: 404, other: 204 } }, cost: { statements: 4 } },
    'GET /api/validation/automatic': { access: { none: 401, user: 403, admin: 200 }, cost: { statements: 2 } },
    'PUT /api/validation/automatic': { access: { none: 401, user: 403, admin: 204 }, cost: { statements: 2 } },
    'GET /api/validation/validators': { access: { none: 401, user: 403, admin: 200 }, cost: { statements: 2 } },
    'PUT /api/validation/validators/:id': { access: { none: 401, user: 403, admin: 204 }, cost: { statements: 8 } },
    'DELETE /api/validation/validators/:id': {
      access: {
        none: 401,
        user: { open: 403, other: 404 },
        admin: { open: 204, other: 404 },
        owner: { open: 204, other: 404 },
      },
      cost: { statements: 5 },
    },
  },
} satisfies Feature<ValidationNeeds>;
