import { itemAt, OKTAS, type Precipitation, TEMPERATURE_C, type WeatherValues, WIND_DIRECTIONS } from '@veld/contract';
import { z } from 'zod';
import { FetchRefused, type GuardedFetch } from '../../../http/guarded-fetch.ts';

/** What the source says about a place, and of when. */
export interface Reading {
  values: WeatherValues;
  time: Date;
}

const MAX_ANSWER_BYTES = 100_000;
const TIME_LIMIT_MS = 6000;
/** An answer of another time is not the weather now. */
const MAX_AGE_MS = 3 * 3_600_000;

/** Asks a source with the forecast API of Open-Meteo (https://open-meteo.com/en/docs). Throws `FetchRefused` without a usable answer. */
export async function askOpenMeteo(
  fetch: GuardedFetch,
  api: string,
  { latitude, longitude, now }: { latitude: number; longitude: number; now: Date },
): Promise<Reading> {
  // The address may have a key of the operator.
  const url = new URL(api);
  url.searchParams.set('latitude', String(latitude));
  url.searchParams.set('longitude', String(longitude));
  url.searchParams.set('current', 'temperature_2m,wind_speed_10m,wind_direction_10m,cloud_cover,weather_code');
  url.searchParams.set('wind_speed_unit', 'ms');
  url.searchParams.set('timezone', 'GMT');
  const limits = { maxBytes: MAX_ANSWER_BYTES, timeLimitMs: TIME_LIMIT_MS, trustedOrigin: url.origin, accept: 'application/json' };
  const { status, bytes } = await fetch(url.href, limits);
  if (status !== 200) throw new FetchRefused('unreachable', `status ${status}`);
  const answer = Answer.safeParse(jsonOf(bytes));
  if (!answer.success) throw new FetchRefused('unreachable', 'no weather');
  const time = new Date(Date.parse(`${answer.data.current.time}Z`) - 1000 * answer.data.utc_offset_seconds);
  if (!(Math.abs(time.getTime() - now.getTime()) <= MAX_AGE_MS)) throw new FetchRefused('unreachable', 'of another time');
  return { values: valuesOf(answer.data), time };
}

const Answer = z.object({
  utc_offset_seconds: z.number().default(0),
  current_units: z.record(z.string(), z.unknown()),
  current: z.looseObject({ time: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/) }),
});

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}

/** A value in another unit or out of bounds is left out. */
function valuesOf({ current, current_units }: z.infer<typeof Answer>): WeatherValues {
  const read = (name: string, unit: string, min: number, max: number): number | null => {
    const value = current[name];
    return typeof value === 'number' && current_units[name] === unit && value >= min && value <= max ? value : null;
  };
  const temperature = read('temperature_2m', '°C', TEMPERATURE_C.min, TEMPERATURE_C.max);
  const speed = read('wind_speed_10m', 'm/s', 0, 120);
  const degrees = read('wind_direction_10m', '°', 0, 360);
  const cloud = read('cloud_cover', '%', 0, 100);
  const code = read('weather_code', 'wmo code', 0, 99);
  const wind_force = speed === null ? null : computeBeaufort(speed);
  return {
    temperature_c: temperature === null ? null : Math.round(temperature * 10) / 10,
    wind_force,
    wind_direction: degrees === null || wind_force === 0 ? null : itemAt(WIND_DIRECTIONS, Math.round(degrees / 45) % 8),
    cloud_cover: cloud === null ? null : computeOktas(cloud),
    precipitation: code === null ? null : (PRECIPITATION_OF[code] ?? null),
  };
}

/** The highest speed of each wind force but the last, in m/s to the tenth (WMO-No. 306, code table 1100). */
const BEAUFORT_MPS = [0.2, 1.5, 3.3, 5.4, 7.9, 10.7, 13.8, 17.1, 20.7, 24.4, 28.4, 32.6];

export function computeBeaufort(metresPerSecond: number): number {
  const rounded = Math.round(metresPerSecond * 10) / 10;
  const force = BEAUFORT_MPS.findIndex((most) => rounded <= most);
  return force < 0 ? BEAUFORT_MPS.length : force;
}

/** Only a clear sky is 0, and only an overcast one 8 (WMO-No. 306, code table 2700). */
export function computeOktas(percent: number): number {
  if (percent <= 0) return 0;
  return percent >= 100 ? OKTAS : Math.min(OKTAS - 1, Math.max(1, Math.round((percent * OKTAS) / 100)));
}

/** The codes of WMO table 4677 that Open-Meteo uses. */
const PRECIPITATION_OF: Readonly<Record<number, Precipitation>> = {
  // Clear, mainly clear, partly cloudy, overcast.
  ...codes('none', 0, 1, 2, 3),
  // Fog, and fog with rime.
  ...codes('fog', 45, 48),
  // Also freezing.
  ...codes('drizzle', 51, 53, 55, 56, 57),
  ...codes('rain', 61, 63, 65, 66, 67),
  ...codes('showers', 80, 81, 82),
  // Also grains and showers of snow.
  ...codes('snow', 71, 73, 75, 77, 85, 86),
  // Also with hail.
  ...codes('thunderstorm', 95, 96, 99),
};

function codes(precipitation: Precipitation, ...numbers: readonly number[]): Record<number, Precipitation> {
  return Object.fromEntries(numbers.map((code) => [code, precipitation]));
}
