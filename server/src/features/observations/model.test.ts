import { randomUUID } from 'node:crypto';
import { deleteObservation, getObservation, type OwnObservation } from '@veld/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { draft, insertTaxa, save } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

describe('a record on two devices', () => {
  let veld: TestServer;
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld);
  });
  afterAll(() => veld.close());

  const get = (id: string, who: Person) => veld.call(getObservation, { params: { id } }, who.token);
  const remove = (id: string, who: Person) => veld.call(deleteObservation, { params: { id } }, who.token);

  it('matches a simple model after random saves and deletions', async () => {
    const jan = await person(veld, 'jan');
    const command = fc.record({
      record: fc.integer({ min: 0, max: 2 }),
      device: fc.integer({ min: 0, max: 1 }),
      act: fc.constantFrom('save', 'save', 'save', 'resend', 'delete', 'pull'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 12 }), async (commands) => {
        const ids = [randomUUID(), randomUUID(), randomUUID()];
        const model = ids.map(() => ({ version: 0, notes: '', isDeleted: false, writes: new Set<string>() }));
        const known = [ids.map(() => 0), ids.map(() => 0)];
        const sent = [ids.map(() => null), ids.map(() => null)] as (ReturnType<typeof draft> | null)[][];
        for (const [step, { record, device, act }] of commands.entries()) {
          const truth = model[record]!;
          if (act === 'pull') known[device]![record] = truth.version;
          else if (act === 'delete') {
            const { status } = await remove(ids[record]!, jan);
            expect(status).toBe(truth.version === 0 ? 404 : 204);
            if (truth.version > 0 && !truth.isDeleted) Object.assign(truth, { isDeleted: true, version: truth.version + 1 });
          } else {
            const body = act === 'resend' && sent[device]![record] ? sent[device]![record] : draft({ notes: `step ${step} of ${device}` });
            sent[device]![record] = body;
            const base = known[device]![record]!;
            const response = await save(veld, jan, ids[record]!, body, base || undefined);
            if (truth.isDeleted) expect(response.status).toBe(410);
            else if (truth.writes.has(body.write_id))
              expect(response.body.data).toMatchObject({ version: truth.version, notes: truth.notes });
            else if (truth.version !== 0 && base !== truth.version) {
              expect(response.status).toBe(409);
              expect((response.problem.current as OwnObservation).notes).toBe(truth.notes);
            } else {
              Object.assign(truth, { version: truth.version + 1, notes: body.notes });
              truth.writes.add(body.write_id);
              known[device]![record] = truth.version;
              expect(response.body.data).toMatchObject({ version: truth.version, notes: truth.notes });
            }
          }
        }
        for (const [record, truth] of model.entries()) {
          const response = await get(ids[record]!, jan);
          expect(response.status).toBe(truth.version > 0 && !truth.isDeleted ? 200 : 404);
          if (response.status === 200) expect(response.body.data).toMatchObject({ version: truth.version, notes: truth.notes });
        }
      }),
      { numRuns: 15 },
    );
  });
});
