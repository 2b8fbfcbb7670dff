import type { JourneyWeather } from '@veld/contract';
import { expect, it } from 'vitest';
import { hasFault, negated, weatherForm, weatherOf, withTemperature, withValue } from './weather-form';

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
  expect(weatherOf(form)).toEqual({ ...given, wind_force: null, source: { ...source, fields: ['temperature_c', 'wind_direction'] } });
  const typed = withTemperature(withValue(form, 'wind_direction', 'W'), '13', 'metric');
  expect(weatherOf(typed)).toMatchObject({ temperature_c: 13, wind_direction: 'W', source: null });
});

it('calm air has no direction', () => {
  expect(weatherOf(withValue(weatherForm(given, 'metric'), 'wind_force', 0))).toMatchObject({
    wind_force: 0,
    wind_direction: null,
    source: { fields: ['temperature_c'] },
  });
});

it('a temperature is in the unit of the person, and whole degrees stay whole', () => {
  for (const degrees of ['68', '69', '70', '-40']) {
    const form = withTemperature(weatherForm(null, 'imperial'), degrees, 'imperial');
    expect(weatherForm(weatherOf(form), 'imperial').temperature).toBe(degrees);
  }
  expect(weatherOf(withTemperature(weatherForm(null, 'imperial'), '68', 'imperial'))).toMatchObject({ temperature_c: 20 });
  expect(weatherForm(given, 'imperial').temperature).toBe('54.1');
  // What is not changed stays exact.
  expect(weatherOf(weatherForm({ ...given, temperature_c: 20.56 }, 'metric'))).toMatchObject({ temperature_c: 20.56 });
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
  expect(weatherOf(withValue(withValue(weatherForm(null, 'metric'), 'precipitation', 'fog'), 'precipitation', null))).toBeNull();
});
