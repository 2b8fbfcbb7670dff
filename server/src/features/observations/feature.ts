import { PUBLIC_FIELD_NAMES } from '@veld/contract';
import { type Feature, NOT_OWNER } from '../../http/feature.ts';
import { eraseObservations, erasePrivateParts } from './erase.ts';
import { storeSendsMail } from './grade.ts';
import { removeUserDue } from './ledger.ts';
import { updateOwnerSeq } from './photos.ts';
import { registerObservations } from './routes.ts';
import { eraseScopes } from './scopes.ts';

const seenByOthers = Object.fromEntries(
  PUBLIC_FIELD_NAMES.map((name) => [`observations.${name}`, 'others see it with the record, which stays']),
);

export const observations = {
  name: 'observations',
  tables: [
    'observations',
    'observation_writes',
    'observation_media',
    'owner_counters',
    'map_changes',
    'curator_scopes',
    'xp_events',
    'motivation_due',
  ],
  register: async (app, context) => {
    await storeSendsMail(context);
    registerObservations(app, context);
  },
  erase: {
    private: [erasePrivateParts, eraseScopes, ({ db }, userId) => removeUserDue(db, userId)],
    everything: [eraseObservations],
    keepsWithRecords: {
      ...seenByOthers,
      'observations.user_id': 'the records stay together, without a name or under it',
      'owner_counters.user_id': 'numbers the changes of the records that stay',
      'xp_events.user_id': 'points for the records that stay, which only counts of the community have',
      'observations.time_zone': 'part of the record',
      'observations.voted_against': 'what is voted down, without who said so',
      'observations.location_source': 'a choice',
      'observations.place': 'words for the point of the record, not those of the person',
      'observations.public_place': 'words for the point of the record, not those of the person',
      'observations.country_code': 'computed from the point of the record',
      'observations.public_country_code': 'computed from the point of the record',
      'xp_events.reason': 'a choice of the server',
      'xp_events.source_id': 'an id of a record that stays',
    },
  },
  photos: { onRendered: updateOwnerSeq },
  routes: {
    'PUT /api/observations/:id': {
      access: {
        none: 401,
        user: { missing: 200, other: 404 },
        owner: { deleted: 410, malformed: 404, other: 200 },
      },
      cost: { statements: 10 },
    },
    'GET /api/observations/:id': {
      access: {
        none: 401,
        user: { open: 200, obscured: 200, private: 200, other: 404 },
        owner: { deleted: 404, missing: 404, malformed: 404, other: 200 },
      },
      cost: { statements: 3 },
    },
    'GET /api/observations/:id/history': {
      access: {
        none: 401,
        user: NOT_OWNER,
        owner: { deleted: 404, missing: 404, malformed: 404, other: 200 },
      },
      cost: { statements: 3 },
    },
    'DELETE /api/observations/:id': {
      access: {
        none: 401,
        user: NOT_OWNER,
        // Deleting a deleted record succeeds.
        owner: { missing: 404, malformed: 404, other: 204 },
      },
      cost: { statements: 12 },
    },
    'GET /api/observations': { access: { none: 401, user: 200 }, cost: { statements: 2 } },
    'GET /api/observations/changes': { access: { none: 401, user: 200 }, cost: { statements: 2 } },
  },
} satisfies Feature;
