/** A grid of degrees used by recording schemes. */
export interface DegreeSquares {
  name: string;
  countries: readonly string[];
  /** The square of a point in degrees (of `datum` if it is not WGS 84); null outside the grid. */
  squareOf(latitude: number, longitude: number): string | null;
  /** The square that a text in capitals names; null if it names none. `isNamed`: the text said that it is of this grid. */
  read(text: string, isNamed: boolean): Square | null;
  /** Words that name the grid in texts, in capitals, longest first. */
  names: readonly string[];
  datum?: string;
}

/** North-west corner and edges, in degrees. */
export interface Square {
  north: number;
  west: number;
  height: number;
  width: number;
}

const SOUTHERN_AFRICA = ['ZA', 'NA', 'BW', 'LS', 'SZ', 'ZW', 'MZ'];
const two = (value: number) => String(value).padStart(2, '0');
/** Tolerates floating-point errors at the edges. */
const floor = (value: number) => Math.floor(value + 1e-9);

/** A to D: north-west, north-east, south-west, south-east. `down` and `across` are fractions of an edge, from the north-west. */
const quarter = (down: number, across: number) => (down >= 0.5 ? 2 : 0) + (across >= 0.5 ? 1 : 0);
const rest = (value: number) => (value * 2) % 1;

/** The part of a square after some halvings, each of which leaves the quarter 0 to 3, as `quarter` counts. */
function quartered(square: Square, quarters: readonly number[]): Square {
  return quarters.reduce<Square>(({ north, west, height, width }, index) => {
    const half = { height: height / 2, width: width / 2 };
    return { north: index >= 2 ? north - half.height : north, west: index % 2 === 1 ? west + half.width : west, ...half };
  }, square);
}

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
    names: ['MTB-Q', 'MTBQ', 'TK 25', 'TK25', 'MTB', 'TK'],
    // "4508/3", and "4508/312" for quarters of quarters. A bare number of four digits can be anything.
    read(text, isNamed) {
      const parts = /^(\d\d)(\d\d)(?:[/ .-]*([1-4]{1,3}))?$/.exec(text);
      const [row, column] = [Number(parts?.[1]), Number(parts?.[2])];
      if (!parts || row < 1 || column < 1 || (!isNamed && (!parts[3] || !/[/ .-]/.test(text)))) return null;
      const sheet = { north: 56 - row / 10, west: 5 + 5 / 6 + (column - 1) / 6, height: 1 / 10, width: 1 / 6 };
      return quartered(
        sheet,
        Array.from(parts[3] ?? '', (digit) => Number(digit) - 1),
      );
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
    names: ['QDGC', 'QDGS', 'QDG', 'QDS'],
    read(text) {
      const parts = /^(\d\d)[ -]?(\d\d)[ -]?([A-D]{1,3})$/.exec(text);
      if (!parts) return null;
      const degree = { north: -Number(parts[1]), west: Number(parts[2]), height: 1, width: 1 };
      return quartered(
        degree,
        Array.from(parts[3]!, (letter) => 'ABCD'.indexOf(letter)),
      );
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
    names: ['PENTAD'],
    read(text) {
      const parts = /^(\d\d)([0-5][05])[ _-](\d\d)([0-5][05])$/.exec(text);
      if (!parts) return null;
      const [south, east] = [Number(parts[1]) + Number(parts[2]) / 60, Number(parts[3]) + Number(parts[4]) / 60];
      return { north: -south, west: east, height: 1 / 12, width: 1 / 12 };
    },
  },
];
