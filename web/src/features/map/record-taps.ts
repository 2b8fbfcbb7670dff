import type { GeoJSONSource, Map as MapLibre, Point } from 'maplibre-gl';
import { CLUSTERS, POINTS, RECORDS } from './records-overlay';
import { reachAround, type Way } from './spot/use-map-tools';
import { placeAt } from './tools/saved-places';

/** Ids of the records at a screen position, else the saved place there, or null. Zooms in if there is a cluster. */
export function recordsAt(map: MapLibre, point: Point): string[] | Way | null {
  if (!map.getLayer(POINTS)) return null;
  const found = map.queryRenderedFeatures(reachAround(point), { layers: [CLUSTERS, POINTS] });
  const cluster = found.find(({ properties }) => properties.cluster);
  if (cluster) {
    void enlarge(map, cluster);
    return null;
  }
  if (found.length === 0) return placeAt(map, point, true);
  return [...new Set(found.map(({ properties }) => String(properties.id)))];
}

async function enlarge(map: MapLibre, { geometry, properties }: GeoJSON.Feature): Promise<void> {
  const source = map.getSource<GeoJSONSource>(RECORDS);
  if (!source || geometry.type !== 'Point' || !properties) return;
  const zoom = await source.getClusterExpansionZoom(properties.cluster_id as number);
  map.easeTo({ center: geometry.coordinates as [number, number], zoom });
}
