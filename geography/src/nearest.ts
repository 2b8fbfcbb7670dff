import { byteAt, degreeWidth, EARTH_RADIUS_M, float32At, floatAt, METRES_PER_DEGREE, onSphere, type Point, uintAt } from '@veld/geometry';
import { cellAt, type Gazetteer, decodePopulation } from './gazetteer.ts';

export interface Nearest {
  /** The place that describes the point best, or -1. */
  index: number;
  /** The distance to its centre. */
  km: number;
  /** The distance to the nearest place of any size, if one was found. */
  anyKm: number;
}

interface Wanted {
  /** Places of other countries count as further away. */
  country: string | null;
  /** Places with fewer people are left out. */
  minPopulation: number;
}

/** Search radii in kilometres, tried in turn until a place is found. */
const REACHES = [40, 120, 400];
/** Factor on the distance of places in another country. */
const ABROAD = 2.5;
const PEOPLE_PER_KM2 = 3000;
/** How much the size of a place counts against its distance. */
const SIZE_EXPONENT = 0.15;
/** The population assumed where it is unknown. */
const UNKNOWN_PEOPLE = 200;
const EARTH_KM = EARTH_RADIUS_M / 1000;

const RADIUS = Float64Array.from({ length: 256 }, (_, i) =>
  Math.sqrt((decodePopulation(i) || UNKNOWN_PEOPLE) / (PEOPLE_PER_KM2 * Math.PI)),
);
const SIZE = Float64Array.from({ length: 256 }, (_, i) => ((decodePopulation(i) || UNKNOWN_PEOPLE) / 1000) ** SIZE_EXPONENT);

/** The radius in kilometres of a place that is taken as a circle. */
export function radiusKm(gazetteer: Gazetteer, index: number): number {
  return floatAt(RADIUS, byteAt(gazetteer.population, index));
}

/** The place that describes a point best: near, and rather big than small. */
export function findNearest(gazetteer: Gazetteer, point: Point, { country, minPopulation }: Wanted): Nearest {
  const own = country === null ? -1 : gazetteer.countries.indexOf(country);
  const [px, py, pz] = onSphere(point);
  for (const reach of REACHES) {
    const found: Nearest = { index: -1, km: Infinity, anyKm: Infinity };
    // Chords on the unit sphere grow with the distance; comparing their squares saves a root for what is too far away.
    const longest = (2 * Math.sin(reach / EARTH_KM / 2)) ** 2;
    let best = Infinity;
    for (const cell of cellsAround(point, reach))
      for (let i = uintAt(gazetteer.cellStart, cell); i < uintAt(gazetteer.cellStart, cell + 1); i++) {
        const [x, y, z] = [
          float32At(gazetteer.sphere, 3 * i) - px,
          float32At(gazetteer.sphere, 3 * i + 1) - py,
          float32At(gazetteer.sphere, 3 * i + 2) - pz,
        ];
        const chord = x * x + y * y + z * z;
        if (chord > longest) continue;
        const km = 2 * EARTH_KM * Math.asin(Math.sqrt(chord) / 2);
        if (km < found.anyKm) found.anyKm = km;
        const size = byteAt(gazetteer.population, i);
        if (minPopulation > 0 && decodePopulation(size) < minPopulation) continue;
        const isAbroad = own >= 0 && gazetteer.country[i] !== own;
        // A foreign town does not reach over its border, however large it is: Rome does not reach into the Vatican.
        const score = (((isAbroad ? km : Math.max(0, km - floatAt(RADIUS, size))) + 1) * (isAbroad ? ABROAD : 1)) / floatAt(SIZE, size);
        if (score < best) {
          best = score;
          found.index = i;
          found.km = km;
        }
      }
    if (found.index >= 0 || reach === REACHES.at(-1)) return found;
  }
  throw new Error('No reach');
}

/** The cells of one degree that may hold places within so many kilometres. */
function* cellsAround({ latitude, longitude }: Point, km: number): Generator<number> {
  const around = (km * 1000) / METRES_PER_DEGREE;
  const south = Math.max(0, Math.floor(latitude + 90 - around));
  const north = Math.min(179, Math.floor(latitude + 90 + around));
  const furthest = Math.min(90, Math.abs(latitude) + around);
  const narrow = degreeWidth(furthest);
  const aside = narrow * 180 > around ? around / narrow : 180;
  const west = Math.floor(longitude + 180 - aside);
  const columns = Math.min(360, Math.floor(longitude + 180 + aside) - west + 1);
  for (let row = south; row <= north; row++) for (let column = 0; column < columns; column++) yield cellAt(west + column, row);
}
