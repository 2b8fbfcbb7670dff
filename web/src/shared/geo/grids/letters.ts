/** A grid with lettered 100 km squares: A to Z without I, row by row from the north-west. */
export interface LetterGrid {
  /** Letters of the square of a point in metres; null outside the grid. */
  squareOf(easting: number, northing: number): string | null;
  /** South-west corner of a square in metres; null for unknown letters. */
  cornerOf(letters: string): { easting: number; northing: number } | null;
  /** Number of letters of a square. */
  length: number;
}

const LETTERS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';
const SQUARE_M = 100_000;

/** `column` from the west and `row` from the south, each 0 to 4. */
function letterAt(column: number, row: number): string | null {
  return column >= 0 && column < 5 && row >= 0 && row < 5 ? LETTERS[(4 - row) * 5 + column]! : null;
}

function placeOf(letter: string): { column: number; row: number } | null {
  const index = LETTERS.indexOf(letter);
  return index < 0 ? null : { column: index % 5, row: 4 - Math.floor(index / 5) };
}

/** One letter for each 100 km square. */
export const IRISH: LetterGrid = {
  length: 1,
  squareOf: (easting, northing) => letterAt(Math.floor(easting / SQUARE_M), Math.floor(northing / SQUARE_M)),
  cornerOf(letters) {
    const place = placeOf(letters);
    return place && { easting: place.column * SQUARE_M, northing: place.row * SQUARE_M };
  },
};

/** 500 km squares, each of 25 squares of 100 km. The origin of the grid is the south-west corner of S. */
const BIG_M = 5 * SQUARE_M;
const ORIGIN = { column: 2, row: 1 };

/** Two letters: the 500 km square, and within it the 100 km square. */
export const BRITISH: LetterGrid = {
  length: 2,
  squareOf(easting, northing) {
    const [column, row] = [Math.floor(easting / BIG_M), Math.floor(northing / BIG_M)];
    const big = letterAt(column + ORIGIN.column, row + ORIGIN.row);
    const small = letterAt(Math.floor(easting / SQUARE_M) - column * 5, Math.floor(northing / SQUARE_M) - row * 5);
    return big && small && big + small;
  },
  cornerOf(letters) {
    const [big, small] = [placeOf(letters[0] ?? ''), placeOf(letters[1] ?? '')];
    if (!big || !small) return null;
    return {
      easting: (big.column - ORIGIN.column) * BIG_M + small.column * SQUARE_M,
      northing: (big.row - ORIGIN.row) * BIG_M + small.row * SQUARE_M,
    };
  },
};

/** A grid reference such as "TG 5140 1317" (10 m). Digits are truncated, not rounded, because they name a square. */
export function letterReference(grid: LetterGrid, easting: number, northing: number, digits: number): string | null {
  const letters = grid.squareOf(easting, northing);
  if (letters === null) return null;
  const part = (metres: number) =>
    String(Math.floor((((metres % SQUARE_M) + SQUARE_M) % SQUARE_M) / 10 ** (5 - digits))).padStart(digits, '0');
  return `${letters} ${part(easting)} ${part(northing)}`;
}

/** Tetrads of 2 km within a square of 10 km, column by column from the south-west (DINTY). */
const TETRADS = 'ABCDEFGHIJKLMNPQRSTUVWXYZ';
const QUADRANTS: Record<string, [number, number]> = { SW: [0, 0], SE: [1, 0], NW: [0, 1], NE: [1, 1] };

/** Squares of 100 km with land of Great Britain and the Isle of Man; a bare square must be one of them. */
const BRITISH_LAND =
  'HP HT HU HW HX HY HZ NA NB NC ND NF NG NH NJ NK NL NM NN NO NR NS NT NU NW NX NY NZ OV SC SD SE TA SH SJ SK TF TG SM SN SO SP TL TM SR SS ST SU TQ TR SV SW SX SY SZ TV'.split(
    ' ',
  );

/**
 * Parses a grid reference into the centre of its square and the length of its edge. `suffix` is the letter of a tetrad or a quadrant of a
 * square of 10 km.
 */
export function readLetters(
  grid: LetterGrid,
  letters: string,
  digits: string,
  suffix = '',
): { easting: number; northing: number; edge: number } | null {
  const corner = grid.cornerOf(letters);
  if (!corner || digits.length % 2 !== 0 || digits.length > 10) return null;
  if (digits === '' && !(grid === BRITISH && BRITISH_LAND.includes(letters))) return null;
  if (suffix !== '' && digits.length !== 2) return null;
  const half = digits.length / 2;
  const size = 10 ** (5 - half);
  const tetrad = TETRADS.indexOf(suffix);
  const [column, row, edge] = QUADRANTS[suffix]
    ? [...QUADRANTS[suffix], size / 2]
    : suffix === ''
      ? [0, 0, size]
      : [Math.floor(tetrad / 5), tetrad % 5, size / 5];
  if (suffix !== '' && !QUADRANTS[suffix] && (suffix.length > 1 || tetrad < 0)) return null;
  const part = (text: string) => (text === '' ? 0 : Number(text)) * size;
  return {
    easting: corner.easting + part(digits.slice(0, half)) + (column + 0.5) * edge,
    northing: corner.northing + part(digits.slice(half)) + (row + 0.5) * edge,
    edge,
  };
}
