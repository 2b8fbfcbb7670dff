import { z } from 'zod/mini';
import { route } from '../route.ts';
import { TileRequest, TileRequestState } from '../tile-requests/requests.ts';
import { Cursor, NumberText, Uuid } from '../vocabulary.ts';

const { layers, record_groups, max_zoom, state, reason, tiles, done_tiles, bytes, created_at, expires_at } = TileRequest.shape;

/** An offline map as admins see it: without its name and area, with a box of whole degrees around it. */
export const AdminTileRequest = z.object({
  id: Uuid,
  /** Null once the account is closed. */
  user: z.nullable(z.object({ id: Uuid, name: z.string() })),
  box: TileRequest.shape.box,
  layers,
  record_groups,
  max_zoom,
  state,
  reason,
  tiles,
  done_tiles,
  bytes,
  created_at,
  expires_at,
  /** Whether others of the same area get their tiles from it, and how often they did. */
  is_shared: z.boolean(),
  served: z.int(),
});
export type AdminTileRequest = z.infer<typeof AdminTileRequest>;

export const listAdminTileRequests = route({
  method: 'GET',
  path: '/api/admin/tile-requests',
  summary: 'As admin, the offline maps of everyone, latest first, a page at a time, and how many there are',
  query: z.object({
    state: z.optional(TileRequestState),
    cursor: z.optional(Cursor),
    limit: z.optional(z.pipe(NumberText, z.int().check(z.gte(1), z.lte(100)))),
  }),
  replies: { 200: z.object({ data: z.array(AdminTileRequest), total: z.int(), next_cursor: z.nullable(z.string()) }) },
});

const Params = z.object({ id: Uuid });

export const cancelTileRequest = route({
  method: 'POST',
  path: '/api/admin/tile-requests/:id/cancel',
  summary: 'As admin, stop an offline map that waits or is being built; one in another state stays as it is',
  params: Params,
  replies: { 204: null },
});

export const rerunTileRequest = route({
  method: 'POST',
  path: '/api/admin/tile-requests/:id/retry',
  summary: 'As admin, build an offline map that failed or expired again; one in another state stays as it is',
  params: Params,
  replies: { 204: null },
});

export const shareTileRequest = route({
  method: 'PUT',
  path: '/api/admin/tile-requests/:id/sharing',
  summary:
    'As admin, make others of the same area, zooms and map from an offline map that is ready, or no longer. A shared one does not expire. 409 for one that has no map or is not ready',
  params: Params,
  body: z.strictObject({ is_shared: z.boolean() }),
  replies: { 204: null },
});

export const purgeTileRequest = route({
  method: 'DELETE',
  path: '/api/admin/tile-requests/:id',
  summary: 'As admin, delete an offline map from the server; what devices stored stays there',
  params: Params,
  replies: { 204: null },
});
