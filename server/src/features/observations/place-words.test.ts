import { randomUUID } from 'node:crypto';
import { getObservation, type ObservationDraft, obscuredCell } from '@veld/contract';
import { followDisputed, formatPlace } from '@veld/geography';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { draft, insertTaxa, save } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { findCountry, countryOfCell } from './country.ts';
import { openDuePlaces } from './hidden-until.ts';
import { addMissingWords } from './missing-words.ts';
import { wordsOfPoint } from './place-words.ts';

/** Nearer to the centre of Bunnik, a kilometre away, than to Utrecht. */
const BUNNIK = { latitude: 52.0662, longitude: 5.2115 };
const VALENTIA = { latitude: 51.9297, longitude: -10.349 };

const LAAYOUNE = [27.15, -13.2] as const;
const SIMFEROPOL = [44.95, 34.1] as const;

describe('the country of a disputed area', () => {
  afterEach(() => followDisputed({}));

  it('follows ISO 3166', () => {
    expect([findCountry(...LAAYOUNE), findCountry(23.7, -15.93), findCountry(26.16, -10.57)]).toEqual(['EH', 'EH', 'EH']);
    expect([findCountry(...SIMFEROPOL), findCountry(44.6, 33.5), findCountry(35.3, 33.6)]).toEqual(['UA', 'UA', 'CY']);
    // Agadir, Tarfaya, Krasnodar, Kherson and Pristina.
    const around = [
      findCountry(30.42, -9.6),
      findCountry(27.94, -12.92),
      findCountry(45.03, 38.97),
      findCountry(46.64, 32.6),
      findCountry(42.66, 21.16),
    ];
    expect(around).toEqual(['MA', 'MA', 'RU', 'UA', 'XK']);
  });

  it('follows MAP_DISPUTED, in words too, and a label that is left out leaves the code', () => {
    followDisputed({ EH: 'MA', 'UA-43': 'RU', XK: null });
    expect([findCountry(...LAAYOUNE), findCountry(...SIMFEROPOL), findCountry(46.64, 32.6), findCountry(42.66, 21.16)]).toEqual([
      'MA',
      'RU',
      'UA',
      'XK',
    ]);
    expect(wordsOfPoint(23.7, -15.93).country_code).toBe('MA');
    followDisputed({});
    expect(wordsOfPoint(23.7, -15.93).country_code).toBe('EH');
  });
});

describe('the country of a point', () => {
  it('is the same at 180 and -180 degrees, and that of the land there', () => {
    // Taveuni and Wrangel Island.
    for (const longitude of [180, -180, 540]) expect([findCountry(-16.85, longitude), findCountry(71.2, longitude)]).toEqual(['FJ', 'RU']);
    expect(findCountry(0, 180)).toBeNull();
    expect(countryOfCell(obscuredCell(-16.85, -180))).toBe('FJ');
    expect(countryOfCell(obscuredCell(-16.85, 180))).toBe('FJ');
  });
});

describe('the place of a record in words', () => {
  let veld: TestServer;
  let anna: Person;
  let bram: Person;
  beforeAll(async () => {
    veld = await testServer({}, { now: () => new Date('2026-06-02T10:30:00Z') });
    await insertTaxa(veld);
    [anna, bram] = [await person(veld, 'anna'), await person(veld, 'bram')];
  });
  afterAll(() => veld.close());

  const saved = async (body: Partial<ObservationDraft>) => {
    const id = randomUUID();
    await save(veld, anna, id, draft(body));
    return id;
  };
  const readBy = async (who: Person, id: string) => (await veld.call(getObservation, { params: { id } }, who.token)).body.data;
  const words = async (who: Person, id: string) => {
    const { place } = await readBy(who, id);
    return place && formatPlace(place, 'en')?.replaceAll(/\s/g, ' ');
  };

  it('is that of the true place for its owner, and for others if the record is open', async () => {
    const id = await saved(BUNNIK);
    expect(await words(anna, id)).toBe('1 km E of Bunnik, Netherlands');
    expect(await words(bram, id)).toBe('1 km E of Bunnik, Netherlands');
    expect(await words(anna, await saved(VALENTIA))).toMatch(/^\d+ km [NSEW]{1,2} of .+, Ireland$/);
    expect(await words(anna, await saved({ latitude: null, longitude: null }))).toBeNull();
  });

  it('is that of the cell for others if obscured, however the place lies in it, and none if private', async () => {
    const seen = new Set<string | null | undefined>();
    const { south, west, north, east } = obscuredCell(BUNNIK.latitude, BUNNIK.longitude);
    for (const [latitude, longitude] of [
      [BUNNIK.latitude, BUNNIK.longitude],
      [south + 0.001, west + 0.001],
      [north - 0.001, east - 0.001],
    ] as const) {
      const id = await saved({ latitude, longitude, geoprivacy: 'obscured' });
      seen.add(await words(bram, id));
      expect(await words(anna, id)).not.toBe(await words(bram, id));
    }
    expect(seen.size).toBe(1);
    expect([...seen][0]).not.toContain('Bunnik');
    const hidden = await saved({ ...BUNNIK, geoprivacy: 'private' });
    expect([await words(anna, hidden), await words(bram, hidden)]).toEqual(['1 km E of Bunnik, Netherlands', null]);
  });

  it('changes with the place, and opens with it', async () => {
    const id = await saved(VALENTIA);
    await save(veld, anna, id, draft({ ...BUNNIK, geoprivacy: 'private', geoprivacy_until: '2026-06-10', write_id: randomUUID() }), 1);
    expect([await words(anna, id), await words(bram, id)]).toEqual(['1 km E of Bunnik, Netherlands', null]);
    await openDuePlaces({ ...veld.context, now: () => new Date('2026-06-20T00:00:00Z') });
    expect(await words(bram, id)).toBe('1 km E of Bunnik, Netherlands');
  });

  it('is added to records from before it was stored, and only to them', async () => {
    const ids = await Promise.all((['open', 'obscured', 'private'] as const).map((geoprivacy) => saved({ ...BUNNIK, geoprivacy })));
    const nowhere = await saved({ latitude: null, longitude: null });
    const readAll = () => Promise.all([...ids, nowhere].flatMap((id) => [readBy(anna, id), readBy(bram, id)]));
    const before = await readAll();
    await sql`update observations set place = null, public_place = null where id = any(${[...ids, nowhere]}::uuid[])`.execute(veld.db);
    expect(await words(anna, ids[0]!)).toBeNull();
    await addMissingWords(veld.context);
    expect(await readAll()).toEqual(before);
  });
});
