import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { draft, insertTaxa, save, TAXA } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

const KINGFISHER = TAXA.kingfisher.id;
const UNKNOWN = 99_999_999;
const NOBODY = '00000000-0000-4000-8000-00000000000f';
const UTRECHT = 'latitude=52.09&longitude=5.12';

type Who = 'visitor' | 'anna' | 'curator';
interface Call {
  method?: string;
  path: string;
  body?: object;
  who?: Who;
}
/** A call with what it gives: a status, and the body where it is always the same. */
type Case = [name: string, call: Call, status: number, body?: unknown];

/** The calls of the specification (section 7) about species: success, bad input, missing permission, and nothing there. */
const CASES: Case[] = [
  ['species', { path: '/api/species', who: 'visitor' }, 200],
  ['species of an unknown country', { path: '/api/species?country=nowhere' }, 422],
  ['species with a flag that is none', { path: '/api/species?external=maybe' }, 422],
  ['species of a country without any', { path: '/api/species?country=AQ&external=1' }, 200, {}],
  ['species with an image, of which there are none', { path: '/api/species?country=NL&external=1&with_image=1', who: 'visitor' }, 200, {}],
  ['one species', { path: `/api/species/${KINGFISHER}`, who: 'visitor' }, 200],
  ['a species that does not exist', { path: `/api/species/${UNKNOWN}` }, 404],
  ['a species without a number', { path: '/api/species/kingfisher' }, 404],

  ['the taxonomy', { path: '/api/taxonomy', who: 'visitor' }, 200],
  ['a page of the taxonomy', { path: '/api/taxonomy?page=1&languages=en,sci', who: 'visitor' }, 200],
  ['a page that is no number', { path: '/api/taxonomy?page=first' }, 422],
  ['a page in an unknown language', { path: '/api/taxonomy?page=1&languages=xx' }, 422],
  ['updates of the taxonomy', { path: '/api/taxonomy/check-updates?global_count=0', who: 'visitor' }, 200],
  ['updates with a negative count', { path: '/api/taxonomy/check-updates?global_count=-1' }, 422],
  ['what to expect at a place', { path: `/api/taxonomy/location?${UTRECHT}`, who: 'visitor' }, 200],
  ['what to expect at no place', { path: '/api/taxonomy/location?latitude=52.09' }, 422],
  ['what to expect beyond the pole', { path: '/api/taxonomy/location?latitude=91&longitude=0' }, 422],
  [
    'what to expect at sea',
    { path: '/api/taxonomy/location?latitude=30&longitude=-40' },
    200,
    { data: { country_code: null, label: null, likely: [] } },
  ],

  ['seen species', { path: '/api/species-seen' }, 200, [KINGFISHER]],
  ['seen species of a visitor', { path: '/api/species-seen', who: 'visitor' }, 401],
  ['seen species in a country without records', { path: '/api/species-seen?location=BE' }, 200, []],
  ['seen species of an unknown period', { path: '/api/species-seen?period=once' }, 422],
  ['seen species of an unknown country', { path: '/api/species-seen?location=nowhere' }, 422],
  ['seen species of nobody', { path: `/api/species-seen?user_id=${NOBODY}` }, 200, []],
  ['seen species at an unknown place', { path: `/api/species-seen?place_id=${NOBODY}` }, 404],

  ['own images, of which there are none', { path: '/api/my-species-images' }, 200, []],
  ['own images of a visitor', { path: '/api/my-species-images', who: 'visitor' }, 401],
  ['own images of an unknown period', { path: '/api/my-species-images?period=once' }, 422],
  ['own images of a taxon without a number', { path: '/api/my-species-images?taxon_id=kingfisher' }, 422],
  [
    'giving up an own image',
    { method: 'POST', path: '/api/my-species-images', body: { taxon_id: KINGFISHER, image_url: null } },
    200,
    { data: null },
  ],
  [
    'an own image of a visitor',
    { method: 'POST', path: '/api/my-species-images', body: { taxon_id: KINGFISHER, image_url: null }, who: 'visitor' },
    401,
  ],
  [
    'an own image from elsewhere',
    { method: 'POST', path: '/api/my-species-images', body: { taxon_id: KINGFISHER, image_url: 'https://example.org/a.jpg' } },
    422,
  ],
  [
    'an own image of an unknown taxon',
    { method: 'POST', path: '/api/my-species-images', body: { taxon_id: UNKNOWN, image_url: null } },
    422,
  ],

  ['candidates for an image', { path: `/api/specie-images/${KINGFISHER}?source=own`, who: 'curator' }, 200],
  ['candidates for a visitor', { path: `/api/specie-images/${KINGFISHER}`, who: 'visitor' }, 401],
  ['candidates for somebody who is no curator', { path: `/api/specie-images/${KINGFISHER}` }, 403],
  ['candidates of a page that is no number', { path: `/api/specie-images/${KINGFISHER}?page=last`, who: 'curator' }, 422],
  [
    'candidates of a taxon that does not exist',
    { path: `/api/specie-images/${UNKNOWN}?source=own`, who: 'curator' },
    200,
    {
      images: [],
      image_sources: [],
      license_name: '',
      sources: [{ source: 'own', state: 'ok', has_more: false }],
      allows_non_commercial: false,
    },
  ],
  [
    'choosing an image without being a curator',
    { method: 'POST', path: `/api/specie-images/${KINGFISHER}`, body: { image_url: '/api/media/x', image_source: 'own' } },
    403,
  ],
  [
    'choosing an image that is none',
    {
      method: 'POST',
      path: `/api/specie-images/${KINGFISHER}`,
      body: { image_url: 'ftp://example.org', image_source: 'x' },
      who: 'curator',
    },
    422,
  ],
  ['the image of a taxon without one', { path: `/api/taxon/${KINGFISHER}/image`, who: 'visitor' }, 404],
  ['the image of a taxon in an unknown size', { path: `/api/taxon/${KINGFISHER}/image?size=64`, who: 'visitor' }, 422],

  [
    'removing ticks, of which there are none',
    { method: 'DELETE', path: `/api/species/${KINGFISHER}/delete-empty-observations` },
    200,
    { data: { deleted: 0 } },
  ],
  ['removing ticks as a visitor', { method: 'DELETE', path: `/api/species/${KINGFISHER}/delete-empty-observations`, who: 'visitor' }, 401],
  [
    'removing ticks of an unknown taxon',
    { method: 'DELETE', path: `/api/species/${UNKNOWN}/delete-empty-observations` },
    200,
    { data: { deleted: 0 } },
  ],
];

describe('the calls about species', () => {
  let veld: TestServer;
  const people = new Map<Who, Person>();
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld);
    people.set('anna', await person(veld, 'anna', { country_code: 'NL' }));
    people.set('curator', await person(veld, 'klara', { roles: ['curator'] }));
    await save(veld, people.get('anna')!, randomUUID(), draft({ taxon_id: KINGFISHER, latitude: 52.09, longitude: 5.12 }));
  });
  afterAll(() => veld.close());

  it.each(CASES)('%s', async (_name, { method = 'GET', path, body, who = 'anna' }, status, expected) => {
    const token = people.get(who)?.token;
    const response = await veld.fetch(path, {
      method,
      headers: {
        'accept-language': 'en',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    expect([response.status, status >= 400 ? response.headers.get('content-type') : null], text).toEqual([
      status,
      status >= 400 ? 'application/problem+json' : null,
    ]);
    if (expected !== undefined) expect(JSON.parse(text)).toEqual(expected);
    else if (status < 400) expect(text.length).toBeGreaterThan(2);
  });
});
