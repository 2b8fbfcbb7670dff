import { describe, expect, it } from 'vitest';
import { listOutbox, retryItem } from './outbox';
import { saveObservation, readSyncState } from '../records/observations';
import { declare } from '../records/photos';
import { replacePhotoId } from './reconcile';
import { deviceError } from './send-outcome';
import { OutboxSender } from './sender';
import { device } from '../testing/app';
import { waitForIdle } from '../testing/fake-clock';
import { observer, photo } from '../testing/people';
import { BAD_GATEWAY, problem } from '../testing/veld-server';

const wren = () => ({ taxon_id: 17, observed_on: '2026-05-10', count: 2 });

describe('the upload of a photo', () => {
  async function withPhoto(length: number) {
    const anna = device();
    const picture = await photo(length);
    const id = await saveObservation(anna.database, { ...wren(), media: [declare(picture, 0)] }, [picture], { user: observer(anna.user) });
    return { anna, picture, id };
  }
  const MEGABYTE = 1024 * 1024;

  it('C17: resumes where it was interrupted, also after a reload, and arrives complete', async () => {
    const { anna, picture, id } = await withPhoto(2.5 * MEGABYTE);
    let patches = 0;
    anna.server.fault = (asked) => (asked.method === 'PATCH' && ++patches === 2 ? 'no-connection' : null);
    await anna.sender.flush();
    await waitForIdle();
    expect((await listOutbox(anna.database))[0]?.upload_url).toContain(`/api/uploads/${picture.id}`);
    await anna.clock.advance(6000);
    const reloaded = new OutboxSender(anna.parts);
    await reloaded.flush();
    expect(anna.server.count('POST', '/api/uploads')).toBe(1);
    expect(anna.server.count('HEAD', '/api/uploads')).toBe(1);
    expect(anna.server.photos.get(picture.id)).toEqual(new Uint8Array(await picture.blob.arrayBuffer()));
    expect(await readSyncState(anna.database, id)).toBe('stored');
  });

  it('C17: starts over if its address is gone', async () => {
    const { anna, picture } = await withPhoto(1.5 * MEGABYTE);
    let patches = 0;
    anna.server.fault = (asked) => (asked.method === 'PATCH' && ++patches === 2 ? 'no-connection' : null);
    await anna.sender.flush();
    await waitForIdle();
    anna.server.uploads.clear();
    await anna.clock.advance(6000);
    await anna.sender.flush();
    await anna.clock.advance(20_000);
    await anna.sender.flush();
    expect(anna.server.count('POST', '/api/uploads')).toBe(2);
    expect(anna.server.photos.get(picture.id)).toHaveLength(1.5 * MEGABYTE);
  });

  it('C14: keeps its address after a bad gateway', async () => {
    const { anna, picture } = await withPhoto(1.5 * MEGABYTE);
    let patches = 0;
    anna.server.fault = (asked) => {
      if (asked.method === 'HEAD') return BAD_GATEWAY;
      return asked.method === 'PATCH' && ++patches === 2 ? 'no-connection' : null;
    };
    await anna.sender.flush();
    await anna.clock.advance(6000);
    await anna.sender.flush();
    expect((await listOutbox(anna.database))[0]).toMatchObject({ state: 'waiting', last_error: { kind: 'not_ours', status: 502 } });
    anna.server.fault = () => null;
    await anna.clock.advance(60_000);
    await anna.sender.flush();
    expect(anna.server.count('POST', '/api/uploads')).toBe(1);
    expect(anna.server.photos.has(picture.id)).toBe(true);
  });

  it('C14: is tried again after the page of a network that refuses it, and needs attention only if Veld refuses it', async () => {
    const { anna, picture } = await withPhoto(2000);
    const page = { status: 403, headers: { 'content-type': 'text/html' }, body: '<h1>Blocked by your network</h1>' };
    anna.server.fault = (asked) => (asked.path.startsWith('/api/uploads') ? page : null);
    await anna.sender.flush();
    expect((await listOutbox(anna.database))[0]).toMatchObject({ state: 'waiting', last_error: { kind: 'not_ours', status: 403 } });
    anna.server.fault = (asked) => (asked.path.startsWith('/api/uploads') ? { ...page, headers: { 'tus-resumable': '1.0.0' } } : null);
    await anna.clock.advance(60_000);
    await anna.sender.flush();
    expect((await listOutbox(anna.database))[0]).toMatchObject({ state: 'needs_attention', last_error: { kind: 'problem', status: 403 } });
    expect((await anna.database.photos.get(picture.id))?.blob.size).toBe(2000);
  });

  it('needs attention if refused, while its record and other photos are sent', async () => {
    const anna = device();
    const [one, two] = [await photo(2000, 1), await photo(2000, 2)];
    const media = [declare(one, 0), declare(two, 1)];
    const id = await saveObservation(anna.database, { ...wren(), media }, [one, two], { user: observer(anna.user) });
    anna.server.fault = (asked) => (asked.path === `/api/uploads/${one.id}` ? problem(415, 'unsupported_media') : null);
    await anna.sender.flush();
    expect(anna.server.photos.size).toBe(1);
    expect(await readSyncState(anna.database, id)).toBe('needs_attention');
    expect((await anna.database.photos.toArray()).length).toBe(2);
  });

  it('gets a new id in its record if the id is taken, and is sent once under the new one', async () => {
    const { anna, picture, id } = await withPhoto(2000);
    const { database, server } = anna;
    const caption = { caption: 'From below' };
    await saveObservation(database, { ...wren(), media: [declare(picture, 0, caption)] }, [], { id, user: observer(anna.user) });
    const others = new Uint8Array([1, 2, 3]);
    server.photos.set(picture.id, others);
    await anna.sender.flush();

    const [media] = server.records.get(id)!.own.media;
    expect(media).toMatchObject({ sha256: picture.sha256, ...caption });
    expect(media!.id).not.toBe(picture.id);
    expect(server.photos.get(media!.id)).toEqual(new Uint8Array(await picture.blob.arrayBuffer()));
    expect(server.photos.get(picture.id)).toBe(others);
    expect(server.count('PATCH', '/api/uploads')).toBe(1);
    expect(await listOutbox(database)).toEqual([]);
    expect(await readSyncState(database, id)).toBe('stored');
    expect((await database.photos.toArray()).map((one) => one.id)).toEqual([media!.id]);
    await anna.sender.flush();
    expect(server.count('POST', '/api/uploads')).toBe(2);
  });

  it('gets a new id if an earlier server reports with the last byte that the id belongs to somebody else', async () => {
    const { anna, picture, id } = await withPhoto(2000);
    const notFound = { status: 404, headers: { 'tus-resumable': '1.0.0' }, body: 'Not found\n' };
    anna.server.fault = (asked) => (asked.method === 'PATCH' && asked.path.includes(picture.id) ? notFound : null);
    await anna.sender.flush();
    const [media] = anna.server.records.get(id)!.own.media;
    expect(anna.server.photos.get(media!.id)).toEqual(new Uint8Array(await picture.blob.arrayBuffer()));
    expect(await listOutbox(anna.database)).toEqual([]);
  });

  it('keeps its second id if that is refused too', async () => {
    const { anna, picture, id } = await withPhoto(2000);
    const taken = { status: 409, headers: { 'tus-resumable': '1.0.0' }, body: 'This id belongs to another photo\n' };
    anna.server.fault = (asked) => (asked.method === 'POST' && asked.path.startsWith('/api/uploads') ? taken : null);
    await anna.sender.flush();
    const [item] = await listOutbox(anna.database);
    expect(item).toMatchObject({ kind: 'photo', state: 'needs_attention', replaced_id: picture.id });
    expect((await anna.database.photos.toArray()).map((one) => one.id)).toContain(item!.subject);
    expect(anna.server.count('PUT', '/api/observations')).toBe(2);
    expect(anna.server.records.get(id)!.own.media.map((one) => one.id)).toEqual([item!.subject]);
  });

  it('keeps its id while its record is in conflict', async () => {
    const { anna, picture, id } = await withPhoto(2000);
    const { database } = anna;
    const [record, upload] = await listOutbox(database);
    const current = { ...(await database.observations.get(id))!, version: 1 } as never;
    await database.outbox.update(record!.id, { state: 'needs_attention', conflict: { current, clashes: ['notes'] } });
    expect(await replacePhotoId(database, upload!, deviceError('validation', 0))).toBe(false);
    expect((await database.observations.get(id))!.media.map((one) => one.id)).toEqual([picture.id]);
    expect((await listOutbox(database))[0]!.conflict).not.toBeNull();
  });

  it('waits for attention while the account has no space, and is sent once after there is', async () => {
    const { anna, picture, id } = await withPhoto(1.5 * MEGABYTE);
    const detail = 'De foto staat veilig op je apparaat.';
    let isFull = true;
    anna.server.fault = (asked) =>
      isFull && asked.method === 'POST' && asked.path === '/api/uploads' ? problem(413, 'quota_exceeded', { detail }) : null;
    await anna.sender.flush();
    const [item] = await listOutbox(anna.database);
    expect(item).toMatchObject({ state: 'needs_attention', last_error: { code: 'quota_exceeded', detail } });
    expect(anna.server.asked.at(-1)!.headers['accept-language']).toBe('nl');
    expect(await readSyncState(anna.database, id)).toBe('needs_attention');
    expect((await anna.database.photos.toArray()).map((one) => one.blob.size)).toEqual([1.5 * MEGABYTE]);
    await anna.clock.advance(60_000);
    await anna.sender.flush();
    expect(anna.server.count('POST', '/api/uploads')).toBe(1);

    isFull = false;
    await retryItem(anna.database, item!.id);
    await anna.sender.flush();
    expect(anna.server.photos.get(picture.id)).toHaveLength(1.5 * MEGABYTE);
    expect(anna.server.count('PATCH', '/api/uploads')).toBe(2);
    expect(await readSyncState(anna.database, id)).toBe('stored');
  });

  it('is sent again if the server has deleted it and its record lists it again', async () => {
    const { anna, picture, id } = await withPhoto(2000);
    const { database, server } = anna;
    await anna.sender.flush();
    expect(server.count('POST', '/api/uploads')).toBe(1);
    await saveObservation(database, { ...wren(), count: 3, media: [declare(picture, 0)] }, [], { id, user: observer(anna.user) });
    await anna.sender.flush();
    expect(server.count('POST', '/api/uploads'), 'it is still there').toBe(1);

    server.photos.clear();
    server.uploads.clear();
    await saveObservation(database, { ...wren(), count: 4, media: [declare(picture, 0)] }, [], { id, user: observer(anna.user) });
    await anna.sender.flush();
    expect(server.count('POST', '/api/uploads')).toBe(2);
    expect(server.photos.get(picture.id)).toHaveLength(2000);
    expect(await listOutbox(database)).toEqual([]);
    expect((await database.photos.get(picture.id))!.acknowledged_at).not.toBeNull();
  });

  it('is repeated once if bytes were damaged; if the hash never matches, it needs attention', async () => {
    const { anna, picture } = await withPhoto(3000);
    let patches = 0;
    const damaged = { status: 422, headers: { 'tus-resumable': '1.0.0' }, body: 'The hash does not fit' };
    anna.server.fault = (asked) => (asked.method === 'PATCH' && ++patches === 1 ? damaged : null);
    await anna.sender.flush();
    expect(anna.server.photos.get(picture.id)).toHaveLength(3000);

    const other = await withPhoto(3000);
    other.anna.server.fault = (asked) => (asked.method === 'PATCH' ? damaged : null);
    await other.anna.sender.flush();
    expect(await readSyncState(other.anna.database, other.id)).toBe('needs_attention');
    expect(other.anna.server.count('PATCH', '/api/uploads')).toBe(2);
  });

  it('sends a HEIC photo unchanged, then the JPEG made on the device', async () => {
    const anna = device();
    const [original, jpeg] = [await photo(4000, 1), await photo(900, 2)];
    const picture = { ...original, type: 'image/heic' as const, preview: jpeg.blob };
    await saveObservation(anna.database, { ...wren(), media: [declare(picture, 0)] }, [picture], { user: observer(anna.user) });
    await anna.sender.flush();
    expect([...anna.server.photos]).toEqual([
      [picture.id, new Uint8Array(await original.blob.arrayBuffer())],
      [`${picture.id}.jpeg`, new Uint8Array(await jpeg.blob.arrayBuffer())],
    ]);
    expect(await listOutbox(anna.database)).toHaveLength(0);
  });

  it('reports the progress of each photo', async () => {
    const { anna, picture } = await withPhoto(2.5 * MEGABYTE);
    const seen: number[] = [];
    anna.sender.progress.subscribe((state) => {
      const sent = state[picture.id]?.sent;
      if (sent !== undefined) seen.push(sent);
    });
    await anna.sender.flush();
    expect(seen).toContain(MEGABYTE);
    expect(seen.at(-1)).toBe(2.5 * MEGABYTE);
    expect(anna.sender.progress.getState()).toEqual({});
  });
});
