import { JourneyWeather, WEATHER_FIELDS } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { hasFault, negated, weatherForm, readWeatherForm, withReading, withTemperature, withValue } from './weather-form';

const source = { name: 'weather.example.org', time: '2026-05-09T08:15:00Z' };
const given: JourneyWeather = {
  temperature_c: 12.3,
  wind_force: 3,
  wind_direction: 'SW',
  cloud_cover: null,
  precipitation: 'rain',
  source: { ...source, fields: ['temperature_c', 'wind_force', 'wind_direction'] },
};

it('what the person changes or removes is no longer from the weather service', () => {
  const form = withValue(weatherForm(given, 'metric'), 'wind_force', null);
  expect(readWeatherForm(form)).toEqual({ ...given, wind_force: null, source: { ...source, fields: ['temperature_c', 'wind_direction'] } });
  const typed = withTemperature(withValue(form, 'wind_direction', 'W'), '13', 'metric');
  expect(readWeatherForm(typed)).toMatchObject({ temperature_c: 13, wind_direction: 'W', source: null });
});

describe('what a weather service says', () => {
  const later: JourneyWeather = {
    temperature_c: 14,
    wind_force: 0,
    wind_direction: null,
    cloud_cover: 2,
    precipitation: null,
    source: { ...source, time: '2026-05-09T09:15:00Z', fields: ['temperature_c', 'wind_force', 'cloud_cover'] },
  };

  it('takes the place of what it said before, never of what the person entered', () => {
    const form = withReading(weatherForm(given, 'metric'), later, 'metric');
    // The rain is the person’s own.
    expect(readWeatherForm(form)).toEqual({ ...later, precipitation: 'rain' });
    expect(form.temperature).toBe('14');
    const own = withTemperature(withValue(weatherForm(null, 'metric'), 'cloud_cover', 8), 'about 12', 'metric');
    const filled = withReading(own, later, 'metric');
    expect(filled).toMatchObject({ temperature: 'about 12', weather: { cloud_cover: 8, source: { fields: ['wind_force'] } } });
    const full = withValue(withTemperature(own, '12', 'metric'), 'wind_force', 2);
    expect(withReading(full, { ...later, precipitation: null }, 'metric').weather.source).toBeNull();
  });

  it('does not contradict the wind that the person felt', () => {
    const windy = { ...later, wind_force: 4, wind_direction: 'N' as const, source: { ...later.source!, fields: [...WEATHER_FIELDS] } };
    const calm = withReading(withValue(weatherForm(null, 'metric'), 'wind_force', 0), { ...windy, precipitation: 'none' }, 'metric');
    expect(calm.weather).toMatchObject({ wind_force: 0, wind_direction: null });
    const fromWest = withReading(withValue(weatherForm(null, 'metric'), 'wind_direction', 'W'), later, 'metric');
    expect(fromWest.weather).toMatchObject({ wind_force: null, wind_direction: 'W', source: { fields: ['temperature_c', 'cloud_cover'] } });
    for (const { weather } of [calm, fromWest]) expect(JourneyWeather.safeParse(weather).success).toBe(true);
  });
});

it('calm air has no direction', () => {
  expect(readWeatherForm(withValue(weatherForm(given, 'metric'), 'wind_force', 0))).toMatchObject({
    wind_force: 0,
    wind_direction: null,
    source: { fields: ['temperature_c'] },
  });
});

it('a temperature is in the unit of the person, and whole degrees stay whole', () => {
  for (const degrees of ['68', '69', '70', '-40']) {
    const form = withTemperature(weatherForm(null, 'imperial'), degrees, 'imperial');
    expect(weatherForm(readWeatherForm(form), 'imperial').temperature).toBe(degrees);
  }
  expect(readWeatherForm(withTemperature(weatherForm(null, 'imperial'), '68', 'imperial'))).toMatchObject({ temperature_c: 20 });
  expect(weatherForm(given, 'imperial').temperature).toBe('54.1');
  // What is not changed stays exact.
  expect(readWeatherForm(weatherForm({ ...given, temperature_c: 20.56 }, 'metric'))).toMatchObject({ temperature_c: 20.56 });
});

it.each([
  ['12,5', 12.5],
  ['−3', -3],
  ['', null],
  [' ', null],
])('%j is a temperature of %j', (typed, celsius) => {
  const form = withTemperature(weatherForm(null, 'metric'), typed, 'metric');
  expect([form.weather.temperature_c, hasFault(form)]).toEqual([celsius, false]);
});

it.each(['warm', '-', '60.1', '-91', '1e9', 'Infinity'])('%j cannot be saved', (typed) => {
  expect(hasFault(withTemperature(weatherForm(null, 'metric'), typed, 'metric'))).toBe(true);
});

it('the other side of zero is one tap away', () => {
  expect([negated('5'), negated('-5'), negated(' −5'), negated('')]).toEqual(['-5', '5', '5', '-']);
});

it('nothing entered is no weather', () => {
  expect(readWeatherForm(withValue(withValue(weatherForm(null, 'metric'), 'precipitation', 'fog'), 'precipitation', null))).toBeNull();
});
