import { textInDeclaredEncoding } from '../../../device/declared-encoding';
import { mendXml } from '../../../device/mend-xml';
import { type FoundPoint, type FoundTrack, numberIn, usableTracks } from './found-point';
import { readFit } from './read-fit';
import { readKml } from './read-kml';
import { readTcx } from './read-tcx';
import { type FileTrack, TrackFileError } from './track-file';
import { childrenNamed, textOfChild } from './xml-elements';

/** A file may have this many bytes: about three days at one point per second. */
export const MAX_TRACK_BYTES = 40_000_000;

/** Reads GPX, KML, TCX and FIT by content, whatever the name of the file. Throws a `TrackFileError`. */
export async function readTrackFile(file: Blob, now = Date.now()): Promise<FileTrack[]> {
  if (file.size > MAX_TRACK_BYTES) throw new TrackFileError('too_large');
  if (file.size === 0) throw new TrackFileError('empty');
  const { tracks, isCut } = await foundIn(await file.arrayBuffer());
  return usableTracks(tracks, now).map((track) => ({ ...track, isCut }));
}

/** How such files begin; FIT has it after the first eight bytes. */
const FIT = [0x2e, 0x46, 0x49, 0x54];
const ZIP = [0x50, 0x4b];
const GZIP = [0x1f, 0x8b];
const startsWith = (bytes: Uint8Array, sign: readonly number[]) => sign.every((byte, at) => bytes[at] === byte);

interface Found {
  tracks: FoundTrack[];
  isCut: boolean;
}

async function foundIn(bytes: ArrayBuffer): Promise<Found> {
  const head = new Uint8Array(bytes.slice(0, 12));
  if (startsWith(head.slice(8), FIT)) return readFit(bytes);
  if (startsWith(head, ZIP) || startsWith(head, GZIP)) throw new TrackFileError('compressed');
  const text = textInDeclaredEncoding(bytes).trimStart();
  if (text === '') throw new TrackFileError('empty');
  if (!text.startsWith('<')) throw new TrackFileError('unknown');
  return foundInXml(text);
}

function foundInXml(text: string): Found {
  const read = READERS[formatOf(text)];
  if (!read) throw new TrackFileError('unknown');
  // No format has entities of its own; a file that has them wants to be large or to read others.
  if (/<!ENTITY/i.test(text)) throw new TrackFileError('damaged');
  const { root, isCut } = parsed(text);
  if (!root) throw new TrackFileError('damaged');
  return { tracks: read(root), isCut };
}

function parsed(text: string): { root: Element | null; isCut: boolean } {
  const root = rootOf(text);
  if (root) return { root, isCut: false };
  const mended = mendXml(text);
  return { root: rootOf(mended.text), isCut: mended.isCut };
}

/** Null for XML that is not well formed. */
function rootOf(text: string): Element | null {
  const document = new DOMParser().parseFromString(text, 'application/xml');
  return document.querySelector('parsererror') ? null : document.documentElement;
}

const READERS: Partial<Record<string, (root: Element) => FoundTrack[]>> = {
  gpx: readGpx,
  kml: readKml,
  TrainingCenterDatabase: readTcx,
};

/** The name of the first element, which can also be read in a file that ends too early. */
function formatOf(text: string): string {
  return /<(?:[\w.-]+:)?([A-Za-z][\w.-]*)/.exec(text)?.[1] ?? '';
}

/**
 * The tracks of a GPX file, 1.0 or 1.1; its routes if it has no track. Read from the elements, as all formats here: `togeojson`, which
 * reads files with places, drops segments of one point and accuracies, and does not say which points have no time.
 */
function readGpx(root: Element): FoundTrack[] {
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
