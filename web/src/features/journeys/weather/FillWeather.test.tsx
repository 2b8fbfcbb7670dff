// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { getWeather, type JourneyWeather } from '@veld/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../../shared/session/queries';
import { stubGeolocation } from '../../../device/testing/fake-geolocation';
import { openUserDatabase } from '../../../local/db/database';
import { ownJourneys } from '../../../local/records/journeys/journeys';
import { freshPerson } from '../../../local/testing/people';
import { json, problem, VeldServer } from '../../../local/testing/veld-server';
import { renderAs } from '../../../testing/render-as';
import StartJourneyScreen from '../start/StartJourneyScreen';

afterEach(() => {
  queryClient.clear();
  vi.restoreAllMocks();
});

const source = { name: 'Open-Meteo', time: '2026-05-17T04:15:00.000Z' };
const now: JourneyWeather = {
  temperature_c: 11.4,
  wind_force: 3,
  wind_direction: 'SW',
  cloud_cover: 6,
  precipitation: null,
  source: { ...source, fields: ['temperature_c', 'wind_force', 'wind_direction', 'cloud_cover'] },
};

it('fills in what is empty with one tap, and marks where it is from', async () => {
  const anna = freshPerson('anna');
  const geolocation = stubGeolocation();
  const asked: string[] = [];
  let weather: JourneyWeather | null = null;
  const server = new VeldServer(anna).answer(getWeather, ({ search }) => {
    if (!search) return json({ data: { source: 'Open-Meteo', weather: null } });
    asked.push(search);
    return weather ? json({ data: { source: 'Open-Meteo', weather } }) : problem(503, 'unavailable');
  });
  await renderAs(anna, <StartJourneyScreen />, { at: '/my-journeys/new', server });
  const fill = await screen.findByRole('button', { name: 'Fill in the weather' });
  const tap = async () => {
    fireEvent.click(fill);
    await waitFor(() => expect(geolocation.watches.size).toBe(1));
    act(() => geolocation.report(52.0908, 5.1222, 30));
  };
  await tap();
  expect(await screen.findByText(/^Open-Meteo has no weather for this place right now/)).toBeDefined();
  weather = now;
  fireEvent.click(screen.getByRole('button', { name: '8' }));
  await tap();
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Air temperature (°C)').value).toBe('11.4'));
  expect(screen.queryByText(/^Open-Meteo has no weather/)).toBeNull();
  expect(new Set(asked)).toEqual(new Set(['?latitude=52.1&longitude=5.1']));
  fireEvent.click(screen.getByRole('button', { name: '4, Moderate breeze' }));
  fireEvent.click(screen.getByRole('button', { name: 'Start' }));
  const database = openUserDatabase(anna.id);
  await waitFor(async () => expect(await ownJourneys(database)).toHaveLength(1));
  expect((await ownJourneys(database))[0]!.weather).toEqual({
    ...now,
    wind_force: 4,
    cloud_cover: 8,
    source: { ...source, fields: ['temperature_c', 'wind_direction'] },
  });
});

it('is not offered where the operator has no weather service', async () => {
  const anna = freshPerson('anna');
  stubGeolocation();
  const server = new VeldServer(anna).answer(getWeather, () => json({ data: { source: null, weather: null } }));
  await renderAs(anna, <StartJourneyScreen />, { at: '/my-journeys/new', server });
  expect(await screen.findByText('Weather')).toBeDefined();
  await waitFor(() => expect(server.count('GET', '/api/journeys/weather')).toBe(1));
  expect(screen.queryByRole('button', { name: 'Fill in the weather' })).toBeNull();
});
