import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { ObservationWrite, RECORD_FIELD_NAMES } from '@veld/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { draft, insertTaxa, TAXA } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

/** Keys that would poison an object are refused before anything is read; the same words as values are only words. */
const isPoisoned = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (Object.hasOwn(value, '__proto__') || Object.hasOwn(value, 'constructor') || Object.values(value).some(isPoisoned));

describe('whatever is sent', () => {
  let veld: TestServer;
  let anna: Person;
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld);
    anna = await person(veld, 'anna');
  });
  afterAll(() => veld.close());

  const send = async (method: string, path: string, body?: string, type = 'application/json') => {
    const answer = await veld.fetch(path, {
      method,
      headers: { authorization: `Bearer ${anna.token}`, ...(body === undefined ? {} : { 'content-type': type }) },
      ...(body === undefined ? {} : { body }),
    });
    return { status: answer.status, text: await answer.text() };
  };

  it('is stored where the contract takes it and refused where not, and is never a fault of the server', async () => {
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
        const isSound = !isPoisoned(sent) && ObservationWrite.safeParse(sent).success;
        // Sound, but of a species that is not there, or with text inside attributes that JSON of the database refuses: 422 too.
        expect(isSound ? [200, 422] : [400, 422], text.slice(0, 300)).toContain(status);
      }),
      { numRuns: inject('isLong') ? 300 : 100 },
    );
    const sound = await send('PUT', `/api/observations/${randomUUID()}`, JSON.stringify(draft({ taxon_id: TAXA.heron.id })));
    expect(sound.status).toBe(200);
  });

  it('in paths, queries and bodies that are no JSON is refused as a problem', async () => {
    for (const [method, path, body, type, status] of [
      ['PUT', `/api/observations/${randomUUID()}`, '{', 'application/json', 400],
      ['PUT', `/api/observations/${randomUUID()}`, '[]', 'application/json', 422],
      ['PUT', `/api/observations/${randomUUID()}`, '<a/>', 'application/xml', 415],
      ['PUT', '/api/observations/018f3b1e-0000-7000-8000-000000000000', JSON.stringify(draft()), 'application/json', 422],
      ['GET', '/api/observations/..%2f..%2fetc', undefined, '', 422],
      ['GET', '/api/observations?taxon_id=1e99', undefined, '', 422],
      ['GET', '/api/observations?user_id=1&user_id=2', undefined, '', 422],
      ['GET', "/api/observations?period=today'", undefined, '', 422],
      ['GET', '/api/observations?cursor=%00', undefined, '', 422],
      ['GET', '/api/observations/changes?limit=0', undefined, '', 422],
      ['GET', '/api/species-seen?location=nl', undefined, '', 422],
      ['DELETE', '/api/species/x/delete-empty-observations', undefined, '', 422],
      ['GET', `/api/media/${randomUUID()}/9999?e=1&s=x`, undefined, '', 404],
    ] as const) {
      const answer = await send(method, path, body, type);
      expect([path, answer.status]).toEqual([path, status]);
      expect(JSON.parse(answer.text)).toMatchObject({ status });
      expect(answer.text).not.toMatch(/select |insert |node_modules|at .*\.ts/);
    }
  });

  it('that is larger than is taken is refused before it is read', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { authorization: `Bearer ${anna.token}`, 'content-type': 'application/json', 'content-length': 2_000_000 };
      const asked = request(`${veld.url}/api/observations/${randomUUID()}`, { method: 'PUT', headers }, (answer) => {
        resolve(answer.statusCode);
        asked.destroy();
      });
      // The cut that follows the answer, as nothing more is sent.
      asked.on('error', reject);
      asked.flushHeaders();
    });
    expect(status).toBe(413);
  });
});
