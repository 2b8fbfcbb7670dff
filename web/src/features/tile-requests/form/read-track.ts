import { ownJourney } from '../../../local/records/journeys/journeys';
import { currentDatabase } from '../../../shared/session/session';
import { readOwnTrack as pointsOf } from '../../journeys/data';
import { PlacesFileError, readPlacesFile } from '../../saved-places/import/read-places-file';
import { type AreaForm, extractTrack, trackOfJourney } from './area-form';

/** A track to ask for an area along, with a name for it. */
export interface NamedTrack {
  name: string;
  /** Null if there is none that can be used. */
  track: AreaForm['track'];
}

/** The track of a journey on this device; null for an unknown one. */
export async function readJourney(id: string): Promise<NamedTrack | null> {
  const [journey, points] = await Promise.all([ownJourney(currentDatabase(), id), pointsOf(id)]);
  return journey ? { name: journey.name, track: trackOfJourney(points, journey.trim) } : null;
}

/** The tracks of a GPX, KML, GeoJSON, TCX or FIT file. Throws a `PlacesFileError`. */
export async function readTrack(file: File): Promise<NamedTrack> {
  return { name: file.name.replace(/\.\w+$/, ''), track: extractTrack(await linesOf(file)) };
}

async function linesOf(file: File): Promise<{ geometry: unknown }[]> {
  try {
    return await readPlacesFile(file);
  } catch (error) {
    if (!(error instanceof PlacesFileError) || error.fault !== 'unreadable') throw error;
    const { readTrackFile } = await import('../../journeys/formats/read-track-file');
    const tracks = await readTrackFile(file).catch(() => {
      throw error;
    });
    const lines = tracks.flatMap(({ segments }) => segments);
    return lines.map((points) => ({
      geometry: { type: 'LineString', coordinates: points.map(({ longitude, latitude }) => [longitude, latitude]) },
    }));
  }
}
