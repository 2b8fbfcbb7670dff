import { type Coordinates, parseCoordinates } from '../parse-coordinates';

interface LinkPlaces {
  /** Places the link is about. */
  pins: Coordinates[];
  /** Middle of the map it shows. */
  centres: Coordinates[];
  uncertainty: number | null;
}

/** A link whose coordinates only its service knows. */
export type UnreadableLink = 'what3words' | 'short_link';

const LINK = /(?:https?:\/\/|geo:|comgooglemaps:|osmand\.|www\.)\S+|(?:[a-z\d-]+\.)+[a-z]{2,}\/\S+/i;
const NUMBER = String.raw`([+-]?\d{1,3}(?:\.\d+)?)`;
const PAIR = new RegExp(String.raw`^(?:loc:|point\.|ll\.)?${NUMBER}\s*[,~_]\s*${NUMBER}(?![\d.])`);

/** The link in a text, and the text around it. */
export function splitLink(text: string): { link: string; rest: string } | null {
  const match = LINK.exec(text);
  return match && { link: match[0].replace(/[.,;)>\]]+$/, ''), rest: text.replace(match[0], ' ').trim() };
}

export function unreadableLink(text: string): UnreadableLink | null {
  if (/what3words|w3w\.co/i.test(text) || /^\/{0,3}\p{Ll}{2,}[.・]\p{Ll}{2,}[.・]\p{Ll}{2,}$/u.test(text)) return 'what3words';
  return /maps\.app\.goo\.gl|goo\.gl\/maps|g\.co\/|g\.page|osm\.org\/go|openstreetmap\.org\/go|binged\.it|maps\.apple\/|her\.is/i.test(text)
    ? 'short_link'
    : null;
}

/** The places in a link to a map. Services that write longitude first are recognised by name. */
export function readLink(link: string): LinkPlaces {
  if (/^geo:/i.test(link)) return readGeo(link);
  const places: LinkPlaces = { pins: [], centres: [], uncertainty: null };
  let url: URL;
  try {
    url = new URL(/^[a-z][a-z\d+.-]*:/i.test(link) ? link : `https://${link}`);
  } catch {
    return places;
  }
  const { hostname: host } = url;
  const hash = new URLSearchParams(url.hash.replace(/^#/, ''));
  const parameter = (name: string) => url.searchParams.get(name) ?? hash.get(name);
  const pair = (name: string) => pairOf(parameter(name));
  const named = (latitude: string, longitude: string) => pairOf(`${parameter(latitude) ?? ''},${parameter(longitude) ?? ''}`);
  const turned = (place: Coordinates | null) => place && { latitude: place.longitude, longitude: place.latitude };
  const path = decoded(url.pathname);
  const pins: (Coordinates | null)[] = [];
  const centres: (Coordinates | null)[] = [];
  if (/(^|\.)yandex\./.test(host)) {
    pins.push(turned(pair('pt')), pair('text'));
    centres.push(turned(pair('ll')));
  } else if (/(^|\.)mapy\.(cz|com)$/.test(host)) {
    if (parameter('source') === 'coor') pins.push(turned(pair('id')));
    centres.push(named('y', 'x'));
  } else if (/(^|\.)google\.|^comgooglemaps/.test(host) || link.startsWith('comgooglemaps')) {
    for (const [, latitude, longitude] of path.matchAll(/!3d(-?[\d.]+)!4d(-?[\d.]+)/g)) pins.push(pairOf(`${latitude},${longitude}`));
    pins.push(
      pair('q'),
      pair('query'),
      pair('destination'),
      pair('daddr'),
      namedPlace(/\/(?:place|search)\/([^/@]+)/.exec(path)?.[1] ?? ''),
    );
    for (const stop of /\/dir\/([^@]+)/.exec(path)?.[1]?.split('/') ?? []) pins.push(pairOf(stop));
    centres.push(pairOf(/@([^/]+)/.exec(path)?.[1] ?? null), pair('ll'), pair('center'), pair('sll'), pair('viewpoint'));
  } else if (/(^|\.)bing\.com$/.test(host)) {
    pins.push(pair('sp'), pair('q'), pair('where1'));
    centres.push(pair('cp'));
  } else if (/(^|\.)apple\.com$/.test(host)) {
    pins.push(pair('coordinate'), pair('ll'), pair('q'), pair('daddr'), pair('address'));
    centres.push(pair('sll'), pair('center'));
  } else if (/(^|\.)(openstreetmap\.org|osm\.org|opentopomap\.org|osmand\.net|organicmaps\.app)$/.test(host)) {
    pins.push(named('mlat', 'mlon'), pair('pin'), pair('query'));
    centres.push(named('lat', 'lon'), mapHash(url.hash));
  } else if (/(^|\.)waze\.com$/.test(host)) {
    pins.push(pair('ll'), pair('to'), pair('latlng'));
  } else if (/(^|\.)here\.com$/.test(host)) {
    pins.push(pairOf(/^\/l\/(.+)/.exec(path)?.[1] ?? null));
    centres.push(pair('map'));
  } else {
    const place = named('lat', 'lon') ?? named('lat', 'lng') ?? named('lat', 'long') ?? named('latitude', 'longitude');
    const showsMap = ['zoom', 'z', 'radius', 'zl'].some((name) => parameter(name) !== null);
    (showsMap ? centres : pins).push(named('mlat', 'mlon'), place);
  }
  places.pins = pins.filter((one) => one !== null);
  places.centres = centres.filter((one) => one !== null);
  return places;
}

/** RFC 5870, and the query of Android: "geo:0,0?q=52.1,5.1(Label)". */
function readGeo(link: string): LinkPlaces {
  const [start, query = ''] = link.slice('geo:'.length).replace(/^\/\//, '').split('?') as [string, string?];
  const [point, ...parameters] = start.split(';');
  const valueOf = (name: string) => parameters.find((one) => one.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1);
  const crs = valueOf('crs');
  if (crs && crs.toLowerCase() !== 'wgs84') return { pins: [], centres: [], uncertainty: null };
  const uncertainty = Number(valueOf('u') ?? Number.NaN);
  const asked = pairOf(new URLSearchParams(query).get('q'));
  const place = asked ?? pairOf(point ?? null);
  return { pins: place ? [place] : [], centres: [], uncertainty: uncertainty > 0 ? uncertainty : null };
}

/** The place that a link names by its coordinates in any form. */
function namedPlace(name: string): Coordinates | null {
  const text = name.replaceAll('+', ' ');
  const answer = parseCoordinates(text);
  return pairOf(text) ?? (answer.ok ? answer.coordinates : null);
}

function mapHash(hash: string): Coordinates | null {
  const match = /(?:^#|map=)\d+(?:\.\d+)?\/(-?[\d.]+)\/(-?[\d.]+)/.exec(hash);
  return match && pairOf(`${match[1]},${match[2]}`);
}

function pairOf(text: string | null): Coordinates | null {
  const match = text === null ? null : PAIR.exec(text.trim());
  return match && { latitude: Number(match[1]), longitude: Number(match[2]) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
