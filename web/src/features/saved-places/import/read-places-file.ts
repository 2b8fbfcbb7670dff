import { isRecord } from '@veld/contract';
import { textInDeclaredEncoding } from '../../../device/declared-encoding';
import { mendXml } from '../../../device/mend-xml';

/** A file may have this many bytes. */
export const MAX_FILE_BYTES = 10_000_000;
/** Of what is no object. */
const NOTHING: Record<string, unknown> = {};

/** What a file says about one place: a GeoJSON geometry of any type, unchecked. */
export interface FoundFeature {
  name: string;
  notes: string;
  geometry: unknown;
  /** All that the file says, unchecked. */
  properties: Record<string, unknown>;
}

export type FileFault = 'too_large' | 'unreadable';

/** Thrown for a file that cannot be read. */
export class PlacesFileError extends Error {
  readonly fault: FileFault;

  constructor(fault: FileFault) {
    super(fault);
    this.name = 'PlacesFileError';
    this.fault = fault;
  }
}

/** Reads GPX, KML and GeoJSON by content, whatever the name of the file. Throws a `PlacesFileError`. */
export async function readPlacesFile(file: Blob): Promise<FoundFeature[]> {
  if (file.size > MAX_FILE_BYTES) throw new PlacesFileError('too_large');
  const text = textInDeclaredEncoding(await file.arrayBuffer()).trimStart();
  const features = text.startsWith('<') ? await featuresOfXml(text) : featuresOfJson(text);
  return features.map(foundFeature);
}

async function featuresOfXml(text: string): Promise<unknown[]> {
  if (/<!ENTITY/i.test(text)) throw new PlacesFileError('unreadable');
  const parse = (xml: string) => new DOMParser().parseFromString(xml, 'application/xml');
  let document = parse(text);
  if (document.querySelector('parsererror')) {
    const mended = mendXml(text);
    // Places that are missing would be missed by nobody, so that a file that ends too early is refused.
    if (!mended.isCut) document = parse(mended.text);
  }
  const root = document.documentElement?.localName;
  if ((root !== 'gpx' && root !== 'kml') || document.querySelector('parsererror')) throw new PlacesFileError('unreadable');
  const { gpx, kml } = await import('@tmcw/togeojson');
  try {
    return (root === 'gpx' ? gpx(document) : kml(document)).features;
  } catch {
    throw new PlacesFileError('unreadable');
  }
}

function featuresOfJson(text: string): unknown[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new PlacesFileError('unreadable');
  }
  if (!isRecord(value)) throw new PlacesFileError('unreadable');
  const { type, features } = value;
  if (type === 'FeatureCollection' && Array.isArray(features)) return features;
  if (type === 'Feature') return [value];
  if (typeof type === 'string') return [{ type: 'Feature', geometry: value }];
  throw new PlacesFileError('unreadable');
}

function foundFeature(feature: unknown): FoundFeature {
  const { geometry, properties: given } = isRecord(feature) ? feature : NOTHING;
  const properties = isRecord(given) ? given : NOTHING;
  const { name, title, desc, description } = properties;
  return { name: plain(name ?? title), notes: plain(desc ?? description), geometry, properties };
}

/** Descriptions in KML are HTML. */
function plain(value: unknown): string {
  const text = typeof value === 'object' && value !== null && 'value' in value ? value.value : value;
  if (typeof text === 'number') return String(text);
  if (typeof text !== 'string') return '';
  const isHtml = /<\/?[a-z][^>]*>/i.test(text);
  const words = isHtml ? (new DOMParser().parseFromString(text, 'text/html').body.textContent ?? '') : text;
  return words.replaceAll('\u0000', '').toWellFormed().trim();
}
