import { describe, expect, it } from 'vitest';
import { emptyForm, findProjectFaults, type ProjectForm, readProjectForm } from './form-values';

const form = (change: Partial<ProjectForm> = {}): ProjectForm => ({
  ...emptyForm('2026-05-20', 'Europe/Amsterdam'),
  name: 'Moths',
  ...change,
});

describe('the form of a project', () => {
  it('says what is missing before anything is sent', () => {
    expect(findProjectFaults(form())).toEqual({});
    expect(findProjectFaults(form({ name: '  ', description: 'a'.repeat(5001), start_on: '', end_on: '' }))).toEqual({
      name: 'missing',
      description: 'too_long',
      start_on: 'missing',
      end_on: 'missing',
    });
    expect(findProjectFaults(form({ name: 'a'.repeat(81), end_on: '2026-05-19' }))).toEqual({ name: 'too_long', end_on: 'order' });
    expect(findProjectFaults(form({ area: { type: 'countries', countries: [] } }))).toEqual({ area: 'no_country' });
    expect(findProjectFaults(form({ area: { type: 'polygon', geometry: { type: 'Polygon', coordinates: [] } } }))).toEqual({
      area: 'no_shape',
    });
  });

  it('leaves out organisers of a new project, and sends ids of taxa', () => {
    const taxon = { id: 5, name: 'Moth', scientific_name: 'Moth', rank: 'species', group: 'insect', image_url: null } as const;
    expect(readProjectForm(form({ taxa: [taxon] }))).toMatchObject({ taxon_ids: [5], name: 'Moths' });
    expect(readProjectForm(form())).not.toHaveProperty('organisers');
    expect(readProjectForm(form({ organisers: [{ id: 'a', name: 'anna' }] })).organisers).toEqual(['a']);
  });
});
