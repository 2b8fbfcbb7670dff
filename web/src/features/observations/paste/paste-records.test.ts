import { type ObservationDraft, type TaxonSummary } from '@veld/contract';
import { describe, expect, it, vi } from 'vitest';
import { newId } from '../../../local/db/ids';
import { ownObservations } from '../../../local/records/observations';
import { anna, freshDatabase } from '../../../local/testing/people';
import type { RecordTranslator } from '../../../shared/records/record-labels';
import type { TaxonReading } from './find-taxon';
import { guessColumns } from './guess-columns';
import { planRecords, type RecordsReader } from './paste-records';
import { removeRecords, saveRecords } from './save-records';

const taxon = (id: number, name: string): TaxonSummary => ({
  id,
  name,
  scientific_name: `Species ${id}`,
  rank: 'species',
  group: 'bird',
  image_url: null,
});
const NAMES: Record<string, TaxonReading> = {
  wren: { taxon: taxon(1, 'Wren') },
  robin: { taxon: taxon(2, 'Robin') },
  'erithacus rubecula': { taxon: taxon(2, 'Robin') },
  sparrow: { fault: 'species_several' },
};
const hide = { id: newId(), name: 'The hide', kind: 'hide', latitude: 52.1, longitude: 5.2, uncertainty_m: 30, notes: '' } as const;

const reader: RecordsReader = {
  language: 'en',
  t: ((key: string) => key.split('.').at(-1)) as unknown as RecordTranslator,
  order: null,
  findTaxon: async (text) => NAMES[text.toLowerCase()] ?? { fault: 'species_unknown' },
  zoneOf: () => 'Europe/Amsterdam',
  savedPlaces: [hide],
  fallback: null,
  country: 'NL',
  preferences: { geoprivacy: 'obscured', license: 'CC-BY-4.0' },
  existing: [],
  now: new Date('2026-11-30T12:00:00Z'),
};
const plan = (cells: string[][], changes: Partial<RecordsReader> = {}, signal = new AbortController().signal) => {
  const { kinds, hasHeader } = guessColumns(cells, new Map());
  const from = hasHeader ? 1 : 0;
  const ids = cells.map(() => newId());
  return planRecords({ cells: cells.slice(from), kinds, ids: ids.slice(from), linesBefore: from }, { ...reader, ...changes }, signal);
};
const reasons = async (...asked: Parameters<typeof plan>) => (await plan(...asked)).problems.map(({ line, reason }) => `${line} ${reason}`);

describe('the columns of pasted rows', () => {
  const kinds = (...titles: string[]) => guessColumns([titles], new Map()).kinds;

  it('are known by their titles in nine languages and in Darwin Core', () => {
    expect(kinds('Species', 'Date', 'Count', 'Latitude', 'Longitude')).toEqual(['species', 'date', 'count', 'latitude', 'longitude']);
    expect(kinds('scientificName', 'eventDate', 'individualCount', 'decimalLatitude', 'occurrenceRemarks')).toEqual([
      'species',
      'date',
      'count',
      'latitude',
      'notes',
    ]);
    const rows = [
      ['Soort', 'Datum', 'Tijd', 'Aantal', 'Plaats', 'Geslacht'],
      ['Art', 'Datum', 'Uhrzeit', 'Anzahl', 'Fundort', 'Geschlecht'],
      ['Especie', 'Fecha', 'Hora', 'Cantidad', 'Lugar', 'Sexo'],
      ['Espèce', 'Date', 'Heure', 'Effectif', 'Lieu', 'Sexe'],
      ['Specie', 'Data', 'Ora', 'Quantità', 'Luogo', 'Sesso'],
      ['Espécie', 'Data', 'Hora', 'Contagem', 'Local', 'Sexo'],
      ['Gatunek', 'Data', 'Godzina', 'Liczba', 'Miejsce', 'Płeć'],
      ['Spesie', 'Datum', 'Tyd', 'Aantal', 'Plek', 'Geslag'],
    ];
    for (const row of rows) expect(kinds(...row), row.join()).toEqual(['species', 'date', 'time', 'count', 'place', 'sex']);
    expect(kinds('Nom', 'Nombre')).toEqual(['species', 'count']);
    expect(kinds('Accuracy (m)', 'Count*')).toEqual(['accuracy', 'count']);
  });

  it('hold nothing where no title is known, which is then a row like the others', () => {
    expect(
      guessColumns(
        [
          ['Wren', '3'],
          ['Robin', '4', 'x'],
        ],
        new Map(),
      ),
    ).toEqual({
      kinds: ['ignored', 'ignored', 'ignored'],
      hasHeader: false,
    });
    expect(kinds('Date', 'Date', 'Species', 'Scientific name')).toEqual(['date', 'ignored', 'species', 'species']);
  });
});

describe('records of pasted rows', () => {
  const HEAD = ['Species', 'Scientific name', 'Date', 'Time', 'Lat', 'Lon', 'Count', 'Sex', 'Notes'];

  it('have what the row says, the time zone of the place, and the preferences of the person', async () => {
    const { records, problems } = await plan([
      HEAD,
      ['Robin', 'Erithacus rubecula', '13/4/2026', '7.05', '52,1234', '5,2', '~40', 'male', 'at dawn'],
    ]);
    expect(problems).toEqual([]);
    expect(records[0]!.taxon.name).toBe('Robin');
    expect(records[0]!.draft).toMatchObject({
      taxon_id: 2,
      observed_on: '2026-04-13',
      observed_time: '07:05',
      time_zone: 'Europe/Amsterdam',
      latitude: 52.1234,
      longitude: 5.2,
      location_source: 'typed',
      count: 40,
      count_type: 'approximate',
      sex: 'male',
      notes: 'at dawn',
      geoprivacy: 'obscured',
      license: 'CC-BY-4.0',
    } satisfies Partial<ObservationDraft>);
  });

  it('are at a saved place by its name, at coordinates, or at the place for rows without one', async () => {
    const rows = [
      ['Species', 'Place'],
      ['Wren', 'the HIDE'],
      ['Wren', '52.2, 5.3'],
      ['Robin', ''],
    ];
    const { records } = await plan(rows, { fallback: hide });
    expect(
      records.map(({ draft: { latitude, location_id, coordinate_uncertainty_m: metres } }) => [latitude, location_id, metres]),
    ).toEqual([
      [52.1, hide.id, 30],
      [52.2, null, null],
      [52.1, hide.id, 30],
    ]);
    expect(await reasons(rows)).toEqual(['4 place_missing']);
  });

  it('are not invented where something is not understood', async () => {
    const rows = [
      ['Species', 'Date', 'Time', 'Place', 'Count', 'Sex', 'Accuracy'],
      ['Unicorn', '2026-05-03', '', 'The hide', '', '', ''],
      ['Sparrow', '2026-05-03', '', 'The hide', '', '', ''],
      ['', '2026-05-03', '', 'The hide', '', '', ''],
      ['Wren', '2026-02-30', '', 'The hide', '', '', ''],
      ['Wren', '2026-05-03', 'noon', 'The hide', '', '', ''],
      ['Wren', '2026-05-03', '', 'Somewhere', '', '', ''],
      ['Wren', '2026-05-03', '', '0, 0', '', '', ''],
      ['Wren', '2026-05-03', '', 'The hide', '1.200', '', ''],
      ['Wren', '2026-05-03', '', 'The hide', '-3', '', ''],
      ['Wren', '2026-05-03', '', 'The hide', '', 'boy', ''],
      ['Wren', '2026-05-03', '', 'The hide', '', '', 'good'],
      ['Wren', '2026-12-24', '', 'The hide', '', '', ''],
      ['Wren', '2026-05', '07:05', 'The hide', '', '', ''],
      ['', '', '', '', '', '', ''],
    ];
    const made = await plan(rows);
    expect(made.records).toEqual([]);
    expect(made.problems.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
      '2 species_unknown',
      '3 species_several',
      '4 species_missing',
      '5 date',
      '6 time',
      '7 place_unknown',
      '8 place_unknown',
      '9 count_fault.ambiguous',
      '10 count_fault.negative',
      '11 choice',
      '12 accuracy',
      '13 future',
      '14 invalid',
    ]);
    expect(
      await reasons([
        ['Species', 'Name', 'Place'],
        ['Wren', 'Robin', 'The hide'],
      ]),
    ).toEqual(['2 species_differ']);
  });

  it('wait for the order of day and month, once for all rows', async () => {
    const rows = [
      ['Species', 'Date', 'Place'],
      ['Wren', '3/4/2026', 'The hide'],
      ['Robin', '13/4/2026', 'The hide'],
    ];
    expect(await plan(rows)).toMatchObject({ isAmbiguous: true, records: [{ draft: { observed_on: '2026-04-13' } }] });
    const { records, isAmbiguous } = await plan(rows, { order: 'month_first' });
    expect(isAmbiguous).toBe(false);
    expect(records.map(({ draft }) => draft.observed_on)).toEqual(['2026-03-04', '2026-04-13']);
  });

  it('are made once: pasting the same rows again finds them there', async () => {
    const rows = [
      ['Species', 'Date', 'Place'],
      ['Wren', '2026-05-03', 'The hide'],
      ['Wren', '2026-05-03', 'The hide'],
      ['Robin', '2026-05-03', 'The hide'],
    ];
    const database = freshDatabase();
    const first = await plan(rows);
    expect([first.records.length, first.known]).toEqual([2, 1]);
    const fail = vi.fn<(cause: unknown) => void>();
    const ids = await saveRecords(database, anna, first.records, () => {}, fail);
    expect(ids).toHaveLength(2);
    expect(await saveRecords(database, anna, first.records, () => {}, fail)).toEqual([]);
    const again = await plan(rows, { existing: await ownObservations(database) });
    expect([again.records.length, again.known]).toEqual([0, 3]);
    await removeRecords(database, ids, fail);
    expect(await ownObservations(database)).toEqual([]);
    expect(await database.outbox.count()).toBe(0);
    expect(fail).not.toHaveBeenCalled();
  });

  it('leave the screen free while a thousand rows are read, and stop when nobody waits for them', async () => {
    const rows = [['Species', 'Place'], ...Array.from({ length: 1000 }, (_, at) => ['Wren', `52.${1000 + at}, 5.2`])];
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 0);
    expect((await plan(rows)).records).toHaveLength(1000);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(5);
    await expect(plan(rows, {}, AbortSignal.abort())).rejects.toThrow('aborted');
  });
});
