import type { GeoJSONSource, Map as MapLibre, MapMouseEvent } from 'maplibre-gl';
import { CLUSTERS, POINTS, RECORDS } from './records-overlay';

/** A finger is wider than a point. */
const REACH_PX = 8;

/** Tells which records were tapped, none beside them, and enlarges a cluster. Returns what stops it. */
export function onRecordTap(map: MapLibre, tapped: (ids: string[]) => void): () => void {
  const click = ({ point }: MapMouseEvent) => {
    if (!map.getLayer(POINTS)) return;
    const around: [[number, number], [number, number]] = [
      [point.x - REACH_PX, point.y - REACH_PX],
      [point.x + REACH_PX, point.y + REACH_PX],
    ];
    const found = map.queryRenderedFeatures(around, { layers: [CLUSTERS, POINTS] });
    const cluster = found.find(({ properties }) => properties.cluster);
    if (cluster) void enlarge(map, cluster);
    tapped(cluster ? [] : [...new Set(found.map(({ properties }) => String(properties.id)))]);
  };
  const over = () => (map.getCanvas().style.cursor = 'pointer');
  const out = () => (map.getCanvas().style.cursor = '');
  const layers = [CLUSTERS, POINTS];
  map.on('click', click);
  map.on('mouseenter', layers, over);
  map.on('mouseleave', layers, out);
  return () => {
    map.off('click', click);
    map.off('mouseenter', layers, over);
    map.off('mouseleave', layers, out);
  };
}

async function enlarge(map: MapLibre, { geometry, properties }: GeoJSON.Feature): Promise<void> {
  const source = map.getSource<GeoJSONSource>(RECORDS);
  if (!source || geometry.type !== 'Point' || !properties) return;
  const zoom = await source.getClusterExpansionZoom(properties.cluster_id as number);
  map.easeTo({ center: geometry.coordinates as [number, number], zoom });
}
