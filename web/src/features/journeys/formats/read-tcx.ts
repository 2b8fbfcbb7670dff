import { type FoundPoint, type FoundTrack, numberIn } from './found-point';
import { TrackFileError } from './track-file';
import { childrenNamed, elementsNamed, textOfChild } from './xml-elements';

/** Laps that follow each other within this time are one segment. */
const LAP_GAP_MS = 30_000;

/** The activities of a TCX file; its courses if it has none. */
export function readTcx(root: Element): FoundTrack[] {
  const activities = elementsNamed(root, 'Activity').map((activity) => found(activity, childrenNamed(activity, 'Lap')));
  const courses = elementsNamed(root, 'Course').map((course) => found(course, [course]));
  const all = [...activities, ...courses].filter(({ segments }) => segments.length > 0);
  if (all.length === 0) throw new TrackFileError('no_track');
  return all;
}

function found(activity: Element, laps: readonly Element[]): FoundTrack {
  return {
    name: textOfChild(activity, 'Name') ?? '',
    notes: textOfChild(activity, 'Notes') ?? '',
    segments: joinLaps(laps.map((lap) => childrenNamed(lap, 'Track').map(pointsOf))),
  };
}

/** The tracks within a lap are parted by pauses; laps are not. */
function joinLaps(laps: readonly FoundPoint[][][]): FoundPoint[][] {
  const segments: FoundPoint[][] = [];
  for (const tracks of laps) {
    for (const [index, points] of tracks.entries()) {
      const [before, first] = [segments.at(-1), points[0]];
      if (!first) continue;
      if (index === 0 && before && isSoonAfter(before.at(-1)!, first)) before.push(...points);
      else segments.push([...points]);
    }
  }
  return segments;
}

function isSoonAfter(one: FoundPoint, other: FoundPoint): boolean {
  const gap = Date.parse(String(other.time)) - Date.parse(String(one.time));
  return gap >= 0 && gap <= LAP_GAP_MS;
}

/** Points without a position have only a heart rate or the like, and are none. */
function pointsOf(track: Element): FoundPoint[] {
  return childrenNamed(track, 'Trackpoint').flatMap((point): FoundPoint[] => {
    const position = childrenNamed(point, 'Position')[0];
    if (!position) return [];
    return [
      {
        latitude: numberIn(textOfChild(position, 'LatitudeDegrees')),
        longitude: numberIn(textOfChild(position, 'LongitudeDegrees')),
        time: textOfChild(point, 'Time'),
        elevation: numberIn(textOfChild(point, 'AltitudeMeters')),
        speed: numberIn(elementsNamed(point, 'Speed')[0]?.textContent),
      },
    ];
  });
}
