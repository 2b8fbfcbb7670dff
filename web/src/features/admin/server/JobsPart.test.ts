import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { scheduleText } from './JobsPart';

/** Keys with their values instead of texts. */
const t = ((key: string, values: object = {}) => [key, ...Object.values(values)].join(' ')) as unknown as TFunction<'admin'>;

it.each([
  [null, 'jobs.on_demand'],
  ['* * * * *', 'jobs.every_minute'],
  ['*/10 * * * *', 'jobs.every_minutes 10'],
  ['11 * * * *', 'jobs.hourly 11'],
  ['7 3 * * *', 'jobs.daily 03:07'],
  ['0 4 * * 1', '0 4 * * 1'],
  ['0 4-6 * * *', '0 4-6 * * *'],
])('the schedule %s is %s', (cron, text) => expect(scheduleText(cron, t)).toBe(text));
