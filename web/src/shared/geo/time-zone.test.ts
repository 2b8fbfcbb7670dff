import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resolveInstant, isTimeZone } from '@veld/contract';
import { expect, it } from 'vitest';
import { isZoneUsedIn, knownZone, localTimes, wallClock, zoneAt, zoneTable } from './time-zone';

/** Hours that clocks of a zone are ahead of UTC. */
function hoursAhead(zone: string, instant: Date): number {
  const { day, time } = wallClock(zone, instant);
  return (Date.parse(`${day}T${time}:00Z`) - instant.getTime()) / 3_600_000;
}

it('the zones of 2,000 towns have the clocks of 2015 to 2026, but for at most 10 towns', async () => {
  const zoneOf = await zoneTable();
  const rows = readFileSync(join(import.meta.dirname, 'testing/zones.txt'), 'utf8')
    .trim()
    .split('\n');
  const towns = rows.flatMap((row) => {
    const [zone = '', places = ''] = row.split(': ');
    return places.split(', ').map((place) => ({ zone, at: place.split(' ').map(Number) as [number, number] }));
  });
  expect(towns).toHaveLength(2000);
  const instants = [2015, 2018, 2021, 2024, 2026].flatMap((year) => [0, 6].map((month) => new Date(Date.UTC(year, month, 15, 12))));
  const clocks = new Map<string, string>();
  const clockOf = (zone: string) => {
    if (!clocks.has(zone)) clocks.set(zone, instants.map((instant) => hoursAhead(zone, instant)).join(' '));
    return clocks.get(zone);
  };
  const wrong = towns.filter(({ zone, at }) => clockOf(zoneOf(...at) ?? 'Etc/GMT+12') !== clockOf(zone));
  expect(wrong.length, JSON.stringify(wrong)).toBeLessThanOrEqual(10);
});

it.each<[string, number, number, string, [instant: string, hours: number][]]>([
  ['Kyiv', 50.45, 30.52, 'Europe/Kyiv', [['2026-07-01', 3]]],
  [
    'Ciudad Juárez',
    31.69,
    -106.42,
    'America/Ciudad_Juarez',
    [
      ['2026-01-01', -7],
      ['2026-07-01', -6],
    ],
  ],
  [
    'Chihuahua',
    28.63,
    -106.08,
    'America/Chihuahua',
    [
      ['2026-01-01', -6],
      ['2026-07-01', -6],
      ['2020-01-01', -7],
    ],
  ],
  [
    'Khartoum',
    15.5,
    32.56,
    'Africa/Khartoum',
    [
      ['2016-07-01', 3],
      ['2026-07-01', 2],
    ],
  ],
  [
    'Juba',
    4.85,
    31.6,
    'Africa/Juba',
    [
      ['2019-07-01', 3],
      ['2026-07-01', 2],
    ],
  ],
  [
    'Almaty',
    43.24,
    76.9,
    'Asia/Almaty',
    [
      ['2023-07-01', 6],
      ['2026-07-01', 5],
    ],
  ],
  [
    'Apia',
    -13.83,
    -171.77,
    'Pacific/Apia',
    [
      ['2020-01-01', 14],
      ['2026-01-01', 13],
    ],
  ],
  [
    'Nukuʻalofa',
    -21.13,
    -175.2,
    'Pacific/Tongatapu',
    [
      ['2016-12-01', 14],
      ['2026-01-01', 13],
    ],
  ],
  [
    'Pyongyang',
    39.02,
    125.75,
    'Asia/Pyongyang',
    [
      ['2016-07-01', 8.5],
      ['2026-07-01', 9],
    ],
  ],
  [
    'Volgograd',
    48.7,
    44.5,
    'Europe/Volgograd',
    [
      ['2019-07-01', 4],
      ['2026-07-01', 3],
    ],
  ],
  [
    'Istanbul',
    41,
    28.97,
    'Europe/Istanbul',
    [
      ['2016-01-01', 2],
      ['2026-01-01', 3],
    ],
  ],
  [
    'Casablanca',
    33.57,
    -7.59,
    'Africa/Casablanca',
    [
      ['2018-01-01', 0],
      ['2026-01-01', 1],
    ],
  ],
  [
    'Nuuk',
    64.18,
    -51.7,
    'America/Nuuk',
    [
      ['2022-01-01', -3],
      ['2026-01-01', -2],
    ],
  ],
  [
    'Tehran',
    35.7,
    51.4,
    'Asia/Tehran',
    [
      ['2021-07-01', 4.5],
      ['2026-07-01', 3.5],
    ],
  ],
  [
    'Amman',
    31.95,
    35.93,
    'Asia/Amman',
    [
      ['2020-01-01', 2],
      ['2026-01-01', 3],
    ],
  ],
  [
    'Tomsk',
    56.5,
    84.97,
    'Asia/Tomsk',
    [
      ['2016-01-01', 6],
      ['2026-01-01', 7],
    ],
  ],
  [
    'Caracas',
    10.5,
    -66.9,
    'America/Caracas',
    [
      ['2015-07-01', -4.5],
      ['2026-07-01', -4],
    ],
  ],
  [
    'Whitehorse',
    60.72,
    -135.05,
    'America/Whitehorse',
    [
      ['2020-01-01', -8],
      ['2026-01-01', -7],
    ],
  ],
])('%s has its zone by its present name, with the changes of its clocks', async (_, latitude, longitude, zone, clocks) => {
  expect(await zoneAt(latitude, longitude)).toBe(zone);
  expect(clocks.map(([day]) => hoursAhead(zone, new Date(`${day}T12:00:00Z`)))).toEqual(clocks.map(([, hours]) => hours));
});

it('a browser that does not know a zone yet has one with the same clocks', () => {
  const isOld = (zone: string) => isTimeZone(zone) && !['Europe/Kyiv', 'America/Ciudad_Juarez', 'America/Coyhaique'].includes(zone);
  expect(knownZone('Europe/Kyiv', isOld)).toBe('Europe/Kiev');
  expect(knownZone('America/Coyhaique', isOld)).toBe('America/Punta_Arenas');
  expect(knownZone('Europe/Amsterdam', isOld)).toBe('Europe/Amsterdam');
  expect(knownZone('Nowhere/Atlantis', isOld)).toBeNull();
  const now = [new Date('2026-01-15T12:00:00Z'), new Date('2026-07-15T12:00:00Z')];
  for (const zone of ['Europe/Kyiv', 'America/Ciudad_Juarez', 'America/Coyhaique', 'America/Nuuk', 'Asia/Qostanay', 'Pacific/Kanton']) {
    const standIn = knownZone(zone, (one) => one !== zone && isTimeZone(one))!;
    expect(now.map((instant) => hoursAhead(standIn, instant))).toEqual(now.map((instant) => hoursAhead(zone, instant)));
  }
});

it('a wall clock of the first century has its year', () => {
  expect(wallClock('Europe/Amsterdam', resolveInstant('0026-05-11', '14:25', 'Europe/Amsterdam'))).toEqual({
    day: '0026-05-11',
    time: '14:25',
  });
});

it('a time zone shows whether a place is in a country, also by an older name of the zone', async () => {
  expect(isZoneUsedIn((await zoneAt(52.09, 5.12))!, 'NL')).toBe(true);
  expect(isZoneUsedIn((await zoneAt(50.85, 4.35))!, 'NL')).toBe(false);
  expect(isZoneUsedIn('Asia/Calcutta', 'IN')).toBe(true);
  expect(isZoneUsedIn('Asia/Kolkata', 'IN')).toBe(true);
});

it('nothing is known of a zone that the browser does not know', () => {
  expect(isZoneUsedIn('Europe/Amsterdam', 'not a country')).toBeNull();
  expect(isZoneUsedIn('Nowhere/Atlantis', 'NL')).toBeNull();
});

it('a record that is given a place has its local time: a moment is converted, a wall clock stays', async () => {
  const localTimeAt = await localTimes();
  const record = { observed_on: '2026-05-10', observed_time: '00:30', time_zone: 'Europe/Amsterdam' };
  const oxford = { latitude: 51.75, longitude: -1.26 };
  const time_zone = 'Europe/London';
  expect(localTimeAt(record, oxford, true)).toEqual({ observed_on: '2026-05-09', observed_time: '23:30', time_zone });
  expect(localTimeAt(record, oxford, false)).toEqual({ ...record, time_zone });
  const undated = { observed_on: null, observed_time: null, time_zone: null };
  expect(localTimeAt(undated, oxford, true)).toEqual(undated);
});
