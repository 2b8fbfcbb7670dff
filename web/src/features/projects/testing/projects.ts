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
    confirmed_only: false,
    organisers: [{ id: newId(), name: 'dora', is_pro: false }],
    counts: { records: 7, species: 5, confirmed: 3 },
    own: null,
    invite: null,
    version: 1,
    ...change,
  };
}

export function makeListedProject(project: Project): ListedProject {
  const { id, name, start_on, end_on, time_zone, state, is_cancelled, joining, countries, groups, people, is_joined, is_organiser } =
    project;
  return { id, name, start_on, end_on, time_zone, state, is_cancelled, joining, countries, groups, people, is_joined, is_organiser };
}
