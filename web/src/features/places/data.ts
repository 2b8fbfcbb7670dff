import { useQuery } from '@tanstack/react-query';
import { getPublicPlace, getPublicPlaceFigures, type PlacePhoto, type PublicPlacePage } from '@veld/contract';
import { api } from '../../local/app/veld';
import type { StillShape } from '../../shared/geo/still/shapes';
import { CallError } from '../../shared/session/session';

const FRESH_MS = 60_000;

interface Options {
  /** Asked without a session for a visitor. */
  asVisitor?: boolean;
  /** Asked for until it is there: this device has made it public. */
  isAwaited?: boolean;
}
const AWAITED_MS = 1500;
const tokenFor = ({ asVisitor }: Options): { token?: null } => (asVisitor ? { token: null } : {});

export const isPlaceMissing = (error: unknown): boolean => error instanceof CallError && error.status === 404;

export function usePublicPlacePage(id: string, options: Options = {}) {
  return useQuery({
    queryKey: ['public-place', id, options.asVisitor],
    queryFn: async ({ signal }) => (await api.call(getPublicPlace, { params: { id } }, { signal, ...tokenFor(options) })).data,
    staleTime: FRESH_MS,
    retry: (count, error) => count < 1 && !isPlaceMissing(error),
    refetchInterval: ({ state }) => (options.isAwaited && isPlaceMissing(state.error) ? AWAITED_MS : false),
  });
}

export function usePublicPlaceFigures(id: string, options: Options = {}) {
  return useQuery({
    queryKey: ['public-place-figures', id, options.asVisitor],
    queryFn: async ({ signal }) => (await api.call(getPublicPlaceFigures, { params: { id } }, { signal, ...tokenFor(options) })).data,
    staleTime: FRESH_MS,
  });
}

export interface OwnPlacePhoto extends PlacePhoto {
  /** The name of the place. */
  place: string;
  /** The large picture, as the server keeps it. Throws if it cannot be had. */
  fetchPicture: () => Promise<Blob>;
}

/** The photos of places that the person made public, by the ids of their pages. Pages that are not there yet have none. */
export async function fetchOwnPlacePhotos(ids: readonly string[], signal: AbortSignal): Promise<OwnPlacePhoto[]> {
  const all: OwnPlacePhoto[] = [];
  for (const id of ids) {
    const page = await api.call(getPublicPlace, { params: { id } }, { signal }).catch((error: unknown) => {
      if (isPlaceMissing(error)) return null;
      throw error;
    });
    for (const photo of page?.data.photos ?? [])
      all.push({ ...photo, place: page!.data.name, fetchPicture: () => fetchPicture(photo.large_url, signal) });
  }
  return all;
}

async function fetchPicture(url: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(api.baseUrl + url, { credentials: 'omit', signal });
  if (!response.ok) throw new Error(`No photo but an answer ${response.status}`);
  return response.blob();
}

/** The boundary as a small map draws it. */
export function outlineShapes({ boundary }: Pick<PublicPlacePage, 'boundary'>): StillShape[] {
  return boundary.coordinates.map((parts): StillShape => ({ kind: 'area', parts, place: 'moss' }));
}

/** The way there, in the app for maps of the device; where it has none, in a map on the web. */
export function directionsAddress(
  { latitude, longitude, name }: Pick<PublicPlacePage, 'latitude' | 'longitude' | 'name'>,
  agent: string,
): string {
  const point = `${latitude.toFixed(5)},${longitude.toFixed(5)}`;
  if (/Android/.test(agent)) return `geo:${point}?q=${point}(${encodeURIComponent(name)})`;
  if (/iPhone|iPad|Macintosh/.test(agent)) return `https://maps.apple.com/?daddr=${point}`;
  return `https://www.openstreetmap.org/directions?to=${point}`;
}

/** How far from its middle a place reaches, about, for a record that is made somewhere in it. */
export const reachOfPlace = ({ area_m2 }: Pick<PublicPlacePage, 'area_m2'>): number => Math.ceil(Math.sqrt(area_m2 / Math.PI));
