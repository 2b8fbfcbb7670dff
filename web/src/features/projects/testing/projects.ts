import type { ListedProject, Project } from '@veld/contract';
import { newId } from '../../../local/db/ids';

/** A project as the server sends it. */
export function aProject(change: Partial<Project> = {}): Project {
  return {
    id: newId(),
    name: 'Moth night',
    description: '',
    start_on: '2026-05-01',
    end_on: '2026-05-31',
    start_time: null,
    end_time: null,
    time_zone: 'Europe/Amsterdam',
    state: 'running',
    is_cancelled: false,
    joining: 'everyone',
    countries: null,
    groups: [],
    people: 2,
    is_joined: false,
    is_organiser: false,
    area: { type: 'worldwide' },
    taxa: [],
    photo_required: false,
    required_fields: [],
    max_uncertainty_m: null,
    confirmed_only: false,
    organisers: [{ id: newId(), name: 'dora', is_pro: false }],
    owner_id: null,
    is_removed: false,
    counts: { records: 7, species: 5, confirmed: 3 },
    own: null,
    goals: [],
    parts: [],
    invite: null,
    version: 1,
    ...change,
  };
}

export function makeListedProject(project: Project): ListedProject {
  const { id, name, start_on, end_on, start_time, end_time, time_zone, state, is_cancelled, joining, countries, groups } = project;
  const { people, is_joined, is_organiser } = project;
  const days = { start_on, end_on, start_time, end_time, time_zone };
  return { id, name, ...days, state, is_cancelled, joining, countries, groups, people, is_joined, is_organiser };
}
