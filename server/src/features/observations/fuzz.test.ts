import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { ObservationWrite, RECORD_FIELD_NAMES } from '@veld/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { draft, insertTaxa, TAXA } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

/** Whether a body has keys that Fastify rejects to prevent prototype pollution. */
const hasForbiddenKey = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (Object.hasOwn(value, '__proto__') || Object.hasOwn(value, 'constructor') || Object.values(value).some(hasForbiddenKey));

describe('any request', () => {
  let veld: TestServer;
  let anna: Person;
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld);
    anna = await person(veld, 'anna');
  });
  afterAll(() => veld.close());

  const send = async (method: string, path: string, body?: string, type = 'application/json') => {
    const response = await veld.fetch(path, {
      method,
      headers: { authorization: `Bearer ${anna.token}`, ...(body === undefined ? {} : { 'content-type': type }) },
      ...(body === undefined ? {} : { body }),
    });
    return { status: response.status, text: await response.text() };
  };

  it('is stored or rejected according to the contract if its body is random, and never gives a server error', async () => {
    const odd = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constantFrom('__proto__', '\u0000', '\ud800', "' or 1=1 --", '2026-02-30', '2026-05', '9999-12-31', '24:00', 'a'.repeat(20_000)),
      fc.double(),
      fc.integer(),
      fc.constantFrom(null, true, -0, 90.0000001, 2 ** 53, 1e308),
      fc.array(fc.anything({ maxDepth: 2 }), { maxLength: 3 }),
      fc.object({ maxDepth: 2 }),
    );
    const names = fc.constantFrom(...RECORD_FIELD_NAMES, 'media', 'attributes', 'write_id', '__proto__', 'user_id');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(names, odd), { minLength: 1, maxLength: 4 }), async (changes) => {
        const body = JSON.stringify({ ...draft(), ...Object.fromEntries(changes) }, (_, value: unknown) =>
          typeof value === 'bigint' ? String(value) : value,
        );
        const { status, text } = await send('PUT', `/api/observations/${randomUUID()}`, body);
        const sent: unknown = JSON.parse(body);
        const isValid = !hasForbiddenKey(sent) && ObservationWrite.safeParse(sent).success;
        // A valid body gets 422 if the taxon does not exist or PostgreSQL cannot store the text of an attribute.
        expect(isValid ? [200, 422] : [400, 422], text.slice(0, 300)).toContain(status);
      }),
      { numRuns: inject('isLong') ? 300 : 100 },
    );
    const valid = await send('PUT', `/api/observations/${randomUUID()}`, JSON.stringify(draft({ taxon_id: TAXA.heron.id })));
    expect(valid.status).toBe(200);
  });

  it('is rejected with a problem if its path, query or body is invalid', async () => {
    for (const [method, path, body, type, status] of [
      ['PUT', `/api/observations/${randomUUID()}`, '{', 'application/json', 400],
      ['PUT', `/api/observations/${randomUUID()}`, '[]', 'application/json', 422],
      ['PUT', `/api/observations/${randomUUID()}`, '<a/>', 'application/xml', 415],
      ['PUT', '/api/observations/018f3b1e-0000-7000-8000-000000000000', JSON.stringify(draft()), 'application/json', 404],
      ['GET', '/api/observations/..%2f..%2fetc', undefined, '', 404],
      ['GET', '/api/observations?taxon_id=1e99', undefined, '', 422],
      ['GET', '/api/observations?user_id=1&user_id=2', undefined, '', 422],
      ['GET', "/api/observations?period=today'", undefined, '', 422],
      ['GET', '/api/observations?cursor=%00', undefined, '', 422],
      ['GET', '/api/observations/changes?limit=0', undefined, '', 422],
      ['GET', '/api/species-seen?location=nl', undefined, '', 422],
      ['DELETE', '/api/species/x/delete-empty-observations', undefined, '', 404],
      ['GET', '/api/taxonomy/location?latitude=&longitude=', undefined, '', 422],
      ['GET', '/api/taxonomy/location?latitude=52.1', undefined, '', 422],
      ['GET', '/api/taxonomy/location?latitude=%20&longitude=5', undefined, '', 422],
      ['GET', '/api/observations/changes?unsent=', undefined, '', 422],
      ['GET', `/api/media/${randomUUID()}/9999?e=1&s=x`, undefined, '', 404],
    ] as const) {
      const response = await send(method, path, body, type);
      expect([path, response.status]).toEqual([path, status]);
      expect(JSON.parse(response.text)).toMatchObject({ status });
      expect(response.text).not.toMatch(/select |insert |node_modules|at .*\.ts/);
    }
  });

  it('above the size limit is rejected before the body is sent', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { authorization: `Bearer ${anna.token}`, 'content-type': 'application/json', 'content-length': 2_000_000 };
      const upload = request(`${veld.url}/api/observations/${randomUUID()}`, { method: 'PUT', headers }, (response) => {
        resolve(response.statusCode);
        upload.destroy();
      });
      upload.on('error', reject);
      upload.flushHeaders();
    });
    expect(status).toBe(413);
  });
});
