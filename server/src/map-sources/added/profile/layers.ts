const FINE = { simplify_level: 0.0003, simplify_ratio: 2 };

/** The layers of the schema `veld`: from which zoom on they have something, and how far they are simplified. `outdoor.lua` fills them. */
export const PROFILE = {
  layers: {
    land: { minzoom: 7, maxzoom: 14, simplify_below: 13, ...FINE },
    water: { minzoom: 7, maxzoom: 14, simplify_below: 12, ...FINE },
    protected: { minzoom: 7, maxzoom: 14, simplify_below: 13, ...FINE },
    waterway: { minzoom: 8, maxzoom: 14, simplify_below: 12, ...FINE },
    coast: { minzoom: 7, maxzoom: 14, simplify_below: 13, ...FINE },
    cliff: { minzoom: 13, maxzoom: 14 },
    border: { minzoom: 7, maxzoom: 14, simplify_below: 12, ...FINE },
    building: { minzoom: 13, maxzoom: 14 },
    way: { minzoom: 7, maxzoom: 14, simplify_below: 13, simplify_level: 0.0003 },
    way_name: { minzoom: 12, maxzoom: 14 },
    area_name: { minzoom: 7, maxzoom: 14 },
    peak: { minzoom: 10, maxzoom: 14 },
    spot: { minzoom: 12, maxzoom: 14 },
    place: { minzoom: 7, maxzoom: 14 },
  },
  settings: {
    minzoom: 7,
    maxzoom: 14,
    basezoom: 14,
    include_ids: false,
    combine_below: 14,
    name: 'Veld outdoor',
    version: '1',
    description: 'Paths, woods, waters and what else people who look for nature want on a map',
    compress: 'gzip',
  },
} as const;
