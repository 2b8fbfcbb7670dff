import { sql } from 'kysely';
import type { Feature } from '../../http/feature.ts';
import type { Causes } from '../../http/pieces.ts';
import { insertDue } from '../observations/ledger.ts';
import { eraseReviews, eraseVotes } from './votes.ts';
import { eraseIdentifications } from './write.ts';
import { type IdentificationNeeds, registerIdentifications } from './routes.ts';

/** What the notifications of this feature are about. */
const causes: Causes = {
  identification: {
    isThere: () => sql`exists (
      select 1 from identifications i where i.id = n.cause_id::uuid and i.withdrawn_at is null and i.hidden_by_moderator_at is null
    )`,
  },
  vote: {
    isThere: () => sql`exists (
      select 1 from record_votes v
      where v.observation_id = n.observation_id and v.user_id = n.actor_id and v.topic = n.facts ->> 'vote' and v.agrees = false
    )`,
  },
};

const NAMES_TAXA = { scans: { tables: ['taxa'], because: 'it names the taxa of up to 2,000 identifications' } } as const;

const SEEN_BY_ALL = {
  none: 401,
  user: { open: 200, obscured: 200, private: 200, other: 404 },
  owner: { deleted: 404, missing: 404, malformed: 404, other: 200 },
} as const;
const STORED_BY_ALL = {
  none: 401,
  user: { open: 204, obscured: 204, private: 204, other: 404 },
  owner: { deleted: 404, missing: 404, malformed: 404, other: 204 },
} as const;

export const identifications = {
  name: 'identifications',
  tables: ['identifications', 'record_votes', 'reviewed_records'],
  register: registerIdentifications,
  erase: {
    private: [eraseReviews],
    everything: [eraseIdentifications, eraseVotes],
    keepsWithRecords: {
      'identifications.user_id': 'what was said about the records of others stays',
      'record_votes.user_id': 'one vote of each person counts',
      'record_votes.topic': 'a choice',
      'record_votes.value': 'a choice',
      'record_votes.reason': 'why somebody votes so is part of the vote',
      'record_votes.about': 'a hash of what the observer said',
      'identifications.comment': 'why somebody names a record so is part of the identification',
    },
  },
  causes,
  removal: (records) => sql`
    voted as (delete from record_votes where observation_id ${records}),
    reviewed as (delete from reviewed_records where observation_id ${records}),
    identified as (delete from identifications where observation_id ${records} returning user_id),
    due as (${insertDue(sql`select distinct user_id from identified`)})`,
  routes: {
    'GET /api/identifications/waiting': {
      access: { none: 401, user: 200 },
      cost: { statements: 8, scans: { tables: ['taxa'], because: 'it names the taxa of a whole page' } },
    },
    'PUT /api/identifications/agreements': { access: { none: 401, user: 200 }, cost: { statements: 6 } },
    'GET /api/identifications/own': { access: { none: 401, user: 200 }, cost: { statements: 2, ...NAMES_TAXA } },
    'GET /api/identifications/summary': { access: { none: 401, user: 200 }, cost: { statements: 3, ...NAMES_TAXA } },
    'GET /api/identifications/confusions/:taxonId': { access: { none: 401, user: 200 }, cost: { statements: 3 } },
    'GET /api/observations/:id/votes': { access: SEEN_BY_ALL, cost: { statements: 3 } },
    'PUT /api/observations/:id/vote': { access: STORED_BY_ALL, cost: { statements: 6 } },
    'PUT /api/observations/:id/review': { access: STORED_BY_ALL, cost: { statements: 3 } },
    'GET /api/observations/:id/identifications': {
      access: {
        none: 401,
        user: { open: 200, obscured: 200, private: 200, other: 404 },
        owner: { deleted: 404, missing: 404, malformed: 404, other: 200 },
      },
      cost: { statements: 7 },
    },
    'PUT /api/observations/:id/identifications/:identification': {
      access: {
        none: 401,
        user: { open: 200, obscured: 200, private: 200, other: 404 },
        owner: { deleted: 404, missing: 404, malformed: 404, other: 403 },
      },
      cost: { statements: 6 },
    },
    'DELETE /api/observations/:id/identifications/:identification': {
      access: {
        none: 401,
        user: { open: 204, obscured: 204, private: 204, other: 404 },
        owner: { deleted: 404, missing: 404, malformed: 404, other: 204 },
      },
      cost: { statements: 6 },
    },
  },
} satisfies Feature<IdentificationNeeds>;
