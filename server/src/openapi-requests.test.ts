import { randomUUID } from 'node:crypto';
import { getOpenapi } from '@veld/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { describedRequests, type DescribedRequest, type Document, type Response } from './testing/described-requests.ts';
import { type Person, person } from './testing/people.ts';
import { draft, insertTaxa, save, TAXA } from './testing/records.ts';
import { testServer, type TestServer } from './testing/server.ts';

const REQUESTS = inject('isLong') ? 10_000 : 300;

/** Operations that would end the session of the other requests, or close an account they need. */
const ENDS_SESSIONS = ['logout', 'resetPassword', 'patchUser'];

let veld: TestServer;
let document: Document;
let people: Person[];
let ids: (string | number)[];
beforeAll(async () => {
  veld = await testServer();
  await insertTaxa(veld);
  const anna = await person(veld, 'anna');
  const chris = await person(veld, 'chris', { roles: ['admin'] });
  people = [anna, chris];
  const [record, hidden] = [randomUUID(), randomUUID()];
  await save(veld, anna, record, draft());
  await save(veld, anna, hidden, draft({ geoprivacy: 'private' }));
  ids = [record, hidden, anna.user.id, chris.user.id, TAXA.heron.id, TAXA.kingfisher.id];
  document = (await veld.call(getOpenapi)).body as unknown as Document;
});
afterAll(() => veld.close());

/** What is wrong with a response according to the document; null if nothing is. */
function responseCheck() {
  const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'document', components: document.components });
  const resolve = (response: Response): Response =>
    response.$ref ? document.components.responses[response.$ref.split('/').at(-1)!]! : response;
  return ({ operation, method }: DescribedRequest, status: number, type: string | null, text: string): string | null => {
    const described = operation.responses[String(status)] ?? operation.responses[`${String(status)[0]}XX`];
    if (!described || status >= 500) return `status ${status}`;
    if (method === 'HEAD') return text === '' ? null : 'a body';
    const { content } = resolve(described);
    if (!content) return text === '' ? null : `a body of ${text.length} characters where there should be none`;
    const [media] = (type ?? '').split(';');
    const form = content[media!] ?? content[`${media!.split('/')[0]}/*`];
    if (!form) return `media type ${type}`;
    if (!media!.endsWith('json')) return null;
    const schema = JSON.parse(JSON.stringify(form.schema).replaceAll('"#/', '"document#/')) as object;
    return ajv.validate(schema, JSON.parse(text)) ? null : ajv.errorsText();
  };
}

describe('any request made from the OpenAPI document', () => {
  it('is answered as the document says, and never with a server error', async () => {
    const check = responseCheck();
    const statuses = new Map<number, number>();
    const reached = new Set<string>();
    await fc.assert(
      fc.asyncProperty(describedRequests(document, ids), fc.integer({ min: -1, max: 1 }), async (request, who) => {
        const { operation, method, path, headers, body } = request;
        const token = ENDS_SESSIONS.includes(operation.operationId) ? undefined : people[who]?.token;
        const response = await veld.fetch(path, {
          method,
          headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
          ...(body === undefined || method === 'GET' || method === 'HEAD' ? {} : { body }),
          redirect: 'manual',
        });
        const text = await response.text();
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        if (response.ok) reached.add(operation.operationId);
        const fault = check(request, response.status, response.headers.get('content-type'), text);
        expect(fault, `${method} ${path} ${body?.slice(0, 500)}: ${text.slice(0, 300)}`).toBeNull();
      }),
      { numRuns: REQUESTS },
    );
    // The requests are of use only if many of them get past the checks.
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 204, 401, 404, 422]));
    expect(reached.size).toBeGreaterThan(15);
  });
});
