import { type FoundPoint, type FoundTrack, numberIn } from './found-point';
import { TrackFileError } from './track-file';
import { childrenNamed, textOfChild } from './xml-elements';

/**
 * The tracks of a GPX file, 1.0 or 1.1; its routes if it has no track. Read from the elements, as all formats here: `togeojson`, which
 * reads files with places, drops segments of one point and accuracies, and does not say which points have no time.
 */
export function readGpx(root: Element): FoundTrack[] {
  const tracks = childrenNamed(root, 'trk').map((track) => found(track, childrenNamed(track, 'trkseg'), 'trkpt'));
  const routes = childrenNamed(root, 'rte').map((route) => found(route, [route], 'rtept'));
  const isAny = ({ segments }: FoundTrack) => segments.some(({ length }) => length > 0);
  const all = tracks.some(isAny) ? tracks.filter(isAny) : routes.filter(isAny);
  if (all.length > 0) return all.map((track) => (all.length === 1 ? namedAfterFile(track, root) : track));
  throw new TrackFileError(childrenNamed(root, 'wpt').length > 0 ? 'places' : 'no_track');
}

function found(line: Element, segments: readonly Element[], point: string): FoundTrack {
  return {
    name: textOfChild(line, 'name') ?? '',
    notes: textOfChild(line, 'desc') ?? textOfChild(line, 'cmt') ?? '',
    segments: segments.map((segment) => childrenNamed(segment, point).map(pointOf)),
  };
}

/** In GPX 1.1, the file is described in its metadata. */
function namedAfterFile(track: FoundTrack, root: Element): FoundTrack {
  const about = childrenNamed(root, 'metadata')[0] ?? root;
  return {
    ...track,
    name: track.name || textOfChild(about, 'name') || '',
    notes: track.notes || textOfChild(about, 'desc') || '',
  };
}

function pointOf(point: Element): FoundPoint {
  const extensions = childrenNamed(point, 'extensions')[0];
  const extended = (name: string) => extensions && [...extensions.getElementsByTagName('*')].find(({ localName }) => localName === name);
  return {
    latitude: numberIn(point.getAttribute('lat')),
    longitude: numberIn(point.getAttribute('lon')),
    time: textOfChild(point, 'time'),
    elevation: numberIn(textOfChild(point, 'ele')),
    accuracy: numberIn(extended('accuracy')?.textContent),
    // GPX 1.0 has it on the point itself.
    speed: numberIn(textOfChild(point, 'speed') ?? extended('speed')?.textContent),
  };
}
