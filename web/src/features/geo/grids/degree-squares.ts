/** A grid of degrees used by recording schemes. */
export interface DegreeSquares {
  name: string;
  countries: readonly string[];
  /** The square of a point in degrees (of `datum` if it is not WGS 84); null outside the grid. */
  squareOf(latitude: number, longitude: number): string | null;
  datum?: string;
}

const SOUTHERN_AFRICA = ['ZA', 'NA', 'BW', 'LS', 'SZ', 'ZW', 'MZ'];
const two = (value: number) => String(value).padStart(2, '0');
/** Tolerates floating-point errors at the edges. */
const floor = (value: number) => Math.floor(value + 1e-9);

/** A to D: north-west, north-east, south-west, south-east. `down` and `across` are fractions of an edge, from the north-west. */
const quarter = (down: number, across: number) => (down >= 0.5 ? 2 : 0) + (across >= 0.5 ? 1 : 0);
const rest = (value: number) => (value * 2) % 1;

export const DEGREE_SQUARES: readonly DegreeSquares[] = [
  {
    // Sheets of the German map 1:25,000 (10 by 6 minutes) and their quarters, as used by atlases of Germany's flora and fauna.
    name: 'MTB / TK 25',
    countries: ['DE'],
    datum: '+proj=longlat +ellps=bessel +towgs84=598.1,73.7,418.2,0.202,0.045,-2.455,6.7',
    squareOf(latitude, longitude) {
      const [down, across] = [(56 - latitude) * 10, (longitude - (5 + 5 / 6)) * 6];
      const [row, column] = [floor(down), floor(across) + 1];
      if (row < 1 || row > 99 || column < 1 || column > 99) return null;
      return `${two(row)}${two(column)}/${quarter(down - row, across + 1 - column) + 1}`;
    },
  },
  {
    // Quarter degree grid cells: a one-degree square named by its north-west corner, halved twice.
    name: 'QDGC',
    countries: SOUTHERN_AFRICA,
    squareOf(latitude, longitude) {
      if (latitude >= 0 || longitude < 0) return null;
      const [row, column] = [floor(-latitude), floor(longitude)];
      const [down, across] = [-latitude - row, longitude - column];
      return `${two(row)}${two(column)}${'ABCD'[quarter(down, across)]}${'ABCD'[quarter(rest(down), rest(across))]}`;
    },
  },
  {
    // Squares of five minutes named by their north-west corner, as used by the Southern African Bird Atlas.
    name: 'Pentad',
    countries: SOUTHERN_AFRICA,
    squareOf(latitude, longitude) {
      if (latitude >= 0 || longitude < 0) return null;
      const corner = (degrees: number) => {
        const steps = floor(degrees * 12);
        return `${two(Math.floor(steps / 12))}${two((steps % 12) * 5)}`;
      };
      return `${corner(-latitude)}_${corner(longitude)}`;
    },
  },
];
