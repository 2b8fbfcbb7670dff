// The only module that imports MapLibre: it is loaded when the first map is shown (decision 0039).
import { addProtocol, Map as MapLibre, type MapOptions, prewarm, ScaleControl, setWorkerUrl } from 'maplibre-gl';
import workerFile from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { townsOfTile } from '../../../local/places/words-at';
import { readTile } from './archives';
import { lose, loseTowns } from './map-detail';
import { noTile, readPackTile } from './packs/pack-tiles';
import { drawSpotImages } from './sources/spot-image';
import { FONTS, TOWNS } from './style/labels';
import { LAST_ZOOM } from './style/map-style';
import { addTileReader, tileReader, type TileReader } from './tile-readers';
import 'maplibre-gl/dist/maplibre-gl.css';
import './map-fonts.css';

/** Reads a tile of the gazetteer's towns, which a worker makes. */
const readTowns: TileReader = async (at, _query, signal) => {
  const tile = await townsOfTile(at);
  signal.throwIfAborted();
  if (!tile) loseTowns();
  // MapLibre takes the buffer, which may be larger than the tile.
  return tile ? tile.slice().buffer : new ArrayBuffer(0);
};

setWorkerUrl(workerFile);
// Worker and fonts load while the page of the map is still being made, instead of one after another when the first tile needs them.
if (typeof Worker !== 'undefined') prewarm();
for (const font of Object.values(FONTS)) document.fonts.load(`48px "${font}"`).catch(() => undefined);
addTileReader(TOWNS, readTowns);

const ADDRESS = /^veld:\/\/(\w+)\/(\d+)\/(\d+)\/(\d+)(?:\?(.*))?$/;

addProtocol('veld', async ({ url }, { signal }) => {
  const [, name = '', z, x, y, query] = ADDRESS.exec(url) ?? [];
  const at = { z: Number(z), x: Number(x), y: Number(y) };
  const reader = tileReader(name);
  if (reader) return { data: await reader(at, new URLSearchParams(query), signal) };
  const detail = name === 'base' ? 'base' : 'world';
  if (at.z > LAST_ZOOM[detail]) {
    const data = await readPackTile(null, at).catch(() => null);
    if (!data) throw noTile();
    return { data };
  }
  try {
    const data = await readTile(detail, at);
    signal.throwIfAborted();
    return { data };
  } catch (error) {
    if (signal.aborted) throw error;
    lose(detail);
    return { data: new ArrayBuffer(0) };
  }
});

/** A flat map with north up, and a scale bar that is wider for larger text. */
export function createMap(options: MapOptions & { units: 'metric' | 'imperial'; textScale: number }): MapLibre {
  const { units, textScale, ...rest } = options;
  const map = new MapLibre({
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    maxPitch: 0,
    maxZoom: 18,
    ...rest,
  });
  // Its keys are its own, and a second region with the name of the one around it would say nothing.
  map.getCanvas().setAttribute('role', 'application');
  drawSpotImages(map);
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  map.addControl(new ScaleControl({ unit: units, maxWidth: 96 * textScale }), 'bottom-left');
  return map;
}
