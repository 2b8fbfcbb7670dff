import { meetsRay, type Point } from '@veld/geometry';
import type { Gazetteer, Sea } from './gazetteer.ts';

/** The sea that a point lies in. The gazetteer lists smaller seas before those that contain them. */
export function seaAt(gazetteer: Gazetteer, { latitude, longitude }: Point): Sea | null {
  return gazetteer.seas.find((sea) => isInside(sea, longitude, latitude)) ?? null;
}

function isInside({ bounds: [west, south, east, north], rings }: Sea, x: number, y: number): boolean {
  if (x < west || x > east || y < south || y > north) return false;
  let isIn = false;
  for (const ring of rings)
    for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
      if (meetsRay(x, y, ring[i]!, ring[i + 1]!, ring[j]!, ring[j + 1]!)) isIn = !isIn;
    }
  return isIn;
}
