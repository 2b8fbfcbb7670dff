/**
 * The number of SQL statements of each route, `begin` and `commit` included, for the request of authorization.cases.ts when it is not
 * the first of its kind. A route without a row fails the tests (statements.test.ts), as does a number that depends on how many rows
 * the answer has, or a sequential scan of a large table that the row does not allow.
 */
export interface Cost {
  statements: number;
  /** Large tables that the route has to read as a whole, and why. */
  scans?: { tables: readonly string[]; because: string };
}

export const costs: Record<string, Cost> = {
  // operations
  'GET /api/health': { statements: 0 },
  'GET /api/ready': { statements: 1 },
  'GET /metrics': { statements: 0 },
  'GET /.well-known/security.txt': { statements: 0 },
  'GET /api/openapi.json': { statements: 0 },
  'GET /api/docs': { statements: 0 },
  'POST /api/check-version': { statements: 1 },
  'GET /api/public/counts': { statements: 0 },
  'GET /api/public/versions': { statements: 1 },

  // accounts
  'POST /api/register': { statements: 10 },
  'POST /api/registration': { statements: 0 },
  'GET /api/invitations': { statements: 2 },
  'PUT /api/invitations/:id': { statements: 5 },
  'DELETE /api/invitations/:id': { statements: 6 },
  'POST /api/login': { statements: 8 },
  'POST /api/logout': { statements: 2 },
  'POST /api/password/email': { statements: 2 },
  'POST /api/password/reset': { statements: 1 },
  'POST /api/password/confirm': { statements: 3 },
  'POST /api/email/confirm': { statements: 3 },
  'POST /api/email/request': { statements: 2 },
  'GET /api/user': { statements: 4 },
  'POST /api/delete-account': { statements: 15 },
  'POST /api/user/xp-seen': { statements: 2 },
  'POST /api/user/badge-seen': { statements: 2 },
  'POST /api/user/toast-seen': { statements: 3 },
  'POST /api/user/wizard-seen': { statements: 2 },
  'PATCH /api/settings/preferences': { statements: 2 },
  'PATCH /api/settings/account': { statements: 5 },
  'GET /api/sessions': { statements: 2 },
  'DELETE /api/sessions/:id': { statements: 3 },
  'GET /api/users': { statements: 3, scans: { tables: ['users'], because: 'it finds a text anywhere in a name, for admins' } },
  'PATCH /api/users/:id': { statements: 7 },

  // relations
  'GET /api/relations': { statements: 3 },
  'PUT /api/relations/:kind/:id': { statements: 6 },
  'DELETE /api/relations/:kind/:id': { statements: 2 },

  // notifications
  'GET /api/notifications': { statements: 4 },
  'GET /api/notifications/push': { statements: 2 },
  'PUT /api/notifications/push': { statements: 5 },
  'DELETE /api/notifications/push': { statements: 2 },
  'GET /api/notifications/unsubscribe': { statements: 0 },
  'POST /api/notifications/unsubscribe': { statements: 0 },
  'PUT /api/notifications/read': { statements: 2 },
  'PUT /api/notifications/:id/read': { statements: 2 },
  'PUT /api/notifications/mutes/:id': { statements: 4 },
  'DELETE /api/notifications/mutes/:id': { statements: 2 },

  // media
  'POST /api/uploads': { statements: 3 },
  'HEAD /api/uploads/:id': { statements: 2 },
  'PATCH /api/uploads/:id': { statements: 7 },
  'DELETE /api/uploads/:id': { statements: 1 },
  'OPTIONS /api/uploads': { statements: 0 },
  'POST /api/uploads/:id': { statements: 2 },
  'GET /api/media/:id/:size': { statements: 0 },
  'GET /api/media/addresses': { statements: 2 },
  'GET /api/media/usage': { statements: 2 },
  'GET /api/media/:id/original': { statements: 2 },

  // taxa
  'GET /api/taxonomy': { statements: 0 },
  'GET /api/taxonomy/check-updates': { statements: 0 },
  'GET /api/taxonomy/location': { statements: 2, scans: { tables: ['taxa'], because: 'it sorts all taxa of a country' } },
  'GET /api/taxonomy/descriptions': { statements: 0 },
  'GET /api/taxonomy/distinctions': { statements: 0 },
  'GET /api/taxonomy/pictures': { statements: 1 },
  'GET /api/taxonomy/pictures/:country': { statements: 3 },
  'POST /api/taxonomy/log': { statements: 0 },
  'GET /api/taxonomy/imports': { statements: 2 },
  'GET /api/taxonomy/imports/:id': { statements: 3 },
  'GET /api/taxonomy/imports/:id/faults': { statements: 3 },
  'PUT /api/taxonomy/imports/:id': { statements: 3 },
  'PUT /api/taxonomy/imports/:id/bytes': { statements: 5 },
  'POST /api/taxonomy/imports/:id/run': { statements: 2 },
  'POST /api/taxonomy/imports/:id/cancel': { statements: 3 },
  'GET /api/taxon/:id/image': { statements: 2 },

  // articles
  'GET /api/articles': { statements: 3 },
  'GET /api/articles/:slug': { statements: 3 },
  'GET /api/articles/:slug/revisions': { statements: 4 },
  'PUT /api/articles/:slug/revisions/:id': { statements: 4 },
  'POST /api/articles/:slug/restore': { statements: 10 },
  'PUT /api/articles/groups/:group/order': { statements: 4 },
  'PATCH /api/articles/:slug': { statements: 4 },

  // observations
  'PUT /api/observations/:id': { statements: 9 },
  'GET /api/observations/:id': { statements: 3 },
  'GET /api/observations/:id/history': { statements: 3 },
  'DELETE /api/observations/:id': { statements: 12 },
  'GET /api/observations': { statements: 2 },
  'GET /api/observations/changes': { statements: 2 },

  // identifications
  'GET /api/identifications/waiting': { statements: 8, scans: { tables: ['taxa'], because: 'it names the taxa of a whole page' } },
  'GET /api/identifications/confusions/:taxonId': { statements: 3 },
  'GET /api/observations/:id/identifications': { statements: 7 },
  'PUT /api/observations/:id/identifications/:identification': { statements: 6 },
  'DELETE /api/observations/:id/identifications/:identification': { statements: 6 },

  // reactions
  'GET /api/reactions': { statements: 2 },
  'GET /api/observations/:id/reactions': { statements: 3 },
  'PUT /api/observations/:id/reaction': { statements: 8 },

  // comments
  'GET /api/observations/:id/comments': { statements: 3 },
  'PUT /api/observations/:id/comments/:comment': { statements: 10 },
  'DELETE /api/observations/:id/comments/:comment': { statements: 8 },
  'GET /api/comments/people': { statements: 2 },

  // reports
  'PUT /api/reports/:id': { statements: 6 },
  'GET /api/reports': { statements: 2 },
  'GET /api/reports/hidden': { statements: 2 },
  'PUT /api/reports/appeals/:id': { statements: 5 },
  'GET /api/moderation/reports': { statements: 2 },
  'PUT /api/moderation/acts/:id': { statements: 8 },
  'GET /api/moderation/acts': { statements: 2 },

  // motivation
  'GET /api/motivation': { statements: 6 },
  'GET /api/toasts': { statements: 2 },
  'GET /api/toasts/all': { statements: 2 },
  'PUT /api/toasts/:id': { statements: 5 },
  'DELETE /api/toasts/:id': { statements: 5 },

  // species
  'GET /api/species': { statements: 2, scans: { tables: ['taxa', 'taxon_names'], because: 'it lists all species' } },
  'GET /api/species/:id': { statements: 3 },
  'GET /api/species/:id/countries': { statements: 3 },
  'GET /api/species/:id/names': { statements: 3 },
  'GET /api/species/statuses/:country': { statements: 2 },
  'POST /api/species/views': { statements: 2 },
  'GET /api/species-seen': { statements: 2 },
  'GET /api/my-species-images': { statements: 2 },
  'POST /api/my-species-images': { statements: 1 },
  'DELETE /api/species/:id/delete-empty-observations': { statements: 5 },

  // map
  'GET /api/map/tiles/:z/:x/:y': { statements: 2 },
  'GET /api/map/summary': { statements: 3, scans: { tables: ['users', 'taxa'], because: 'it counts up to 20,000 records' } },
  'GET /api/map/cells/:level/:cell': { statements: 4, scans: { tables: ['users', 'taxa'], because: 'it counts up to 20,000 records' } },
  'GET /api/map/sources': { statements: 1 },
  'GET /api/map/sources/:id/archive': { statements: 1 },

  // journeys
  'GET /api/journeys': { statements: 2 },
  'GET /api/journeys/changes': { statements: 2 },
  'GET /api/journeys/weather': { statements: 1 },
  'GET /api/journeys/:id': { statements: 2 },
  'PUT /api/journeys/:id': { statements: 8 },
  'DELETE /api/journeys/:id': { statements: 10 },
  'GET /api/journeys/:id/points': { statements: 3 },
  'PUT /api/journeys/:id/points': { statements: 9 },

  // tile-requests
  'GET /api/tile-requests': { statements: 4 },
  'GET /api/tile-requests/:id': { statements: 2 },
  'PUT /api/tile-requests/:id': { statements: 5 },
  'POST /api/tile-requests/estimates': { statements: 1 },
  'POST /api/tile-requests/:id/retry': { statements: 10 },
  'DELETE /api/tile-requests/:id': { statements: 3 },
  'GET /api/tile-requests/:id/files/:layer': { statements: 2 },

  // projects
  'GET /api/projects': { statements: 2 },
  'GET /api/projects/:id': { statements: 5 },
  'PUT /api/projects/:id': { statements: 10 },
  'PATCH /api/projects/:id': { statements: 10 },
  'PUT /api/projects/:id/membership': { statements: 11 },
  'DELETE /api/projects/:id/membership': { statements: 5 },
  'GET /api/projects/:id/species': { statements: 3 },
  'GET /api/projects/:id/observations': { statements: 4 },
  'GET /api/projects/:id/people': { statements: 3 },
  'GET /api/projects/:id/map': { statements: 3 },

  // feed
  'GET /api/feed': { statements: 2 },

  // discover
  'GET /api/discover/:country': { statements: 2 },

  // frequencies
  'GET /api/frequencies/:country': { statements: 2 },

  // community
  'GET /api/community/users/:id/species': { statements: 2 },
  'GET /api/community/users': { statements: 3 },
  'GET /api/community/observers/:taxonId': { statements: 3 },
  'GET /api/community/leaderboards/:board': { statements: 3 },
  'GET /api/community/suggestions': { statements: 2 },
  'GET /api/community/profile/:id': { statements: 3 },
  'GET /api/community/profile/:id/identifications': {
    statements: 3,
    scans: { tables: ['taxa'], because: 'it names the taxa of a whole page' },
  },
  'GET /api/community/profile': { statements: 2 },
  'PUT /api/community/profile': { statements: 2 },
  'PUT /api/community/portrait': { statements: 2 },
  'DELETE /api/community/portrait': { statements: 2 },
  'GET /api/community/portraits/:id': { statements: 1 },
  'GET /api/community/statistics/:user/:period/:location': { statements: 5 },
  'POST /api/community/statistics/seen/:user/:period': { statements: 5 },

  // feedback
  'PUT /api/feedback/:id': { statements: 4 },
  'GET /api/feedback': { statements: 2 },
  'PUT /api/feedback/:id/replies/:reply': { statements: 5 },
  'GET /api/feedback/:id/screenshot': { statements: 2 },
  'GET /api/feedback/ideas': { statements: 2 },
  'PUT /api/feedback/:id/vote': { statements: 2 },
  'DELETE /api/feedback/:id/vote': { statements: 2 },

  // settings
  'GET /api/settings/locations': { statements: 2 },
  'PUT /api/settings/locations/:id': { statements: 8 },
  'DELETE /api/settings/locations/:id': { statements: 6 },
  'GET /api/settings/wanted': { statements: 2 },
  'PUT /api/settings/wanted/:taxon_id': { statements: 6 },
  'DELETE /api/settings/wanted/:taxon_id': { statements: 2 },
  'GET /api/settings/species-notes': { statements: 2 },
  'PUT /api/settings/species-notes/:taxon_id': { statements: 7 },
  'DELETE /api/settings/species-notes/:taxon_id': { statements: 3 },

  // embeds
  'GET /api/embeds': { statements: 2 },
  'PUT /api/embeds/:id': { statements: 2 },
  'DELETE /api/embeds/:id': { statements: 2 },
  'GET /api/embed/counter': { statements: 1 },
  'GET /api/embed/project': { statements: 1 },
  'GET /api/embed/map': { statements: 1 },
  'GET /api/embed/species': { statements: 1 },
  'GET /api/embed/records': { statements: 1 },
  'GET /api/oembed': { statements: 0 },

  // admin
  'GET /api/admin/overview': { statements: 3, scans: { tables: ['users'], because: 'it counts all accounts, for admins' } },
  'GET /api/admin/users': { statements: 3, scans: { tables: ['users'], because: 'it counts the accounts that were found, for admins' } },
  'GET /api/admin/users/:id': { statements: 4 },
  'DELETE /api/admin/users/:id/sessions': { statements: 7 },
  'GET /api/admin/feedback': { statements: 3 },
  'GET /api/admin/feedback/:id': { statements: 2 },
  'PATCH /api/admin/feedback/:id': { statements: 6 },
  'GET /api/admin/tile-requests': { statements: 3 },
  'POST /api/admin/tile-requests/:id/cancel': { statements: 5 },
  'POST /api/admin/tile-requests/:id/retry': { statements: 7 },
  'PUT /api/admin/tile-requests/:id/sharing': { statements: 5 },
  'DELETE /api/admin/tile-requests/:id': { statements: 6 },
  'GET /api/admin/log': { statements: 2 },
  'GET /api/admin/jobs': { statements: 3 },
  'POST /api/admin/jobs/:queue/:id/retry': { statements: 2 },
  'GET /api/admin/storage': { statements: 5, scans: { tables: ['media', 'users'], because: 'it adds up all photos, for admins' } },
  'GET /api/admin/storage/orphans': { statements: 3 },
  'GET /api/admin/versions': { statements: 2 },
  'PUT /api/admin/versions/:version': { statements: 5 },
  'DELETE /api/admin/versions/:version': { statements: 4 },

  // images
  'GET /api/specie-images': {
    statements: 3,
    scans: { tables: ['taxa'], because: 'it counts all species and sorts them by need, for curators' },
  },
  'GET /api/specie-images/:taxonId': { statements: 6 },
  'GET /api/specie-images/:taxonId/current': { statements: 3 },
  'GET /api/specie-images/:taxonId/info': { statements: 2 },
  'GET /api/specie-images/:taxonId/preview': { statements: 0 },
  'PUT /api/specie-images/:taxonId/current': { statements: 7 },
  'POST /api/specie-images/:taxonId': { statements: 2 },
  'POST /api/specie-images/:taxonId/lock': { statements: 4 },
  'POST /api/specie-images/:taxonId/revert': { statements: 11 },
  'PUT /api/specie-images/:taxonId/rejections': { statements: 5 },
};
