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

/** Parses a grid reference into the centre of its square and the distance to its corners. */
export function readLetters(grid: LetterGrid, letters: string, digits: string): { easting: number; northing: number; edge: number } | null {
  const corner = grid.cornerOf(letters);
  if (!corner || digits.length % 2 !== 0 || digits.length < 2 || digits.length > 10) return null;
  const half = digits.length / 2;
  const edge = 10 ** (5 - half);
  return {
    easting: corner.easting + Number(digits.slice(0, half)) * edge + edge / 2,
    northing: corner.northing + Number(digits.slice(half)) * edge + edge / 2,
    edge,
  };
}
