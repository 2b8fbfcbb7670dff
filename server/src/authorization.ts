/**
 * The expected status of each route by caller, as a table for review. A route without a row fails the tests. Every row is tested
 * on a running server with every caller and every state of the object.
 *
 * Callers: `none` has no valid session (no token, an invented, expired or revoked one, a revoke key, or the token of a deleted
 * account), and all of these must get the same response. `user` is logged in, `pro` has is_pro, and `owner` owns the object.
 * `pro` and `curator` default to `user`, and `admin` to `curator`.
 */
export type Expected = number;

/** States of the object that a route addresses. Its owner is always anna. */
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

/** By state of the object; `other` applies to all remaining states. */
export type ByState = Partial<Record<ObjectState, Expected>> & { other: Expected };

const NOT_OWNER = { other: 404 } as const;
/** Of a project that is joined by its link, or a journey, for those who see it. */
const SEEN = { open: 200, private: 200, other: 404 } as const;

export const authorization: Record<string, Row> = {
  // operations
  'GET /api/health': { none: 200, user: 200 },
  'GET /api/ready': { none: 200, user: 200 },
  // From localhost and without METRICS_TOKEN; 404 from any other address.
  'GET /metrics': { none: 200, user: 200 },
  // Without SECURITY_CONTACT.
  'GET /.well-known/security.txt': { none: 404, user: 404 },
  'GET /api/openapi.json': { none: 200, user: 200 },
  'GET /api/docs': { none: 200, user: 200 },
  'POST /api/check-version': { none: 200, user: 200 },
  'GET /api/public/counts': { none: 200, user: 200 },
  'GET /api/public/versions': { none: 200, user: 200 },

  // accounts
  'POST /api/register': { none: 200, user: 200 },
  'POST /api/registration': { none: 200, user: 200 },
  'GET /api/invitations': { none: 401, user: 403, admin: 200 },
  'PUT /api/invitations/:id': { none: 401, user: 403, admin: { malformed: 404, other: 200 } },
  'DELETE /api/invitations/:id': { none: 401, user: 403, admin: { open: 204, other: 404 } },
  'POST /api/login': { none: 200, user: 200 },
  'POST /api/logout': { none: 204, user: 204 },
  'POST /api/password/email': { none: 202, user: 202 },
  // With a token that was never issued.
  'POST /api/password/reset': { none: 422, user: 422 },
  'POST /api/password/confirm': { none: 401, user: 204 },
  // With a token that was never issued.
  'POST /api/email/confirm': { none: 422, user: 422 },
  'POST /api/email/request': { none: 401, user: 202 },
  'GET /api/user': { none: 401, user: 200 },
  // With the user_id of another user, which is for admins only.
  'POST /api/delete-account': { none: 401, user: 403, admin: 204 },
  'POST /api/user/xp-seen': { none: 401, user: 200 },
  'POST /api/user/badge-seen': { none: 401, user: 200 },
  'POST /api/user/toast-seen': { none: 401, user: { missing: 422, malformed: 422, other: 200 } },
  'POST /api/user/wizard-seen': { none: 401, user: 200 },
  'PATCH /api/settings/preferences': { none: 401, user: 200 },
  'PATCH /api/settings/account': { none: 401, user: 200 },
  'GET /api/sessions': { none: 401, user: 200 },
  'DELETE /api/sessions/:id': { none: 401, user: NOT_OWNER, owner: { open: 204, other: 404 } },
  'GET /api/users': { none: 401, user: 403, admin: 200 },
  'PATCH /api/users/:id': { none: 401, user: 403, admin: { open: 204, other: 404 } },

  // relations; of the caller to a person, who is muted
  'GET /api/relations': { none: 401, user: 200 },
  'PUT /api/relations/:kind/:id': { none: 401, user: { open: 204, other: 404 } },
  'DELETE /api/relations/:kind/:id': { none: 401, user: { malformed: 404, other: 204 } },

  // notifications
  'GET /api/notifications': { none: 401, user: 200 },
  'GET /api/notifications/push': { none: 401, user: 200 },
  'PUT /api/notifications/push': { none: 401, user: 204 },
  'DELETE /api/notifications/push': { none: 401, user: 204 },
  // With a token that was never issued.
  'GET /api/notifications/unsubscribe': { none: 200, user: 200 },
  'POST /api/notifications/unsubscribe': { none: 200, user: 200 },
  'PUT /api/notifications/read': { none: 401, user: 204 },
  'PUT /api/notifications/:id/read': { none: 401, user: NOT_OWNER, owner: { open: 204, other: 404 } },
  // Of a record that anna has a notification about.
  'PUT /api/notifications/mutes/:id': {
    none: 401,
    user: NOT_OWNER,
    owner: { open: 204, obscured: 204, private: 204, other: 404 },
  },
  'DELETE /api/notifications/mutes/:id': { none: 401, user: { malformed: 404, other: 204 }, owner: { malformed: 404, other: 204 } },

  // media; error responses of tus are those of its standard
  'POST /api/uploads': { none: 401, user: 201 },
  'HEAD /api/uploads/:id': { none: 401, user: { other: 404 }, owner: { open: 200, other: 404 } },
  'PATCH /api/uploads/:id': { none: 401, user: { other: 404 }, owner: { open: 204, other: 404 } },
  'DELETE /api/uploads/:id': { none: 401, user: { other: 404 }, owner: { open: 204, other: 404 } },
  'OPTIONS /api/uploads': { none: 204, user: 204 },
  // With X-HTTP-Method-Override: HEAD.
  'POST /api/uploads/:id': { none: 401, user: { other: 404 }, owner: { open: 200, other: 404 } },
  // Without a signature; with one, no session is needed (media.test.ts).
  'GET /api/media/:id/:size': { none: 404, user: 404 },
  // With an unknown id; photos of others are omitted (media.test.ts).
  'GET /api/media/addresses': { none: 401, user: 200 },
  'GET /api/media/usage': { none: 401, user: 200 },
  'GET /api/media/:id/original': { none: 401, user: NOT_OWNER, owner: { open: 200, other: 404 } },

  // taxa
  'GET /api/taxonomy': { none: 200, user: 200 },
  'GET /api/taxonomy/check-updates': { none: 200, user: 200 },
  'GET /api/taxonomy/location': { none: 200, user: 200 },
  'GET /api/taxonomy/descriptions': { none: 200, user: 200 },
  'GET /api/taxonomy/distinctions': { none: 200, user: 200 },
  'GET /api/taxonomy/pictures': { none: 200, user: 200 },
  'GET /api/taxonomy/pictures/:country': { none: 200, user: 200 },
  'POST /api/taxonomy/log': { none: 204, user: 204 },
  'GET /api/taxonomy/imports': { none: 401, user: 403, admin: 200 },
  'GET /api/taxonomy/imports/:id': { none: 401, user: 403, admin: { open: 200, other: 404 } },
  'GET /api/taxonomy/imports/:id/faults': { none: 401, user: 403, admin: { open: 200, other: 404 } },
  'PUT /api/taxonomy/imports/:id': { none: 401, user: 403, admin: { malformed: 404, other: 200 } },
  'PUT /api/taxonomy/imports/:id/bytes': { none: 401, user: 403, admin: { open: 200, other: 404 } },
  // 409 because the upload of the file is not complete.
  'POST /api/taxonomy/imports/:id/run': { none: 401, user: 403, admin: { open: 409, other: 404 } },
  'POST /api/taxonomy/imports/:id/cancel': { none: 401, user: 403, admin: { open: 200, other: 404 } },
  'GET /api/taxon/:id/image': { none: 404, user: 404 },

  // articles
  'GET /api/articles': { none: 401, user: 200 },
  'GET /api/articles/:slug': { none: 401, user: { open: 200, other: 404 } },
  'GET /api/articles/:slug/revisions': { none: 401, user: 403, curator: { open: 200, other: 404 } },
  // The object is the revision, which belongs to its writer.
  'PUT /api/articles/:slug/revisions/:id': { none: 401, user: 403, curator: { missing: 200, other: 404 } },
  'POST /api/articles/:slug/restore': { none: 401, user: 403, curator: { open: 200, other: 404 } },
  'PUT /api/articles/groups/:group/order': { none: 401, user: 403, curator: 204 },
  'PATCH /api/articles/:slug': { none: 401, user: 403, curator: { open: 200, other: 404 } },

  // observations
  'PUT /api/observations/:id': {
    none: 401,
    user: { missing: 200, other: 404 },
    owner: { deleted: 410, malformed: 404, other: 200 },
  },
  'GET /api/observations/:id': {
    none: 401,
    user: { open: 200, obscured: 200, private: 200, other: 404 },
    owner: { deleted: 404, missing: 404, malformed: 404, other: 200 },
  },
  'GET /api/observations/:id/history': {
    none: 401,
    user: NOT_OWNER,
    owner: { deleted: 404, missing: 404, malformed: 404, other: 200 },
  },
  'DELETE /api/observations/:id': {
    none: 401,
    user: NOT_OWNER,
    // Deleting a deleted record succeeds.
    owner: { missing: 404, malformed: 404, other: 204 },
  },
  'GET /api/observations': { none: 401, user: 200 },
  'GET /api/observations/changes': { none: 401, user: 200 },

  // identifications
  'GET /api/identifications/waiting': { none: 401, user: 200 },
  'GET /api/identifications/confusions/:taxonId': { none: 401, user: 200 },
  'GET /api/observations/:id/identifications': {
    none: 401,
    user: { open: 200, obscured: 200, private: 200, other: 404 },
    owner: { deleted: 404, missing: 404, malformed: 404, other: 200 },
  },
  'PUT /api/observations/:id/identifications/:identification': {
    none: 401,
    user: { open: 200, obscured: 200, private: 200, other: 404 },
    owner: { deleted: 404, missing: 404, malformed: 404, other: 403 },
  },
  'DELETE /api/observations/:id/identifications/:identification': {
    none: 401,
    user: { open: 204, obscured: 204, private: 204, other: 404 },
    owner: { deleted: 404, missing: 404, malformed: 404, other: 204 },
  },

  // reactions
  'GET /api/reactions': { none: 401, user: 200 },
  'GET /api/observations/:id/reactions': {
    none: 401,
    user: { open: 200, obscured: 200, private: 200, other: 404 },
    owner: { deleted: 404, missing: 404, malformed: 404, other: 200 },
  },
  'PUT /api/observations/:id/reaction': {
    none: 401,
    user: { open: 204, obscured: 204, private: 204, other: 404 },
    owner: { deleted: 404, missing: 404, malformed: 404, other: 204 },
  },

  // comments
  'GET /api/observations/:id/comments': {
    none: 401,
    user: { open: 200, obscured: 200, private: 200, other: 404 },
    owner: { deleted: 404, missing: 404, malformed: 404, other: 200 },
  },
  'PUT /api/observations/:id/comments/:comment': {
    none: 401,
    user: { open: 204, obscured: 204, private: 204, other: 404 },
    owner: { deleted: 404, missing: 404, malformed: 404, other: 204 },
  },
  'DELETE /api/observations/:id/comments/:comment': {
    none: 401,
    user: { open: 204, obscured: 204, private: 204, other: 404 },
    owner: { deleted: 404, missing: 404, malformed: 404, other: 204 },
  },
  'GET /api/comments/people': { none: 401, user: 200 },

  // reports; the object of a report is the report, of somebody else, about a person who exists
  'PUT /api/reports/:id': { none: 401, user: { missing: 204, other: 404 }, owner: { malformed: 404, other: 204 } },
  'GET /api/reports': { none: 401, user: 200 },
  'GET /api/reports/hidden': { none: 401, user: 200 },
  // The object is a record, which is not hidden.
  'PUT /api/reports/appeals/:id': { none: 401, user: { other: 404 }, owner: { other: 404 } },
  'GET /api/moderation/reports': { none: 401, user: 403, admin: 200 },
  // Dismissing the report.
  'PUT /api/moderation/acts/:id': { none: 401, user: 403, admin: { open: 204, other: 404 } },
  'GET /api/moderation/acts': { none: 401, user: 403, admin: 200 },

  // motivation; of the caller only
  'GET /api/motivation': { none: 401, user: 200 },
  'GET /api/toasts': { none: 401, user: 200 },
  'GET /api/toasts/all': { none: 401, user: 403, admin: 200 },
  'PUT /api/toasts/:id': { none: 401, user: 403, admin: { malformed: 404, other: 204 } },
  'DELETE /api/toasts/:id': { none: 401, user: 403, admin: { malformed: 404, other: 204 } },

  // species
  'GET /api/species': { none: 200, user: 200 },
  'GET /api/species/:id': { none: 200, user: 200 },
  'GET /api/species/:id/countries': { none: 200, user: 200 },
  'GET /api/species/:id/names': { none: 200, user: 200 },
  'GET /api/species/statuses/:country': { none: 200, user: 200 },
  'POST /api/species/views': { none: 401, user: 204 },
  'GET /api/species-seen': { none: 401, user: 200 },
  'GET /api/my-species-images': { none: 401, user: 200 },
  'POST /api/my-species-images': { none: 401, user: 422 },
  'DELETE /api/species/:id/delete-empty-observations': { none: 401, user: 200 },

  // journeys; an open one is shared, a private one is not
  'GET /api/journeys': { none: 401, user: 200 },
  'GET /api/journeys/changes': { none: 401, user: 200 },
  'GET /api/journeys/weather': { none: 401, user: 200 },
  'GET /api/journeys/:id': { none: 401, user: { open: 200, other: 404 }, owner: SEEN },
  'PUT /api/journeys/:id': {
    none: 401,
    user: { missing: 200, other: 404 },
    owner: { malformed: 404, deleted: 410, other: 200 },
  },
  // Deleting a deleted journey succeeds.
  'DELETE /api/journeys/:id': { none: 401, user: NOT_OWNER, owner: { missing: 404, malformed: 404, other: 204 } },
  'GET /api/journeys/:id/points': { none: 401, user: NOT_OWNER, owner: SEEN },
  'PUT /api/journeys/:id/points': { none: 401, user: NOT_OWNER, owner: { open: 200, private: 200, deleted: 410, other: 404 } },

  // map
  'GET /api/map/tiles/:z/:x/:y': { none: 401, user: 200 },
  'GET /api/map/summary': { none: 401, user: 200 },
  'GET /api/map/cells/:level/:cell': { none: 401, user: 200 },
  'GET /api/map/sources': { none: 401, user: 200 },
  // Without MAP_SOURCES.
  'GET /api/map/sources/:id/archive': { none: 401, user: 404 },

  // tile-requests
  'GET /api/tile-requests': { none: 401, user: 200 },
  'GET /api/tile-requests/:id': { none: 401, user: NOT_OWNER, owner: { open: 200, other: 404 } },
  'PUT /api/tile-requests/:id': { none: 401, user: { missing: 200, other: 404 }, owner: { malformed: 404, other: 200 } },
  'POST /api/tile-requests/estimates': { none: 401, user: 200 },
  'POST /api/tile-requests/:id/retry': { none: 401, user: NOT_OWNER, owner: { open: 200, other: 404 } },
  'DELETE /api/tile-requests/:id': { none: 401, user: { missing: 204, other: 404 }, owner: { malformed: 404, other: 204 } },
  // Of one that has no files yet.
  'GET /api/tile-requests/:id/files/:layer': { none: 401, user: NOT_OWNER, owner: NOT_OWNER },

  // projects; a private one is joined by its link
  'GET /api/projects': { none: 401, user: 200 },
  'GET /api/projects/:id': { none: 401, user: { open: 200, other: 404 }, admin: SEEN, owner: SEEN },
  'PUT /api/projects/:id': {
    none: 401,
    user: { missing: 200, open: 403, other: 404 },
    admin: { malformed: 404, other: 200 },
    owner: { malformed: 404, other: 200 },
  },
  'PATCH /api/projects/:id': { none: 401, user: { open: 403, other: 404 }, admin: SEEN, owner: SEEN },
  'PUT /api/projects/:id/membership': {
    none: 401,
    user: { open: 204, other: 404 },
    admin: { open: 204, private: 204, other: 404 },
    owner: { open: 204, private: 204, other: 404 },
  },
  'DELETE /api/projects/:id/membership': { none: 401, user: { malformed: 404, other: 204 } },
  'GET /api/projects/:id/species': { none: 401, user: { open: 200, other: 404 }, admin: SEEN, owner: SEEN },
  'GET /api/projects/:id/observations': { none: 401, user: { open: 200, other: 404 }, admin: SEEN, owner: SEEN },
  'GET /api/projects/:id/people': { none: 401, user: { open: 200, other: 404 }, admin: SEEN, owner: SEEN },
  'GET /api/projects/:id/map': { none: 401, user: { open: 200, other: 404 }, admin: SEEN, owner: SEEN },

  // feed
  'GET /api/feed': { none: 401, user: 200 },

  // discover
  'GET /api/discover/:country': { none: 401, user: 200 },

  // frequencies
  'GET /api/frequencies/:country': { none: 401, user: 200 },

  // community; lists only people who opted in
  'GET /api/community/users': { none: 401, user: 200 },
  'GET /api/community/users/:id/species': { none: 401, user: 404 },
  'GET /api/community/suggestions': { none: 401, user: 200 },
  'GET /api/community/leaderboards/:board': { none: 401, user: 200 },
  'GET /api/community/observers/:taxonId': { none: 401, user: 200 },
  'GET /api/community/profile': { none: 401, user: 200 },
  'PUT /api/community/profile': { none: 401, user: 200 },
  'PUT /api/community/portrait': { none: 401, user: 422 },
  'DELETE /api/community/portrait': { none: 401, user: 204 },
  // By an address that only profiles have.
  'GET /api/community/portraits/:id': { none: 200, user: 200 },
  'GET /api/community/profile/:id': { none: 401, user: { open: 200, other: 404 } },
  'GET /api/community/profile/:id/identifications': { none: 401, user: { open: 200, other: 404 } },
  'GET /api/community/statistics/:user/:period/:location': { none: 401, user: { open: 200, other: 404 } },
  // Of the caller only.
  'POST /api/community/statistics/seen/:user/:period': { none: 401, user: { other: 404 }, owner: { open: 200, other: 404 } },

  // feedback
  'PUT /api/feedback/:id': { none: 401, user: { missing: 200, other: 404 }, owner: { malformed: 404, other: 200 } },
  'GET /api/feedback': { none: 401, user: 200 },
  // Admins reply too.
  'PUT /api/feedback/:id/replies/:reply': {
    none: 401,
    user: NOT_OWNER,
    admin: { open: 204, other: 404 },
    owner: { open: 204, other: 404 },
  },
  // Without a screenshot.
  'GET /api/feedback/:id/screenshot': { none: 401, user: NOT_OWNER, owner: NOT_OWNER },
  'GET /api/feedback/ideas': { none: 401, user: 200 },
  // Of a message that is not published.
  'PUT /api/feedback/:id/vote': { none: 401, user: NOT_OWNER, owner: NOT_OWNER },
  'DELETE /api/feedback/:id/vote': { none: 401, user: NOT_OWNER, owner: NOT_OWNER },

  // settings: ids are the caller's own, so those of others are unused
  'GET /api/settings/locations': { none: 401, user: 200 },
  'PUT /api/settings/locations/:id': { none: 401, user: { malformed: 404, other: 204 } },
  'DELETE /api/settings/locations/:id': { none: 401, user: { malformed: 404, other: 204 } },
  'GET /api/settings/wanted': { none: 401, user: 200 },
  'PUT /api/settings/wanted/:taxon_id': { none: 401, user: 204 },
  'DELETE /api/settings/wanted/:taxon_id': { none: 401, user: 204 },
  'GET /api/settings/species-notes': { none: 401, user: 200 },
  'PUT /api/settings/species-notes/:taxon_id': { none: 401, user: 204 },
  'DELETE /api/settings/species-notes/:taxon_id': { none: 401, user: 204 },

  // embeds
  'GET /api/embeds': { none: 401, user: 200 },
  'PUT /api/embeds/:id': { none: 401, user: { missing: 200, other: 404 }, owner: { malformed: 404, other: 200 } },
  'DELETE /api/embeds/:id': { none: 401, user: NOT_OWNER, owner: { open: 204, other: 404 } },
  // With an unknown key.
  'GET /api/embed/counter': { none: 404, user: 404 },
  'GET /api/embed/map': { none: 404, user: 404 },
  'GET /api/embed/species': { none: 404, user: 404 },
  'GET /api/embed/records': { none: 404, user: 404 },
  'GET /api/embed/project': { none: 404, user: 404 },
  'GET /api/oembed': { none: 404, user: 404 },

  // admin
  'GET /api/admin/overview': { none: 401, user: 403, admin: 200 },
  'GET /api/admin/users': { none: 401, user: 403, admin: 200 },
  'GET /api/admin/users/:id': { none: 401, user: 403, admin: { open: 200, other: 404 } },
  'DELETE /api/admin/users/:id/sessions': { none: 401, user: 403, admin: { open: 204, other: 404 } },
  'GET /api/admin/feedback': { none: 401, user: 403, admin: 200 },
  'GET /api/admin/feedback/:id': { none: 401, user: 403, admin: { open: 200, other: 404 } },
  'PATCH /api/admin/feedback/:id': { none: 401, user: 403, admin: { open: 204, other: 404 } },
  'GET /api/admin/tile-requests': { none: 401, user: 403, admin: 200 },
  'POST /api/admin/tile-requests/:id/cancel': { none: 401, user: 403, admin: { open: 204, other: 404 } },
  'POST /api/admin/tile-requests/:id/retry': { none: 401, user: 403, admin: { open: 204, other: 404 } },
  'PUT /api/admin/tile-requests/:id/sharing': { none: 401, user: 403, admin: { open: 409, other: 404 } },
  'DELETE /api/admin/tile-requests/:id': { none: 401, user: 403, admin: { open: 204, other: 404 } },
  'GET /api/admin/log': { none: 401, user: 403, admin: 200 },
  'GET /api/admin/jobs': { none: 401, user: 403, admin: 200 },
  // Of a job that does not exist.
  'POST /api/admin/jobs/:queue/:id/retry': { none: 401, user: 403, admin: 404 },
  'GET /api/admin/storage': { none: 401, user: 403, admin: 200 },
  'GET /api/admin/storage/orphans': { none: 401, user: 403, admin: 200 },
  'GET /api/admin/versions': { none: 401, user: 403, admin: 200 },
  'PUT /api/admin/versions/:version': { none: 401, user: 403, admin: 200 },
  'DELETE /api/admin/versions/:version': { none: 401, user: 403, admin: 204 },

  // images
  'GET /api/specie-images': { none: 401, user: 403, curator: 200 },
  'GET /api/specie-images/:taxonId': { none: 401, user: 403, curator: 200 },
  'GET /api/specie-images/:taxonId/current': { none: 401, user: 403, curator: 200 },
  'GET /api/specie-images/:taxonId/info': { none: 200, user: 200 },
  // Of a taxon without an image.
  'PUT /api/specie-images/:taxonId/current': { none: 401, user: 403, curator: 409 },
  'POST /api/specie-images/:taxonId/lock': { none: 401, user: 403, admin: 404 },
  'POST /api/specie-images/:taxonId/revert': { none: 401, user: 403, curator: 200 },
  'PUT /api/specie-images/:taxonId/rejections': { none: 401, user: 403, curator: 204 },
  // Without a signature; with one, no session is needed (sources.test.ts).
  'GET /api/specie-images/:taxonId/preview': { none: 404, user: 404 },
  // With an address on another server, and no licence.
  'POST /api/specie-images/:taxonId': { none: 401, user: 403, curator: 422 },
};

/** The rows that are different where ALLOW_BROWSING lets visitors look around. */
export const withBrowsing: Record<string, Row> = {
  'GET /api/articles': { none: 200, user: 200 },
  'GET /api/articles/:slug': { none: 200, user: 200 },
  'GET /api/feed': { none: 200, user: 200 },
  'GET /api/projects': { none: 200, user: 200 },
  'GET /api/projects/:id': { none: 200, user: 200 },
  'GET /api/projects/:id/species': { none: 200, user: 200 },
  'GET /api/projects/:id/map': { none: 200, user: 200 },
  'GET /api/map/tiles/:z/:x/:y': { none: 200, user: 200 },
  'GET /api/map/summary': { none: 200, user: 200 },
  'GET /api/map/cells/:level/:cell': { none: 200, user: 200 },
  'GET /api/map/sources': { none: 200, user: 200 },
  'GET /api/map/sources/:id/archive': { none: 404, user: 404 },
};

/** The statuses in the row of a route. */
export function statusesOf(key: string): number[] {
  return Object.values(authorization[key] ?? {}).flatMap((expected: Expected | ByState) =>
    typeof expected === 'number' ? [expected] : Object.values(expected),
  );
}
