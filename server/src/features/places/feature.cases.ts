import { type CasesOf, ofRow, query } from '../../testing/cases.ts';
import { addPublicPlace, ringsOfBox } from '../../testing/public-places.ts';
import type { places as feature } from './feature.ts';

const places = ofRow(({ veld }, id, owner) =>
  addPublicPlace(veld, [ringsOfBox(5, 52, 5.2, 52.2)], { id, from: { owner, savedPlace: id } }),
);

export const cases: CasesOf<typeof feature> = {
  'GET /api/places': query('/api/places?name=fen'),
  'GET /api/places/:id': places,
  'GET /api/places/:id/figures': places,
};
