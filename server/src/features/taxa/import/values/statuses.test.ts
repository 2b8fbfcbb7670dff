import { describe, expect, it } from 'vitest';
import { parseEstablishment, isInvasiveDegree, isProtectedBy, parseThreat } from './statuses.ts';

describe('what lists say about a taxon in a country', () => {
  it.each([
    ['native', 'native'],
    ['Native: endemic', 'native'],
    ['nativeReintroduced', 'native'],
    ['introduced', 'introduced'],
    ['Alien', 'introduced'],
    ['non-native', 'introduced'],
    ['invasive', 'introduced'],
    ['vagrant', 'vagrant'],
    ['Cryptogenic|Uncertain', 'uncertain'],
    ['Native|Alien', 'uncertain'],
    ['managed', null],
    ['present', null],
    ['', null],
  ])('establishment means of %j: %s', (text, expected) => expect(parseEstablishment(text)).toBe(expected));

  it.each([
    ['VU', 'VU'],
    ['CR (PE)', 'CR'],
    ['Near Threatened', 'NT'],
    ['Regionally extinct', 'RE'],
    ['LR/nt', 'NT'],
    ['NE', null],
    ['NA', null],
    ['unknown', null],
    ['Endemic', null],
    ['', null],
  ])('red list category of %j: %s', (text, expected) => expect(parseThreat(text)).toBe(expected));

  it('invasive are only those that are called so', () => {
    expect(['invasive', 'widespreadInvasive'].map(isInvasiveDegree)).toEqual([true, true]);
    expect(['established', 'not invasive', 'non-invasive', ''].map(isInvasiveDegree)).toEqual([false, false, false, false]);
  });

  it('protected are those for which a protection is named', () => {
    expect(['II', 'yes', 'Habitats Directive, Annex IV'].map(isProtectedBy)).toEqual([true, true, true]);
    expect(['', 'no', 'None', '0', 'not protected'].map(isProtectedBy)).toEqual([false, false, false, false, false]);
  });
});
