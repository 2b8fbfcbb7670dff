import { randomUUID } from 'node:crypto';
import type { BodyOf, putRule, putValidator } from '@veld/contract';
import { type Case, type CasesOf, idWithoutObject, json, ofRow, plain } from '../../testing/cases.ts';
import { TAXA } from '../../testing/records.ts';
import { records } from '../observations/feature.cases.ts';
import type { validation as feature } from './feature.ts';

const anyId: Case = {
  states: ['missing', 'malformed'],
  make: (_world, state) => Promise.resolve(idWithoutObject(state) ?? randomUUID()),
};
const NO_FIELD = { group: null, country: null, area: null, from: null, to: null, project_id: null };
const at = (path: (id: string) => string, body?: unknown) => ({
  ...records,
  request: (_world: unknown, id: string) => ({ path: path(id), ...(body === undefined ? {} : { body }) }),
});

export const cases: CasesOf<typeof feature> = {
  'GET /api/observations/:id/validation': at((id) => `/api/observations/${id}/validation`),
  'PUT /api/observations/:id/validation/:decision': {
    ...at((id) => `/api/observations/${id}/validation/${randomUUID()}`, { state: 'accepted', reason: '', basis: 'some' }),
    budget: { isRefused: 'the caller is a validator of nothing' },
  },
  'PUT /api/observations/:id/questions/:question': {
    ...at((id) => `/api/observations/${id}/questions/${randomUUID()}`, { question: 'count', text: '', as_validator: false }),
    budget: { body: (large) => ({ ...large, as_validator: false }) },
  },
  'DELETE /api/observations/:id/questions/:question': at((id) => `/api/observations/${id}/questions/${randomUUID()}`),
  'PUT /api/observations/:id/questions/:question/answer': at((id) => `/api/observations/${id}/questions/${randomUUID()}/answer`, {
    answer: 'yes',
    text: '',
  }),
  'GET /api/validation/queue': plain,
  'PUT /api/validation/batches/:id': {
    ...anyId,
    request: () => ({ body: { records: [{ id: randomUUID(), basis: 'some', state: 'accepted' }] } }),
  },
  'DELETE /api/validation/batches/:id': anyId,
  'GET /api/validation/rules': plain,
  'PUT /api/validation/rules/:id': {
    request: () => ({
      path: `/api/validation/rules/${randomUUID()}`,
      body: {
        kind: 'ask',
        taxon_id: TAXA.kingfisher.id,
        country: null,
        area: null,
        months: [],
        life_stages: [],
        maximum: null,
        note: '',
      } satisfies BodyOf<typeof putRule>,
    }),
    budget: { body: (large, { taxon_id }) => ({ ...large, kind: 'maximum', maximum: 1_000_000, taxon_id }) },
  },
  'DELETE /api/validation/rules/:id': anyId,
  'GET /api/validation/automatic': plain,
  'PUT /api/validation/automatic': json({ is_on: false, share: 0.3, observer_records: 20 }),
  'GET /api/validation/validators': plain,
  'PUT /api/validation/validators/:id': {
    request: ({ anna }) => ({
      path: `/api/validation/validators/${randomUUID()}`,
      body: { user_id: anna.user.id, field: NO_FIELD } satisfies BodyOf<typeof putValidator>,
    }),
    budget: {
      body: (large, { user_id }) => ({ ...large, user_id, field: { ...(large.field as object), project_id: null } }),
      isRefused: 'after 30 appointments of one person',
    },
  },
  'DELETE /api/validation/validators/:id': ofRow(({ veld }, id, userId) =>
    veld.db.insertInto('validators').values({ id, user_id: userId }).execute(),
  ),
};
