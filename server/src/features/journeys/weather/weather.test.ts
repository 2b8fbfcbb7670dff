import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getWeather } from '@veld/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { guardedFetcher } from '../../../http/guarded-fetch.ts';
import { type Person, person } from '../../../testing/people.ts';
import { testServer, type TestServer } from '../../../testing/server.ts';
import { askOpenMeteo, computeBeaufort, computeOktas } from './open-meteo.ts';

const NOW = new Date('2026-05-17T04:20:00Z');
const UNITS = {
  time: 'iso8601',
  interval: 'seconds',
  temperature_2m: '°C',
  wind_speed_10m: 'm/s',
  wind_direction_10m: '°',
  cloud_cover: '%',
  weather_code: 'wmo code',
};
const CURRENT = {
  time: '2026-05-17T04:15',
  interval: 900,
  temperature_2m: 11.4,
  wind_speed_10m: 4.1,
  wind_direction_10m: 231,
  cloud_cover: 72,
  weather_code: 80,
};
/** An answer of the forecast API. */
const answer = (current: object = {}, change: object = {}) => ({
  latitude: 52.08,
  longitude: 5.12,
  generationtime_ms: 0.04,
  utc_offset_seconds: 0,
  timezone: 'GMT',
  timezone_abbreviation: 'GMT',
  elevation: 4,
  current_units: UNITS,
  current: { ...CURRENT, ...current },
  ...change,
});

describe('the weather now', () => {
  const asked: URL[] = [];
  let respond: (response: ServerResponse) => void;
  const site = createServer(({ url }, response) => {
    asked.push(new URL(url!, 'http://site'));
    respond(response);
  });
  const send = (body: unknown, status = 200) => {
    respond = (response) => void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  let veld: TestServer;
  let anna: Person;
  let origin: string;
  let now = NOW;
  beforeAll(async () => {
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    veld = await testServer({ WEATHER_API_URL: `${origin}/v1/forecast?apikey=key`, LIMIT_WEATHER: '60' }, { now: () => now });
    anna = await person(veld, 'anna');
  });
  afterAll(async () => {
    site.closeAllConnections();
    site.close();
    await veld.close();
  });
  beforeEach(() => {
    asked.length = 0;
    now = NOW;
    send(answer());
  });
  const ask = async (latitude: number, longitude = 5.1222, who = anna) =>
    (await veld.call(getWeather, { query: { latitude, longitude } }, who.token)).body.data;

  it('is asked with a place rounded to 0.1 degrees, once for each cell and hour', async () => {
    const [one, other] = await Promise.all([ask(52.0908), ask(52.0512, 5.0512)]);
    expect(one).toEqual({
      source: 'Open-Meteo',
      weather: {
        temperature_c: 11.4,
        wind_force: 3,
        wind_direction: 'SW',
        cloud_cover: 6,
        precipitation: 'showers',
        source: {
          name: 'Open-Meteo',
          time: '2026-05-17T04:15:00.000Z',
          fields: ['temperature_c', 'wind_force', 'wind_direction', 'cloud_cover', 'precipitation'],
        },
      },
    });
    expect(other).toEqual(one);
    expect(asked.map(({ pathname, searchParams }) => [pathname, Object.fromEntries(searchParams)])).toEqual([
      [
        '/v1/forecast',
        {
          apikey: 'key',
          latitude: '52.1',
          longitude: '5.1',
          current: 'temperature_2m,wind_speed_10m,wind_direction_10m,cloud_cover,weather_code',
          wind_speed_unit: 'ms',
          timezone: 'GMT',
        },
      ],
    ]);
    now = new Date(NOW.getTime() + 3_600_000);
    await ask(52.0908);
    expect(asked).toHaveLength(2);
  });

  it('is named without coordinates, and then asks nothing', async () => {
    const { body } = await veld.call(getWeather, {}, anna.token);
    expect([body.data, asked]).toEqual([{ source: 'Open-Meteo', weather: null }, []]);
  });

  it('leaves out what is in another unit, out of bounds or unknown', async () => {
    const left = async (latitude: number, current: object, change: object = {}) => {
      send(answer(current, change));
      return (await ask(latitude)).weather;
    };
    expect(await left(10, { temperature_2m: 999, cloud_cover: -1, weather_code: 42 })).toMatchObject({
      temperature_c: null,
      cloud_cover: null,
      precipitation: null,
      source: { fields: ['wind_force', 'wind_direction'] },
    });
    const units = { ...UNITS, wind_speed_10m: 'km/h', temperature_2m: '°F' };
    expect(await left(11, {}, { current_units: units })).toMatchObject({ temperature_c: null, wind_force: null, wind_direction: 'SW' });
    expect(await left(12, { wind_speed_10m: 0.1, temperature_2m: '11' })).toMatchObject({
      temperature_c: null,
      wind_force: 0,
      wind_direction: null,
    });
    expect(await left(13, { wind_direction_10m: 350 }, { utc_offset_seconds: 0 })).toMatchObject({ wind_direction: 'N' });
    expect(await left(14, { time: '2026-05-17T06:15' }, { utc_offset_seconds: 7200 })).toMatchObject({
      source: { time: '2026-05-17T04:15:00.000Z' },
    });
  });

  it('is unknown where the source fails, which is then left alone for a while', async () => {
    const bodies = [
      answer({ time: '2026-05-16T04:15' }),
      answer({ time: 'now' }),
      answer({}, { current: undefined }),
      answer({ temperature_2m: null, wind_speed_10m: null, wind_direction_10m: null, cloud_cover: null, weather_code: null }),
      { error: true, reason: 'Daily API request limit exceeded' },
      null,
      'x'.repeat(200_000),
    ];
    for (const [at, body] of bodies.entries()) {
      send(body);
      expect((await ask(20 + at)).weather, String(at)).toBeNull();
    }
    send(answer(), 429);
    expect((await ask(30)).weather).toBeNull();
    respond = (response) => void response.end('<html>');
    expect((await ask(31)).weather).toBeNull();
    respond = (response) => response.destroy();
    expect((await ask(32)).weather).toBeNull();
    const before = asked.length;
    send(answer());
    expect((await ask(32)).weather).toBeNull();
    expect(asked).toHaveLength(before);
  });

  it('is not waited for without end', async () => {
    respond = () => undefined;
    const fetch = guardedFetcher({ userAgent: 'Veld/test' });
    const hasty: typeof fetch = (address, options) => fetch(address, { ...options, timeLimitMs: 50 });
    const asking = askOpenMeteo(hasty, origin, { latitude: 52.1, longitude: 5.1, now: NOW });
    await expect(asking).rejects.toMatchObject({ reason: 'unreachable' });
  });

  it('is asked by one person a limited number of times', async () => {
    const bram = await person(veld, 'bram');
    const call = () => veld.call(getWeather, { query: { latitude: 52.1, longitude: 5.1 } }, bram.token);
    for (let number = 0; number < 60; number++) expect((await call()).status).toBe(200);
    expect((await call()).status).toBe(429);
    expect(asked).toHaveLength(0);
  });
});

it.each([
  [0, 0],
  [0.24, 0],
  [0.3, 1],
  [1.6, 2],
  [5.4, 3],
  [5.5, 4],
  [32.6, 11],
  [32.7, 12],
  [80, 12],
])('%d m/s is wind force %d', (speed, force) => {
  expect(computeBeaufort(speed)).toBe(force);
});

it.each([
  [0, 0],
  [1, 1],
  [44, 4],
  [99, 7],
  [100, 8],
])('%d %% of cloud is %d oktas', (percent, oktas) => {
  expect(computeOktas(percent)).toBe(oktas);
});
