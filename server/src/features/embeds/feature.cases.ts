import { randomUUID } from 'node:crypto';
import { type CasesOf, ofRow, plain, query } from '../../testing/cases.ts';
import type { embeds as feature } from './feature.ts';

const embeds = ofRow(({ veld }, id, user_id) =>
  veld.db.insertInto('embeds').values({ id, user_id, key_hash: randomUUID(), label: 'garden' }).execute(),
);

const newEmbed = () => ({ key: randomUUID().replaceAll('-', ''), label: 'garden', origins: ['https://example.org'] });

export const cases: CasesOf<typeof feature> = {
  'GET /api/embeds': plain,
  'PUT /api/embeds/:id': { ...embeds, request: () => ({ body: newEmbed() }) },
  'DELETE /api/embeds/:id': embeds,
  'GET /api/embed/counter': query('/api/embed/counter?key=abcdefghijklmnopqrstuvwxyz'),
  'GET /api/embed/map': query('/api/embed/map?key=abcdefghijklmnopqrstuvwxyz'),
  'GET /api/embed/species': query('/api/embed/species?key=abcdefghijklmnopqrstuvwxyz'),
  'GET /api/embed/records': query('/api/embed/records?key=abcdefghijklmnopqrstuvwxyz'),
  'GET /api/embed/project': query(`/api/embed/project?key=abcdefghijklmnopqrstuvwxyz&project_id=${randomUUID()}`),
  'GET /api/embed/view': query('/api/embed/view?key=abcdefghijklmnopqrstuvwxyz&show=records'),
  'GET /api/oembed': query('/api/oembed?url=https%3A%2F%2Fexample.org%2F'),
};
