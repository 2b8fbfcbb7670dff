export interface LocalTime {
  /** YYYY-MM-DD */
  day: string;
  hour: number;
}

/** The day and hour of an instant in the first of some time zones that exists, else in UTC. */
export function localTime(now: Date, ...timeZones: readonly (string | null)[]): LocalTime {
  for (const timeZone of [...timeZones, 'UTC']) {
    if (timeZone === null) continue;
    try {
      const options = { timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit' } as const;
      const parts = new Intl.DateTimeFormat('en', options).formatToParts(now);
      const part = new Map<string, string>(parts.map(({ type, value }) => [type, value]));
      return { day: `${part.get('year')}-${part.get('month')}-${part.get('day')}`, hour: Number(part.get('hour')) };
    } catch {
      // Unknown on this server.
    }
  }
  throw new Error('UTC is unknown');
}

/** Whether an hour is in a range of hours that may include midnight; never in one from an hour to itself. */
export function isWithin(hour: number, from: number, to: number): boolean {
  return from <= to ? hour >= from && hour < to : hour >= from || hour < to;
}
