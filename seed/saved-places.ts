import { listSavedPlaces, putSavedPlace, type SavedPlace } from '@veld/contract';
import { degreeWidth, type Position } from '@veld/geometry';
import { call } from './api.ts';

/** A polygon around a point: distances in degrees of latitude, for equal steps of the compass. */
function around(latitude: number, longitude: number, distances: readonly number[]): Position[] {
  const width = degreeWidth(latitude);
  const corners = distances.map((distance, at): Position => {
    const angle = (2 * Math.PI * at) / distances.length;
    return [
      Number((longitude + (distance * Math.sin(angle)) / width).toFixed(5)),
      Number((latitude + distance * Math.cos(angle)).toFixed(5)),
    ];
  });
  return [...corners, corners[0]!];
}

const BLANK = { uncertainty_m: null, notes: '' };

/** The page of the area below. */
export const DEMO_PLACE = '5a1ad000-0000-4000-8000-0000000000aa';

/** Anna's saved places: a point, a line and an area, which is public. */
const PLACES: readonly SavedPlace[] = [
  {
    ...BLANK,
    id: '5a1ad000-0000-4000-8000-000000000001',
    name: 'Griftpark',
    kind: 'garden',
    latitude: 52.093,
    longitude: 5.104,
    uncertainty_m: 150,
    habitat: 'garden',
    colour: 'ochre',
  },
  {
    ...BLANK,
    id: '5a1ad000-0000-4000-8000-000000000002',
    name: 'Oostvaardersplassen',
    kind: 'patch',
    latitude: 52.437,
    longitude: 5.372,
    notes: 'Kijkhut De Zeearend',
    geometry: { type: 'Polygon', coordinates: [around(52.437, 5.372, [0.021, 0.028, 0.019, 0.024, 0.03, 0.022, 0.018, 0.026])] },
    geoprivacy: 'obscured',
    habitat: 'marsh',
    colour: 'water',
    open_to_all: {
      id: DEMO_PLACE,
      kind: 'reserve',
      text: 'Reed, open water and *white-tailed eagles*. The hides in the north are open all year.',
    },
  },
  {
    ...BLANK,
    id: '5a1ad000-0000-4000-8000-000000000003',
    name: 'Duinpad',
    kind: 'other',
    latitude: 52.547,
    longitude: 4.622,
    geometry: {
      type: 'LineString',
      coordinates: [
        [4.618, 52.536],
        [4.621, 52.541],
        [4.622, 52.547],
        [4.626, 52.552],
        [4.624, 52.558],
      ],
    },
    habitat: 'dunes',
    colour: 'moss',
  },
];

/** Adds the places that the person does not have. */
export async function savePlaces(url: string, token: string): Promise<void> {
  const known = new Set((await call(url, listSavedPlaces, {}, token)).data.map(({ id }) => id));
  for (const { id, ...body } of PLACES) if (!known.has(id)) await call(url, putSavedPlace, { params: { id }, body }, token);
}
