import type { TFunction } from 'i18next';

const ANY_DAY = '* * *';

/** A cron expression of the server in words; one of another form as it is. Null is a queue without a schedule. */
export function scheduleText(cron: string | null, t: TFunction<'admin'>): string {
  if (cron === null) return t('jobs.on_demand');
  const [minute = '', hour = '', ...days] = cron.split(' ');
  if (days.join(' ') !== ANY_DAY) return cron;
  const two = (text: string) => text.padStart(2, '0');
  if (hour === '*') {
    if (minute === '*') return t('jobs.every_minute');
    const step = /^\*\/(\d+)$/.exec(minute)?.[1];
    if (step) return t('jobs.every_minutes', { count: Number(step) });
    return isNumber(minute) ? t('jobs.hourly', { minute }) : cron;
  }
  return isNumber(minute) && isNumber(hour) ? t('jobs.daily', { time: `${two(hour)}:${two(minute)}` }) : cron;
}

function isNumber(text: string): boolean {
  return /^\d+$/.test(text);
}
