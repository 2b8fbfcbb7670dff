import { putAgreements, putIdentification, withdrawIdentification } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { newId } from '../db/ids';
import { listOutbox } from '../outbox/outbox';
import { device } from '../testing/app';
import { json, problem } from '../testing/veld-server';
import { agreeWithAll, identificationChanges, identifiedRecords, identify, takeBackAll, withdraw } from './identifications';

const ROBIN = { taxon_id: 7, disagrees: false, comment: '' };
const WREN = { ...ROBIN, taxon_id: 8 };

/** A device whose server keeps identifications by id, as the real one does. */
function identifying() {
  const anna = device();
  const stored = new Map<string, unknown>();
  const reply = { data: { identifications: [], own_lineage: [], community_taxon: null, quality: 'needs_id', casual_reasons: [] } };
  const idOf = (url: URL) => url.pathname.split('/').at(-1)!;
  anna.server.answer(putIdentification, (url, { body }) => {
    stored.set(idOf(url), body);
    return json(reply);
  });
  anna.server.answer(withdrawIdentification, (url) => {
    stored.delete(idOf(url));
    return { status: 204 };
  });
  return { ...anna, stored };
}

describe('identifying a record', () => {
  it('works without a connection, and reaches the server exactly once', async () => {
    const { clock, database, sender, server, stored } = identifying();
    server.fault = () => 'no-connection';
    const record = newId();
    const id = await identify(database, record, { ...ROBIN, comment: 'the red breast' });
    await sender.flush();
    expect(stored.size).toBe(0);
    expect(await identificationChanges(database, record, 0)).toMatchObject([{ kind: 'put', id, state: 'waiting', draft: { taxon_id: 7 } }]);
    let lost = 0;
    server.fault = ({ method }) => (method === 'PUT' && lost++ === 0 ? 'answer-lost' : null);
    for (let tries = 0; tries < 4; tries++) {
      await clock.advance(60_000);
      await sender.flush();
    }
    expect(server.asked.filter(({ method }) => method === 'PUT').length).toBe(3);
    expect([...stored]).toEqual([[id, { ...ROBIN, comment: 'the red breast' }]]);
    expect(await listOutbox(database)).toEqual([]);
    expect(await identificationChanges(database, record, 0)).toMatchObject([{ kind: 'put', id, state: 'sent' }]);
  });

  it('sends only the latest unsent name', async () => {
    const { database, sender, server, stored } = identifying();
    server.fault = () => 'no-connection';
    const record = newId();
    await identify(database, record, ROBIN);
    const id = await identify(database, record, WREN);
    server.fault = () => null;
    await sender.flush();
    expect([...stored.keys()]).toEqual([id]);
  });

  it('withdraws the name that the server has when a newer one was never sent', async () => {
    const { database, sender, server, stored } = identifying();
    const record = newId();
    const former = await identify(database, record, ROBIN);
    await sender.flush();
    server.fault = () => 'no-connection';
    const id = await identify(database, record, WREN);
    await withdraw(database, record, { id, former });
    server.fault = () => null;
    await sender.flush();
    expect(stored.size).toBe(0);
    expect(server.asked.some(({ method, path }) => method === 'PUT' && path.endsWith(id))).toBe(false);
  });

  it('keeps what the server refuses, because the record is gone, until the person decides', async () => {
    const { database, sender, server } = identifying();
    server.answer(putIdentification, () => problem(404, 'not_found'));
    const record = newId();
    const id = await identify(database, record, { ...ROBIN, comment: 'kept' });
    await sender.flush();
    expect(await listOutbox(database)).toMatchObject([{ state: 'needs_attention', input: { body: { comment: 'kept' } } }]);
    expect(await identificationChanges(database, record, 0)).toMatchObject([{ id, state: 'needs_attention' }]);
  });

  it('keeps the records apart', async () => {
    const { database, server } = identifying();
    server.fault = () => 'no-connection';
    const [one, other] = [newId(), newId()];
    await identify(database, one, ROBIN);
    await identify(database, other, WREN);
    expect(await identificationChanges(database, one, 0)).toHaveLength(1);
    expect(await listOutbox(database)).toHaveLength(2);
  });

  it('returns which records were identified, sent or not, and not withdrawn', async () => {
    const { clock, database, sender, server } = identifying();
    const [sent, withdrawn, unsent, old] = [newId(), newId(), newId(), newId()];
    await identify(database, old, ROBIN);
    await sender.flush();
    await clock.advance(60_000);
    const since = clock.now();
    await identify(database, sent, ROBIN);
    const id = await identify(database, withdrawn, ROBIN);
    await sender.flush();
    server.fault = () => 'no-connection';
    await withdraw(database, withdrawn, { id, former: null });
    await identify(database, unsent, ROBIN);
    expect(await identifiedRecords(database, since)).toEqual(new Set([sent, unsent]));
  });
});

describe('agreeing with several records at once', () => {
  const RECORDS = [newId(), newId()] as const;
  const SAID = RECORDS.map((recordId) => ({ recordId, taxonId: 7 }));

  it('is one request with ids of this device, and counts as an identification of each record', async () => {
    const { database, sender, server } = device();
    server.answer(putAgreements, () => json({ data: [] }));
    server.fault = () => 'no-connection';
    const all = await agreeWithAll(database, SAID);
    expect(await identifiedRecords(database, 0)).toEqual(new Set(RECORDS));
    expect(await identificationChanges(database, RECORDS[1], 0)).toMatchObject([{ kind: 'put', id: all[1]!.id, draft: { taxon_id: 7 } }]);
    server.fault = () => null;
    await sender.flush();
    expect(server.asked.filter(({ method }) => method === 'PUT').at(-1)?.body).toEqual({ identifications: all, is_withdrawn: false });
    expect(await identifiedRecords(database, 0)).toEqual(new Set(RECORDS));
  });

  it('is replaced by taking it back while it waits', async () => {
    const { database, sender, server } = device();
    server.answer(putAgreements, () => json({ data: [] }));
    server.fault = () => 'no-connection';
    const all = await agreeWithAll(database, SAID);
    await takeBackAll(database, all);
    expect(await listOutbox(database)).toHaveLength(1);
    expect(await identifiedRecords(database, 0)).toEqual(new Set());
    server.fault = () => null;
    await sender.flush();
    expect(server.asked.filter(({ method }) => method === 'PUT').at(-1)?.body).toEqual({ identifications: all, is_withdrawn: true });
  });
});
