import { addDays } from '@veld/contract';

const WEEK = 7;

/** The days of a month in weeks from Monday (ISO 8601), with days of the months before and after that fill the first and last week. */
export function monthGrid(month: string): string[][] {
  const first = `${month}-01`;
  const before = (new Date(`${first}T00:00:00Z`).getUTCDay() + WEEK - 1) % WEEK;
  const weeks: string[][] = [];
  for (let day = addDays(first, -before); day.slice(0, 7) <= month; day = addDays(day, WEEK))
    weeks.push(Array.from({ length: WEEK }, (_, at) => addDays(day, at)));
  return weeks;
}

/** The month before or after a month, YYYY-MM. */
export function monthAfter(month: string, by: 1 | -1): string {
  return addDays(`${month}-${by === 1 ? '28' : '01'}`, by * 5).slice(0, 7);
}
