import { ObservationDraft } from '@veld/contract';
import { expect, it } from 'vitest';
import { newId } from '../../../local/db/ids';
import { savedRow } from '../../../local/records/record-shape';
import { anna, observer } from '../../../local/testing/people';
import { OCCURRENCE_HEAD, occurrenceLine } from './darwin-core';
import { weatherRemarks } from './archive';

const JOURNEY = newId();
const facts = {
  locality: () => 'near the fen',
  observer: 'Anna',
  fileOf: (id: string) => `../photos/${id}.jpg`,
  journeys: new Map([[JOURNEY, 'Weather: rain']]),
};

/** The columns of a record with these values; `stored` are values that the form refuses. */
function columnsOf(values: object, stored: object = {}): Record<string, string> {
  const draft = ObservationDraft.parse({ taxon_id: 17, ...values });
  const record = savedRow(newId(), draft, undefined, {
    user: observer(anna),
    taxon: null,
    now: 1,
    thumbhashes: new Map<string, string | null>(),
  });
  const cells = occurrenceLine({ ...record, ...stored }, facts)!
    .slice(0, -1)
    .split('\t');
  return Object.fromEntries(
    OCCURRENCE_HEAD.slice(0, -1)
      .split('\t')
      .map((name, index) => [name, cells[index]!]),
  );
}

it.each([
  [{ observed_on: '2026-05-03', observed_time: '06:40', time_zone: 'Europe/Amsterdam' }, '2026-05-03T06:40+02:00', ['2026', '5', '3']],
  [{ observed_on: '2026-01-03', observed_time: '06:40', time_zone: 'America/St_Johns' }, '2026-01-03T06:40-03:30', ['2026', '1', '3']],
  [{ observed_on: '2026-05-03', observed_time: '06:40' }, '2026-05-03T06:40', ['2026', '5', '3']],
  [{ observed_on: '2026-05' }, '2026-05', ['2026', '5', '']],
  [{ observed_on: '2026-05-30/2026-06-02' }, '2026-05-30/2026-06-02', ['2026', '', '']],
  [{ observed_on: null, notes: 'once' }, '', ['', '', '']],
])('the date of %j is %s', (values, eventDate, parts) => {
  const row = columnsOf(values);
  expect(row.eventDate).toBe(eventDate);
  expect([row.year, row.month, row.day]).toEqual(parts);
});

it.each([
  [{ count: 3 }, ['present', '3', '', '']],
  [{ count: 0 }, ['absent', '0', '', '']],
  [{}, ['present', '', '', '']],
  [{ count: 5, count_type: 'at_least' }, ['present', '', '>=5', 'individuals']],
  [{ count: 5, count_type: 'approximate' }, ['present', '', '~5', 'individuals']],
  [{ count: 3, count_max: 7, count_type: 'range' }, ['present', '', '3-7', 'individuals']],
])('a count of %j is no other number', (values, expected) => {
  const row = columnsOf({ observed_on: '2026-05-03', ...values });
  expect([row.occurrenceStatus, row.individualCount, row.organismQuantity, row.organismQuantityType]).toEqual(expected);
});

it('an uncertainty of zero is left out, and text keeps its line', () => {
  const row = columnsOf({
    latitude: 52.1,
    longitude: 5.2,
    coordinate_uncertainty_m: 0.4,
    notes: 'one\ttwo\nthree',
    license: 'CC-BY-NC-4.0',
  });
  expect(row).toMatchObject({
    decimalLatitude: '52.1',
    geodeticDatum: 'EPSG:4326',
    coordinateUncertaintyInMeters: '0.4',
    occurrenceRemarks: 'one two three',
    license: 'http://creativecommons.org/licenses/by-nc/4.0/legalcode',
    locality: 'near the fen',
  });
  expect(columnsOf({ latitude: 52.1, longitude: 5.2 }, { coordinate_uncertainty_m: 0 }).coordinateUncertaintyInMeters).toBe('');
});

it('stages that are conditions, and group fields with the same term, share a column', () => {
  const row = columnsOf({
    observed_on: '2026-05-03',
    life_stage: 'flowering',
    sex: 'mixed',
    attributes: { phenology: 'budding', vitality: 'alive' },
  });
  expect(row).toMatchObject({ lifeStage: '', sex: '', reproductiveCondition: 'flowering | budding', vitality: 'alive' });
});

it('a record of a journey has its id and its weather, with what is from a weather service after what was observed', () => {
  const of = (values: object) => columnsOf({ observed_on: '2026-05-03', ...values });
  expect(of({ journey_id: JOURNEY })).toMatchObject({ eventID: `urn:uuid:${JOURNEY}`, eventRemarks: 'Weather: rain' });
  for (const values of [{}, { journey_id: newId() }]) expect(of(values)).toMatchObject({ eventID: '', eventRemarks: '' });
  const nothing = { temperature_c: null, wind_force: null, wind_direction: null, cloud_cover: null, precipitation: null, source: null };
  expect(weatherRemarks(nothing)).toBeNull();
  expect(weatherRemarks({ ...nothing, wind_force: 0, cloud_cover: 8, precipitation: 'none' })).toBe(
    'Weather: wind force 0 Bft, cloud cover 8/8, no precipitation',
  );
  const source = {
    name: 'api.open-meteo.com',
    time: '2026-05-03T04:15:00Z',
    fields: ['temperature_c' as const, 'wind_direction' as const],
  };
  expect(weatherRemarks({ ...nothing, temperature_c: -2.5, wind_direction: 'SW', precipitation: 'snow', source })).toBe(
    'Weather: snow; -2.5 °C, wind from SW (api.open-meteo.com, 2026-05-03T04:15:00Z)',
  );
});

it('a tick is no occurrence', () => {
  const record = savedRow(newId(), ObservationDraft.parse({ taxon_id: 17 }), undefined, {
    user: observer(anna),
    taxon: null,
    now: 1,
    thumbhashes: new Map<string, string | null>(),
  });
  expect(occurrenceLine(record, facts)).toBeNull();
});
