import { describe, expect, it } from 'vitest';
import { addGoal, emptyForm, findProjectFaults, isWrongTarget, isWrongUncertainty, type ProjectForm, readProjectForm } from './form-values';

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
    const noon = { start_time: '12:00', end_time: '12:00' };
    expect(findProjectFaults(form(noon))).toEqual({ end_on: 'order' });
    expect(findProjectFaults(form({ ...noon, end_on: '2026-05-21' }))).toEqual({});
    expect(findProjectFaults(form({ area: { type: 'countries', countries: [] } }))).toEqual({ area: 'no_country' });
    expect(findProjectFaults(form({ area: { type: 'polygon', geometry: { type: 'Polygon', coordinates: [] } } }))).toEqual({
      area: 'no_shape',
    });
  });

  it('has goals with a number each, and none of them twice', () => {
    const bird = { kind: 'group', group: 'bird' } as const;
    const goals = addGoal(addGoal(addGoal([], { kind: 'species' }), bird), bird);
    expect(goals).toEqual([
      { kind: 'species', target: '' },
      { ...bird, target: '' },
    ]);
    expect(findProjectFaults(form({ goals }))).toEqual({ goals: 'no_number' });
    const typed = goals.map((goal) => ({ ...goal, target: '120' }));
    expect(findProjectFaults(form({ goals: typed }))).toEqual({});
    expect(readProjectForm(form({ goals: typed })).goals).toEqual([
      { kind: 'species', target: 120 },
      { ...bird, target: 120 },
    ]);
  });

  it('keeps what was typed as a number, and says what is none', () => {
    const goal = (target: string) => form({ goals: [{ kind: 'species', target }] });
    for (const [typed, target] of [
      ['120', 120],
      [' 120 ', 120],
      ['1000000', 1_000_000],
    ] as const) {
      expect([isWrongTarget(typed), findProjectFaults(goal(typed))]).toEqual([false, {}]);
      expect(readProjectForm(goal(typed)).goals).toEqual([{ kind: 'species', target }]);
    }
    for (const typed of ['12a', '1,000', '1.5', '-3', '0', '1000001', 'many', '1e3', '0x10'])
      expect([isWrongTarget(typed), findProjectFaults(goal(typed))], typed).toEqual([true, { goals: 'no_number' }]);
    // Not wrong yet while somebody begins.
    expect([isWrongTarget(''), findProjectFaults(goal(''))]).toEqual([false, { goals: 'no_number' }]);
    for (const [typed, isWrong] of [
      ['', false],
      ['30', false],
      ['30 m', true],
      ['10001', true],
    ] as const)
      expect([isWrongUncertainty(typed), findProjectFaults(form({ max_uncertainty_m: typed })).max_uncertainty_m]).toEqual([
        isWrong,
        isWrong ? 'no_metres' : undefined,
      ]);
    expect(readProjectForm(form({ max_uncertainty_m: ' 30 ' })).max_uncertainty_m).toBe(30);
  });

  it('leaves out organisers of a new project, and sends ids of taxa', () => {
    const taxon = { id: 5, name: 'Moth', scientific_name: 'Moth', rank: 'species', group: 'insect', image_url: null } as const;
    expect(readProjectForm(form({ taxa: [taxon] }))).toMatchObject({ taxon_ids: [5], name: 'Moths' });
    expect(readProjectForm(form({ end_time: '12:00' }))).toMatchObject({ start_time: null, end_time: '12:00' });
    expect(readProjectForm(form())).not.toHaveProperty('organisers');
    expect(readProjectForm(form({ organisers: [{ id: 'a', name: 'anna' }] })).organisers).toEqual(['a']);
  });
});
