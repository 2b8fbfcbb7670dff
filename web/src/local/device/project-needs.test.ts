import { describe, expect, it } from 'vitest';
import { device } from '../testing/app';
import { type KnownNeeds, projectNeeds, rememberNeeds } from './project-needs';

const needs = (id: string, name = 'Moth night'): KnownNeeds => ({
  id,
  name,
  start_on: '2026-05-01',
  end_on: '2026-05-31',
  start_time: null,
  end_time: '12:00',
  time_zone: 'Europe/Amsterdam',
  photo_required: true,
  required_fields: ['count'],
  max_uncertainty_m: 50,
});

describe('what projects need', () => {
  it('is remembered on the device, the last change first, until nothing is needed any more', async () => {
    const { database } = device();
    const names = async () => (await projectNeeds.read(database)).map(({ name }) => name);
    await rememberNeeds(database, 'a', needs('a'));
    await rememberNeeds(database, 'b', needs('b', 'Pond day'));
    await rememberNeeds(database, 'a', needs('a'));
    expect(await names()).toEqual(['Pond day', 'Moth night']);
    await rememberNeeds(database, 'a', needs('a', 'Moths'));
    expect(await names()).toEqual(['Moths', 'Pond day']);
    await rememberNeeds(database, 'b', null);
    expect(await names()).toEqual(['Moths']);
    for (let at = 0; at < 12; at++) await rememberNeeds(database, `n${at}`, needs(`n${at}`, String(at)));
    expect(await names()).toHaveLength(10);
  });
});
