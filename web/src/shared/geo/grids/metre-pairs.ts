interface MetrePair {
  easting: number;
  northing: number;
  /** The text says which number is which. */
  isLabelled: boolean;
}

const LABEL = String.raw`(?:EASTING|NORTHING|EAST|NORTH|OOST|NOORD|OST|NORD|M ?E|M ?N|[ENXY])`;
const NUMBER = String.raw`[+-]?\d[\d .,']*`;

/** Two numbers in metres, in all ways to read their spaces, points, commas and apostrophes as separators of thousands. */
export function metrePairs(text: string): MetrePair[] {
  const clean = text
    .replace(/[()]/g, ' ')
    .trim()
    .replace(/[.,;]+$/, '');
  const pairs: MetrePair[] = [];
  for (const parts of splits(clean)) {
    const [first, second] = parts.map(halfOf);
    if (!first || !second) continue;
    if ((first.axis === null) !== (second.axis === null) || (first.axis !== null && first.axis === second.axis)) continue;
    const isTurned = first.axis === 'north';
    for (const one of first.values)
      for (const other of second.values)
        pairs.push({ easting: isTurned ? other : one, northing: isTurned ? one : other, isLabelled: first.axis !== null });
  }
  return pairs;
}

/** At every separator; one that cannot be inside a number is the only place. */
function splits(text: string): [string, string][] {
  const strong = [...text.matchAll(/ *[;/|] *|, /g)];
  const places = strong.length === 1 ? strong : [...text.matchAll(/[ ,]+|(?<=[A-Z])(?=\d)|(?<=\d)(?=[A-Z])/g)];
  return places.map((one) => [text.slice(0, one.index), text.slice(one.index + one[0].length)]);
}

const HALF = new RegExp(String.raw`^(${LABEL})?[ .:=]*(${NUMBER})(?: ?M(?! ?[EN]))?[ ]*(${LABEL})?$`);

function halfOf(text: string): { axis: 'east' | 'north' | null; values: number[] } | null {
  const parts = HALF.exec(text.trim());
  if (!parts || (parts[1] && parts[3])) return null;
  const label = parts[1] ?? parts[3];
  // "Y" is the northing in all these grids when "X" stands beside it.
  const axis = !label ? null : /^(?:E|X|O|M ?E)/.test(label) ? 'east' : 'north';
  const values = valuesOf(parts[2]!.trim());
  return values.length > 0 ? { axis, values } : null;
}

function valuesOf(text: string): number[] {
  const plain = /^[+-]?\d{1,8}(?:[.,]\d{1,2}|[.,]\d{4,})?$/.test(text) ? [Number(text.replace(',', '.'))] : [];
  const ofThousands = /^([+-]?\d{1,3})(?:([ .,'])(\d{3}))(?:\2(\d{3}))?(?:[.,](\d{1,3}))?$/.exec(text);
  const thousands =
    ofThousands && ofThousands[2] !== undefined
      ? [Number(`${ofThousands[1]}${ofThousands[3]}${ofThousands[4] ?? ''}.${ofThousands[5] ?? '0'}`)]
      : [];
  // "645333.123" has decimals, because no separator of thousands comes after six digits.
  const decimals = /^[+-]?\d{4,8}[.,]\d{3}$/.test(text) ? [Number(text.replace(',', '.'))] : [];
  return [...plain, ...thousands, ...decimals].filter((value) => Math.abs(value) >= 1000);
}
