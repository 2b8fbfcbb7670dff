import proj4 from 'proj4';
import type { Coordinates } from '../parse-coordinates';
import { isZoneUsedIn, zoneTable } from '../time-zone';
import { DEGREE_SQUARES } from './degree-squares';
import { letterReference } from './letters';
import { isInArea, NATIONAL_GRIDS, type NationalGrid } from './national';
import { utmDefinition, findUtmZone } from './utm';

/** A grid reference. */
export interface GridText {
  /** The grid's proper name. */
  name: string;
  text: string;
}

/** 10 m squares; these datums are not more accurate. */
const LETTER_DIGITS = 4;

/** A place in WGS 84 degrees as UTM, MGRS and the grids used in its country. */
export async function gridTexts(place: Coordinates): Promise<GridText[]> {
  const zone = (await zoneTable())(place.latitude, place.longitude);
  const isThere = (countries: readonly string[]) => zone === null || countries.some((country) => isZoneUsedIn(zone, country) !== false);
  return [
    ...worldTexts(place),
    ...NATIONAL_GRIDS.filter((grid) => isInArea(grid, place.latitude, place.longitude) && isThere(grid.countries)).map((grid) =>
      nationalText(grid, place),
    ),
    ...DEGREE_SQUARES.filter(({ countries }) => zone !== null && isThere(countries)).map(({ name, datum, squareOf }) => {
      const [longitude, latitude] = datum ? proj4('WGS84', datum, [place.longitude, place.latitude]) : [place.longitude, place.latitude];
      return { name, text: squareOf(latitude, longitude) };
    }),
  ].filter((one): one is GridText => one.text !== null);
}

function worldTexts({ latitude, longitude }: Coordinates): GridText[] {
  const zone = findUtmZone(latitude, longitude);
  if (zone === null) return [];
  const [easting, northing] = proj4('WGS84', utmDefinition(zone.number, latitude < 0), [longitude, latitude]);
  const parts = /^(\d{1,2}[A-Z])([A-Z]{2})(\d{5})(\d{5})$/.exec(proj4.mgrs.forward([longitude, latitude]));
  return [
    { name: 'UTM', text: `${zone.number}${zone.band} ${Math.round(easting)} ${Math.round(northing)}` },
    ...(parts ? [{ name: 'MGRS', text: parts.slice(1).join(' ') }] : []),
  ];
}

function nationalText(grid: NationalGrid, { latitude, longitude }: Coordinates): { name: string; text: string | null } {
  const [easting, northing] = proj4('WGS84', grid.definition, [longitude, latitude]) as [number, number];
  const text = grid.letters
    ? letterReference(grid.letters, easting, northing, LETTER_DIGITS)
    : `${Math.round(easting)} ${Math.round(northing)}`;
  return { name: grid.name, text };
}
