import { addDays, joinProject, listProjects, type ProjectWrite, putProject } from '@veld/contract';
import { call } from './api.ts';
import type { PersonKey } from './people.ts';

/** The project in which most of the demo takes part. */
export const DEMO_PROJECT = '9a0ec7d0-0000-4000-8000-000000000001';

const settings = {
  time_zone: 'Europe/Amsterdam',
  taxon_ids: [],
  groups: [],
  photo_required: false,
  confirmed_only: false,
  joining: 'everyone',
} as const;

/** A project that runs, with records, and one that is coming up. Existing ones stay. */
export async function addProjects(url: string, tokens: Record<PersonKey, string>, now: Date): Promise<void> {
  const { data } = await call(url, listProjects, { query: { mine: '1' } }, tokens.anna);
  if (data.some(({ id }) => id === DEMO_PROJECT)) return;
  const today = now.toISOString().slice(0, 10);
  const running: ProjectWrite = {
    ...settings,
    name: 'A year around the Rhine delta',
    description:
      'Whatever you see between the **Biesbosch** and the Veluwe, all year round.\n\n- Photos help others to confirm.\n- Common species count too.',
    start_on: addDays(today, -330),
    end_on: addDays(today, 34),
    area: {
      type: 'polygon',
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [4.1, 51.5],
            [6.2, 51.6],
            [6.1, 52.6],
            [4.5, 52.6],
            [4.1, 51.5],
          ],
        ],
      },
    },
    goals: [
      { kind: 'species', target: 150 },
      { kind: 'people', target: 3 },
      { kind: 'group', target: 200, group: 'bird' },
    ],
    taxon_ids: [],
    groups: [],
  };
  await call(url, putProject, { params: { id: DEMO_PROJECT }, body: running }, tokens.anna);
  const coming: ProjectWrite = {
    ...settings,
    name: 'Night of the moths',
    description: '',
    start_on: addDays(today, 9),
    end_on: addDays(today, 10),
    start_time: '21:00',
    end_time: '09:00',
    area: { type: 'countries', countries: ['NL', 'BE', 'DE'] },
    taxon_ids: [],
    groups: ['butterfly'],
    photo_required: true,
  };
  await call(url, putProject, { params: { id: DEMO_PROJECT.replace(/1$/, '2') }, body: coming }, tokens.bram);
  for (const key of ['bram', 'klara'] as const) await call(url, joinProject, { params: { id: DEMO_PROJECT }, body: {} }, tokens[key]);
}
