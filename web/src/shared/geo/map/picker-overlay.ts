import { trackPieces } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import { currentJourney } from '../../../local/records/journeys/current';
import { readTrack } from '../../../local/records/journeys/point-log';
import { ownObservations } from '../../../local/records/observations';
import { currentDatabase } from '../../session/session';
import type { Overlay } from './style/map-style';
import type { MapData } from './use-map';

const RECORDS = 'picker_records';
const TRACK = 'picker_track';
/** So many of the last records are shown, by which a person knows a place again. */
const MOST_RECORDS = 300;
/** A journey that ended is still the one of a record made on it. */
const RECENT_MS = 12 * 3_600_000;
const NOTHING: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] };
const EMPTY: MapData = { [RECORDS]: NOTHING, [TRACK]: NOTHING };

/** The person's last records and the track of the journey that runs, or has just ended. */
export const PICKER_OVERLAY: Overlay = {
  sources: { [RECORDS]: {}, [TRACK]: {} },
  layers: (colours) => [
    {
      id: 'picker_track_halo',
      type: 'line',
      source: TRACK,
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-color': colours.halo, 'line-width': 6 },
    },
    {
      id: TRACK,
      type: 'line',
      source: TRACK,
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-color': colours.label, 'line-width': 3 },
    },
    {
      id: RECORDS,
      type: 'circle',
      source: RECORDS,
      paint: {
        'circle-radius': 5,
        'circle-color': colours.record,
        'circle-stroke-color': colours['record-ring'],
        'circle-stroke-width': 1.5,
      },
    },
  ],
};

export function usePickerData(): MapData {
  const database = currentDatabase();
  const found = useLiveQuery(async () => {
    const records = await ownObservations(database, { limit: MOST_RECORDS });
    const journey = await currentJourney.read(database);
    const isRecent = journey && (journey.ended_at === null || Date.now() - journey.ended_at < RECENT_MS);
    return { records, track: isRecent ? await readTrack(database, journey.id) : [] };
  }, [database]);
  return useMemo(() => {
    if (!found) return EMPTY;
    const points = found.records.flatMap(({ latitude, longitude }) =>
      latitude == null || longitude == null ? [] : [feature({ type: 'Point', coordinates: [longitude, latitude] })],
    );
    const lines = trackPieces(found.track).map((piece) => piece.map((point) => [point.longitude, point.latitude]));
    return {
      [RECORDS]: { type: 'FeatureCollection', features: points },
      [TRACK]: { type: 'FeatureCollection', features: [feature({ type: 'MultiLineString', coordinates: lines })] },
    };
  }, [found]);
}

const feature = (geometry: GeoJSON.Geometry): GeoJSON.Feature => ({ type: 'Feature', properties: {}, geometry });
