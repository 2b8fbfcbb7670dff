import { type Case, type CasesOf, ofRow, plain } from '../../testing/cases.ts';
import type { tileRequests as feature } from './feature.ts';

const TILES = {
  area: { kind: 'circle', latitude: 52.1, longitude: 5.1, radius_km: 5 },
  min_zoom: 0,
  max_zoom: 4,
  layers: ['base'],
  source_id: null,
};

/** A round area with as many corners as a person may draw. */
const CORNERS = 1_999;

const ROUND = Array.from({ length: CORNERS + 1 }, (_, at) => {
  const angle = (2 * Math.PI * (at % CORNERS)) / CORNERS;
  return [5 + Math.cos(angle) / 2, 52 + Math.sin(angle) / 2];
});

const area = { kind: 'polygon', geometry: { type: 'Polygon', coordinates: [ROUND] } };

export const tileRequests: Case = {
  ...ofRow(({ veld }, id, user_id) => {
    const { layers: _, area, ...zooms } = TILES;
    const box = { west: 5, south: 52, east: 5.2, north: 52.2 };
    const times = { created_at: new Date(0), queued_at: new Date(0) };
    const row = { id, user_id, name: 'Marsh', area: JSON.stringify(area), ...zooms, ...box, ...times, layers: ['base' as const] };
    return veld.db
      .insertInto('tile_requests')
      .values({ ...row, language: 'en', state: 'failed' })
      .execute();
  }),
  request: () => ({ body: { name: 'Marsh', ...TILES } }),
};

export const cases: CasesOf<typeof feature> = {
  'GET /api/tile-requests': plain,
  'GET /api/tile-requests/:id': { ...tileRequests, request: () => ({}) },
  'PUT /api/tile-requests/:id': { ...tileRequests, budget: { body: (_large, valid) => ({ ...valid, area }) } },
  'POST /api/tile-requests/estimates': { request: () => ({ body: TILES }), budget: { body: (_large, valid) => ({ ...valid, area }) } },
  'POST /api/tile-requests/:id/retry': { ...tileRequests, request: () => ({}) },
  'DELETE /api/tile-requests/:id': { ...tileRequests, request: () => ({}) },
  'GET /api/tile-requests/:id/files/:layer': {
    ...tileRequests,
    request: (_world, id) => ({ path: `/api/tile-requests/${id}/files/base` }),
  },
};
