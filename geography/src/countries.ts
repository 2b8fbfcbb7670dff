import { iso1A2Code } from '@rapideditor/country-coder';
import { type Point, pointAt } from './distance.ts';

/** Parts of countries with codes of their own that no list of country names has. */
const PART_OF: Readonly<Record<string, string>> = { EA: 'ES', IC: 'ES', AC: 'SH', TA: 'SH' };
/** The outlines of countries are accurate to this distance. */
const BORDER_KM = 3;
const AROUND = [0, 45, 90, 135, 180, 225, 270, 315];

/** The country or territory of a point, as ISO 3166-1 alpha-2, also of waters near its coast; null far out at sea. */
export function territoryAt({ latitude, longitude }: Point): string | null {
  const code = iso1A2Code([longitude, latitude], { level: 'territory' });
  return code === null ? null : (PART_OF[code] ?? code);
}

/** Whether another country is close enough for the outlines to be wrong about the point. */
export function isNearBorder(point: Point, country: string | null): boolean {
  return AROUND.some((course) => {
    const other = territoryAt(pointAt(point, BORDER_KM, course));
    return other !== null && other !== country;
  });
}
