import { resolveInstant, isTimeZone } from '@veld/contract';
import type { LocalTime, LocalTimeAt } from '../../local/records/waiting-places';

/** The IANA time zone of this device. */
export function deviceTimeZone(): string | null {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone && isTimeZone(zone) ? zone : null;
}

/** The IANA time zone of a place; null if unknown. The table is loaded on first use. */
export async function zoneAt(latitude: number, longitude: number): Promise<string | null> {
  return (await zoneTable())(latitude, longitude);
}

/** Loads the table for synchronous lookups. Lookups return null if the table could not be loaded. */
export async function zoneTable(): Promise<(latitude: number, longitude: number) => string | null> {
  const table = await import('@photostructure/tz-lookup').catch(() => null);
  return (latitude, longitude) => {
    try {
      return table && knownZone(table.default(latitude, longitude));
    } catch {
      return null;
    }
  };
}

/** Zones with the same clocks for browsers whose data are older than a zone or its name. */
const STAND_INS: Readonly<Record<string, string>> = {
  'America/Ciudad_Juarez': 'America/Denver',
  'America/Coyhaique': 'America/Punta_Arenas',
  'America/Nuuk': 'America/Godthab',
  'Asia/Qostanay': 'Asia/Qyzylorda',
  'Europe/Kyiv': 'Europe/Kiev',
  'Pacific/Kanton': 'Pacific/Enderbury',
};

/** The zone, or one with the same clocks that the runtime knows; null if it knows none. */
export function knownZone(zone: string, isKnown: (zone: string) => boolean = isTimeZone): string | null {
  return [zone, STAND_INS[zone]].find((one) => one !== undefined && isKnown(one)) ?? null;
}

/** Local time in a zone: YYYY-MM-DD and HH:MM. */
export function wallClock(zone: string | null, now: Date): { day: string; time: string } {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone ?? 'UTC',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(now);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return { day: `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`, time: `${part('hour')}:${part('minute')}` };
}

/**
 * The time zone of a record at a place, whose zone is `zone` (null if unknown). A record made at an instant, such as "now" or a tap
 * of a tally, gets the wall clock of that zone; if the zone is unknown, that of the device. A wall clock that a person entered or a
 * camera wrote stays as it is (`instant` null), and only its zone changes.
 */
export function clockAtPlace(zone: string | null, instant: Date | null): { time_zone: string | null; day?: string; time?: string } {
  if (instant === null) return { time_zone: zone };
  const time_zone = zone ?? deviceTimeZone();
  return { time_zone, ...wallClock(time_zone, instant) };
}

/** Loads a function for the local time of saved records that are given a place (`clockAtPlace`). */
export async function localTimes(): Promise<LocalTimeAt> {
  const zoneOf = await zoneTable();
  return (record, { latitude, longitude }, isInstant): LocalTime => {
    const { observed_on, observed_time, time_zone } = record;
    const zone = zoneOf(latitude, longitude);
    if (zone === null || !observed_on) return { observed_on, observed_time, time_zone };
    const instant = isInstant && observed_time ? resolveInstant(observed_on, observed_time, time_zone ?? 'UTC') : null;
    const clock = clockAtPlace(zone, instant);
    return { observed_on: clock.day ?? observed_on, observed_time: clock.time ?? observed_time, time_zone: clock.time_zone };
  };
}

/** Whether a country uses a time zone; null if the browser has no such data. */
export function isZoneUsedIn(zone: string, country: string): boolean | null {
  try {
    const zones = zonesOf(new Intl.Locale('und', { region: country }));
    if (!zones || zones.length === 0) return null;
    const plain = (name: string) => new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
    return zones.map(plain).includes(plain(zone));
  } catch {
    return null;
  }
}

/** A method in newer browsers, a property in older ones; missing in some. */
function zonesOf(locale: Intl.Locale): readonly string[] | undefined {
  const known = locale as Intl.Locale & { getTimeZones?: () => string[] | undefined; timeZones?: string[] };
  return known.getTimeZones?.() ?? known.timeZones;
}
