/**
 * Who may call what: the one table that people review. A route without a row fails the tests, and every row is tried
 * against the running server for every caller and every state of the object.
 *
 * Callers: `none` is anybody without a valid session (no token, an invented one, an expired or revoked one, a revoke key,
 * the token of a deleted account); all of them must get the same. `user` is a logged-in person, `pro` one with is_pro;
 * `owner` is the person whose object it is. Absent `pro` means as `user`, absent `curator` as `user`, absent `admin` as
 * `curator`.
 */
export type Expected = number;

/** States of an object that a route addresses; the object is always anna's. */
export type ObjectState = 'open' | 'obscured' | 'private' | 'deleted' | 'missing' | 'malformed';

export interface Row {
  none: Expected;
  user: Expected | ByState;
  pro?: Expected | ByState;
  curator?: Expected | ByState;
  admin?: Expected | ByState;
  /** Only for routes that address an object. */
  owner?: ByState;
}

/** By state of the object; `other` stands for the states that are not named. */
export type ByState = Partial<Record<ObjectState, Expected>> & { other: Expected };

const NOBODYS = { malformed: 422, other: 404 } as const;

export const authorization: Record<string, Row> = {
  // operations
  'GET /api/health': { none: 200, user: 200 },
  'GET /api/ready': { none: 200, user: 200 },
  // Asked from the machine itself, without METRICS_TOKEN; from elsewhere it is 404.
  'GET /metrics': { none: 200, user: 200 },
  'GET /api/openapi.json': { none: 200, user: 200 },
  'GET /api/docs': { none: 200, user: 200 },
  'POST /api/check-version': { none: 200, user: 200 },
  'GET /api/public/counts': { none: 200, user: 200 },

  // accounts
  'POST /api/register': { none: 200, user: 200 },
  'POST /api/login': { none: 200, user: 200 },
  'POST /api/logout': { none: 204, user: 204 },
  'POST /api/password/email': { none: 202, user: 202 },
  // With a token that is not one of a mail.
  'POST /api/password/reset': { none: 422, user: 422 },
  'GET /api/user': { none: 401, user: 200 },
  // With the user_id of somebody else, which only an admin may.
  'POST /api/delete-account': { none: 401, user: 403, admin: 204 },
  'POST /api/user/xp-seen': { none: 401, user: 200 },
  'POST /api/user/badge-seen': { none: 401, user: 200 },
  'POST /api/user/toast-seen': { none: 401, user: 200 },
  'POST /api/user/wizard-seen': { none: 401, user: 200 },
  'PATCH /api/settings/preferences': { none: 401, user: 200 },
  'PATCH /api/settings/account': { none: 401, user: 200 },
  'GET /api/sessions': { none: 401, user: 200 },
  'DELETE /api/sessions/:id': { none: 401, user: NOBODYS, owner: { open: 204, malformed: 422, other: 404 } },
  'PATCH /api/users/:id': { none: 401, user: 403, admin: { open: 204, malformed: 422, other: 404 } },

  // media; tus answers its own errors
  'POST /api/uploads': { none: 401, user: 201 },
  'HEAD /api/uploads/:id': { none: 401, user: { other: 404 }, owner: { open: 200, other: 404 } },
  'PATCH /api/uploads/:id': { none: 401, user: { other: 404 }, owner: { open: 204, other: 404 } },
  'DELETE /api/uploads/:id': { none: 401, user: { other: 404 }, owner: { open: 204, other: 404 } },
  'OPTIONS /api/uploads': { none: 204, user: 204 },
  // Without a signature, nobody; with one made by `present`, whoever holds it (media.test.ts).
  'GET /api/media/:id/:size': { none: 404, user: 404 },
  // With ids of nobody's photos; those of others are left out (media.test.ts).
  'GET /api/media/addresses': { none: 401, user: 200 },
  'GET /api/media/:id/original': { none: 401, user: NOBODYS, owner: { open: 200, malformed: 422, other: 404 } },

  // taxa
  'GET /api/taxonomy': { none: 200, user: 200 },
  'GET /api/taxonomy/check-updates': { none: 200, user: 200 },
  'GET /api/taxonomy/location': { none: 200, user: 200 },
  'POST /api/taxonomy/log': { none: 204, user: 204 },
  'GET /api/taxonomy/imports': { none: 401, user: 403, admin: 200 },
  'GET /api/taxonomy/imports/:id': { none: 401, user: 403, admin: { open: 200, malformed: 422, other: 404 } },
  'PUT /api/taxonomy/imports/:id': { none: 401, user: 403, admin: { malformed: 422, other: 200 } },
  'PUT /api/taxonomy/imports/:id/bytes': { none: 401, user: 403, admin: { open: 200, malformed: 422, other: 404 } },
  // A file that is not here yet cannot be run.
  'POST /api/taxonomy/imports/:id/run': { none: 401, user: 403, admin: { open: 409, malformed: 422, other: 404 } },
  'POST /api/taxonomy/imports/:id/cancel': { none: 401, user: 403, admin: { open: 200, malformed: 422, other: 404 } },
  'GET /api/taxon/:id/image': { none: 404, user: 404 },
  'GET /api/specie-images/:taxonId': { none: 401, user: 403, curator: 200 },
  // With an address that is no image of ours.
  'POST /api/specie-images/:taxonId': { none: 401, user: 403, curator: 422 },

  // observations
  'PUT /api/observations/:id': {
    none: 401,
    user: { missing: 200, malformed: 422, other: 404 },
    owner: { deleted: 410, malformed: 422, other: 200 },
  },
  'GET /api/observations/:id': {
    none: 401,
    user: { open: 200, obscured: 200, private: 200, malformed: 422, other: 404 },
    owner: { deleted: 404, missing: 404, malformed: 422, other: 200 },
  },
  'GET /api/observations/:id/history': {
    none: 401,
    user: NOBODYS,
    owner: { deleted: 404, missing: 404, malformed: 422, other: 200 },
  },
  'DELETE /api/observations/:id': {
    none: 401,
    user: NOBODYS,
    // Deleting twice is one deletion.
    owner: { missing: 404, malformed: 422, other: 204 },
  },
  'GET /api/observations': { none: 401, user: 200 },
  'GET /api/observations/changes': { none: 401, user: 200 },

  // species
  'GET /api/species': { none: 200, user: 200 },
  'GET /api/species/:id': { none: 200, user: 200 },
  'GET /api/species-seen': { none: 401, user: 200 },
  'DELETE /api/species/:id/delete-empty-observations': { none: 401, user: 200 },

  // feed
  'GET /api/feed': { none: 401, user: 200 },

  // community; people are listed only where they opted in
  'GET /api/community/users': { none: 401, user: 200 },
  'GET /api/community/profile/:id': { none: 401, user: { open: 200, malformed: 422, other: 404 } },

  // feedback
  'PUT /api/feedback/:id': { none: 401, user: { missing: 200, malformed: 422, other: 404 }, owner: { malformed: 422, other: 200 } },
  'GET /api/feedback': { none: 401, user: 200 },

  // embeds
  'GET /api/embeds': { none: 401, user: 200 },
  'PUT /api/embeds/:id': { none: 401, user: { missing: 200, malformed: 422, other: 404 }, owner: { malformed: 422, other: 200 } },
  'DELETE /api/embeds/:id': { none: 401, user: NOBODYS, owner: { open: 204, malformed: 422, other: 404 } },
  // With a key that nobody made.
  'GET /api/embed/counter': { none: 404, user: 404 },
};
