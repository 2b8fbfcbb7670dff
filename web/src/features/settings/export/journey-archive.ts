import type { TrackPoint } from '@veld/contract';
import { safeFileName } from '../../../device/files';
import type { UserDatabase } from '../../../local/db/database';
import type { LocalJourney } from '../../../local/db/rows';
import { ownJourneys, recordsOfJourney } from '../../../local/records/journeys/journeys';
import { pickContent } from '../../../local/records/journeys/merge';
import { readTrack } from '../../../local/records/journeys/point-log';
import { writeGpx } from '../../journeys/formats/write-gpx';
import { splitSegments } from '../../journeys/formats/track-points';

/** The columns of the points in journeys.json. A new `segment` begins after each pause and each gap. */
const COLUMNS = ['seq', 'segment', 'time_utc', 'latitude', 'longitude', 'elevation_m', 'accuracy_m', 'speed_mps', 'source'] as const;

/** The points of a journey as rows, so that a day of them stays small. */
function rowOf({ t, ...point }: TrackPoint): unknown[] {
  const values = { ...point, time_utc: t === null ? null : new Date(t).toISOString() };
  return COLUMNS.map((name) => values[name]);
}

/** Where the track of a journey is in the archive. */
function fileOf({ id, name, started_at }: LocalJourney): string {
  return `journeys/${started_at.slice(0, 10)} ${safeFileName(name)} ${id.slice(0, 8)}.gpx`;
}

/** journeys.json: everything about each journey, with all points of its track, those that are trimmed away included; one after another. */
export async function* journeysJson(database: UserDatabase): AsyncGenerator<string> {
  yield `{"point_columns":${JSON.stringify(COLUMNS)},"journeys":[`;
  for (const [at, journey] of (await ownJourneys(database)).entries()) {
    const track = await readTrack(database, journey.id);
    const records = await recordsOfJourney(database, journey.id);
    const facts = {
      id: journey.id,
      ...pickContent(journey),
      paused_s: Math.round(journey.paused_ms / 1000),
      records: records.map(({ id }) => id),
      file: track.length > 0 ? fileOf(journey) : null,
      // Where a journey was made elsewhere, its points come later than the journey itself.
      is_complete: track.length >= journey.server_points,
    };
    yield `${at === 0 ? '' : ','}\n${JSON.stringify(facts).slice(0, -1)},"points":[`;
    for (const [number, point] of track.entries()) yield `${number === 0 ? '' : ','}${JSON.stringify(rowOf(point))}`;
    yield ']}';
  }
  yield '\n]}\n';
}

/** The journeys with a track, each as a GPX file: its name and what makes its text. */
export async function trackFiles(database: UserDatabase): Promise<{ name: string; gpx: () => Promise<string | null> }[]> {
  const gpx = async (journey: LocalJourney) => {
    const track = await readTrack(database, journey.id);
    const { name, notes, started_at: startedAt } = journey;
    return track.length > 0 ? writeGpx({ name, notes, startedAt, segments: splitSegments(track), records: [] }) : null;
  };
  return (await ownJourneys(database)).map((journey) => ({ name: fileOf(journey), gpx: () => gpx(journey) }));
}
