/** The slider steps through calendar years or through the months of the year. */
export type TimeUnit = 'year' | 'month';
export interface TimeRange {
  first: number;
  last: number;
}

export const MONTHS: TimeRange = { first: 1, last: 12 };
/** Length of the year range, unless the user has older records. */
const YEARS_BACK = 20;

/** The years on offer: the last twenty, or more if there are older records. */
export function findYearRange(firstDates: readonly (string | null | undefined)[], today: string): TimeRange {
  const last = Number(today.slice(0, 4));
  const known = firstDates.flatMap((date) => (date ? Number(date.slice(0, 4)) : [])).filter((year) => year >= 1000);
  return { first: known.reduce((least, year) => Math.min(least, year), last - YEARS_BACK + 1), last };
}

/** The step after the given one, the first if there is none, or null at the end. */
export function stepAfter(step: number | null, { first, last }: TimeRange): number | null {
  if (step === null || step < first) return first;
  return step < last ? step + 1 : null;
}
