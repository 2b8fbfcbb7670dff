import { type FoundPoint, type FoundTrack, numberIn } from './found-point';
import { TrackFileError } from './track-file';
import { childrenNamed, elementsNamed, textOfChild } from './xml-elements';

/** The tracks with times of a KML file; its lines if it has none. */
export function readKml(root: Element): FoundTrack[] {
  const places = elementsNamed(root, 'Placemark');
  const tracks = places.map((place) => found(place, elementsNamed(place, 'Track').map(timedPoints)));
  const lines = places.map((place) => found(place, elementsNamed(place, 'LineString').map(pointsOfLine)));
  const isAny = ({ segments }: FoundTrack) => segments.length > 0;
  const all = tracks.some(isAny) ? tracks.filter(isAny) : lines.filter(isAny);
  if (all.length > 0) return all;
  throw new TrackFileError(places.length > 0 ? 'places' : 'no_track');
}

function found(place: Element, segments: FoundPoint[][]): FoundTrack {
  return { name: textOfChild(place, 'name') ?? '', notes: textOfChild(place, 'description') ?? '', segments };
}

/** A track has all its times before all its positions, or one after the other. */
function timedPoints(track: Element): FoundPoint[] {
  const times = childrenNamed(track, 'when').map(({ textContent }) => textContent?.trim() ?? '');
  return childrenNamed(track, 'coord').map(({ textContent }, at) => pointOf((textContent ?? '').trim().split(/\s+/), times[at] ?? null));
}

function pointsOfLine(line: Element): FoundPoint[] {
  const positions = (textOfChild(line, 'coordinates') ?? '').split(/\s+/).filter(Boolean);
  return positions.map((position) => pointOf(partsOf(position), null));
}

/** Of "5.1,52.3,4", or with decimal commas: a position never has more than three numbers. */
function partsOf(position: string): string[] {
  const parts = position.split(',');
  if (parts.length < 4) return parts;
  const [east, eastPart, north, northPart, ...height] = parts;
  return [`${east}.${eastPart}`, `${north}.${northPart}`, height.join('.')];
}

function pointOf([longitude, latitude, elevation]: readonly string[], time: string | null): FoundPoint {
  return { latitude: numberIn(latitude), longitude: numberIn(longitude), elevation: numberIn(elevation), time };
}
