import { describe, expect, it } from 'vitest';
import { formatPlace } from './format.ts';
import type { NamedPlaceWords } from './words.ts';

const cologne = { name: 'Köln', names: { en: 'Cologne', nl: 'Keulen', pl: 'Kolonia', af: 'Keulen' }, country_code: 'DE' };
const near: NamedPlaceWords = {
  distance_km: 4,
  direction: 'SE',
  country_code: 'DE',
  sea: null,
  town: cologne,
};

describe('the phrase for a place', () => {
  it('is in the language of the person, without inflected names', () => {
    const phrases = ['en', 'nl', 'de', 'es', 'fr', 'it', 'pt', 'pl', 'af'].map((language) =>
      formatPlace(near, language)?.replaceAll(/\s/g, ' '),
    );
    expect(phrases).toEqual([
      '4 km SE of Cologne, Germany',
      '4 km ZO van Keulen, Duitsland',
      '4 km SO von Köln, Deutschland',
      '4 km al SE de Köln, Alemania',
      'Köln, 4 km SE, Allemagne',
      '4 km a SE di Köln, Germania',
      'Köln, 4 km SE, Alemanha',
      'Kolonia, 4 km SE, Niemcy',
      '4 km SO van Keulen, Duitsland',
    ]);
  });

  it('has the directions that each language writes', () => {
    const west = { ...near, direction: 'W' } as const;
    const southwest = { ...near, direction: 'SW' } as const;
    expect(formatPlace(west, 'es')).toContain('al O de');
    expect(formatPlace(southwest, 'fr')).toContain('SO');
    expect(formatPlace({ ...near, direction: 'NE' }, 'de')).toContain('4 km NO von');
    expect(formatPlace({ ...near, direction: 'NW' }, 'it')).toContain('a NO di');
    expect(formatPlace({ ...near, direction: 'S' }, 'nl')).toContain('4 km Z van');
  });

  it('is the name alone at the place, and says the country of a place across the border', () => {
    const at = { ...near, distance_km: 0, direction: null };
    expect(formatPlace(at, 'en')).toBe('Cologne, Germany');
    expect(formatPlace({ ...near, country_code: 'BE' }, 'en')).toBe('4 km SE of Cologne (Germany), Belgium');
    expect(formatPlace({ ...near, country_code: null }, 'en')).toBe('4 km SE of Cologne');
    const singapore = { ...at, country_code: 'SG', town: { name: 'Singapore', names: {}, country_code: 'SG' } };
    expect(formatPlace(singapore, 'en')).toBe('Singapore');
  });

  it('begins with the sea far from the coast', () => {
    const sea = {
      ...near,
      country_code: null,
      sea: { name: 'Baltic Sea', names: { de: 'Ostsee', pl: 'Morze Bałtyckie' } },
    };
    expect(formatPlace(sea, 'de')).toBe('Ostsee, 4 km SO von Köln');
    expect(formatPlace({ ...sea, town: null }, 'pl')).toBe('Morze Bałtyckie');
    expect(formatPlace({ ...sea, town: null }, 'en')).toBe('Baltic Sea');
  });

  it('is English for a language without texts, and nothing where nothing is known', () => {
    expect(formatPlace(near, 'zu')).toBe('4 km SE of Cologne, Germany');
    expect(formatPlace({ ...near, town: null, country_code: null }, 'en')).toBeNull();
  });
});
