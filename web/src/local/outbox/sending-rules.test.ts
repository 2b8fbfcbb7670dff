import { describe, expect, it } from 'vitest';
import { deleteObservation, saveObservation } from '../records/observations';
import { discardItem, listOutbox, retryItem } from './outbox';
import { createNetworkKind } from '../net/network-kind';
import { declare } from '../records/photos';
import { OutboxSender } from './sender';
import { findBlockReason, sendAnyway, sendingRules, setOnHold, setSendingRules } from './sending-rules';
import { device } from '../testing/app';
import { waitForIdle } from '../testing/fake-clock';
import { newId } from '../db/ids';
import { observer, person, photo } from '../testing/people';

class Connection extends EventTarget {
  type = 'cellular';
  become(type: string) {
    this.type = type;
    this.dispatchEvent(new Event('change'));
  }
}

function onTheRoad(wifiOnly: boolean) {
  const anna = person('anna', { id: newId() });
  const connection = new Connection();
  const user = { ...anna, preferences: { ...anna.preferences, sync: { photos_on_wifi_only: wifiOnly } } };
  const made = device({ user });
  const sender = new OutboxSender({ ...made.parts, networkKind: createNetworkKind(connection) });
  return { ...made, sender, connection };
}

async function recordWithPhoto({ database, user }: ReturnType<typeof onTheRoad>) {
  const picture = await photo(3000);
  const draft = { taxon_id: 17, observed_on: '2026-05-10', media: [declare(picture, 0)] };
  const id = await saveObservation(database, draft, [picture], { user: observer(user) });
  return { id, picture };
}

describe('photos on Wi-Fi only', () => {
  it('sends the record on a mobile network while its photo waits, and the photo on Wi-Fi', async () => {
    const anna = onTheRoad(true);
    const { id, picture } = await recordWithPhoto(anna);
    const stop = anna.sender.start();
    await anna.sender.flush();
    expect(anna.server.records.has(id)).toBe(true);
    expect(anna.server.photos.has(picture.id)).toBe(false);
    expect((await listOutbox(anna.database)).map(({ kind, state }) => [kind, state])).toEqual([['photo', 'waiting']]);
    // Nothing is asked again and again meanwhile.
    const asked = anna.server.asked.length;
    await anna.sender.flush();
    expect(anna.server.asked).toHaveLength(asked);

    anna.connection.become('wifi');
    await waitForIdle();
    await anna.sender.flush();
    expect(anna.server.photos.get(picture.id)).toHaveLength(3000);
    expect(await listOutbox(anna.database)).toEqual([]);
    stop();
  });

  it('delay no photo without the preference, nor if the browser does not report the network', async () => {
    const bram = onTheRoad(false);
    const { picture } = await recordWithPhoto(bram);
    await bram.sender.flush();
    expect(bram.server.photos.has(picture.id)).toBe(true);

    const anna = onTheRoad(true);
    anna.connection.become('unknown');
    const sent = await recordWithPhoto(anna);
    await anna.sender.flush();
    expect(anna.server.photos.has(sent.picture.id)).toBe(true);
  });
});

const kinds = async ({ database }: ReturnType<typeof onTheRoad>) => (await listOutbox(database)).map(({ kind }) => kind);

describe('the sending rules of this device', () => {
  it('send nothing while paused, not even settings, and everything afterwards', async () => {
    const anna = onTheRoad(false);
    await setSendingRules(anna.database, { paused: true });
    const { id } = await recordWithPhoto(anna);
    const stop = anna.sender.start();
    await anna.sender.flushNow();
    expect(anna.server.asked).toEqual([]);
    expect(anna.sender.store.getState().state).toBe('idle');

    await setSendingRules(anna.database, { paused: false });
    await anna.sender.flush();
    expect(anna.server.records.has(id)).toBe(true);
    expect(await listOutbox(anna.database)).toEqual([]);
    stop();
  });

  it('delay records too on a mobile network with Wi-Fi only, and survive a reload', async () => {
    const anna = onTheRoad(false);
    await setSendingRules(anna.database, { wifi_only: true });
    const { id } = await recordWithPhoto(anna);
    await anna.sender.flush();
    expect(anna.server.records.size).toBe(0);

    const reloaded = new OutboxSender({ ...anna.parts, networkKind: createNetworkKind(anna.connection) });
    await reloaded.flush();
    expect(anna.server.records.size).toBe(0);
    anna.connection.become('wifi');
    await reloaded.flush();
    expect(anna.server.records.has(id)).toBe(true);
  });

  it('delay photos on Wi-Fi as well if they are sent manually', async () => {
    const anna = onTheRoad(false);
    anna.connection.become('wifi');
    await setSendingRules(anna.database, { photos: 'by_hand' });
    const { id, picture } = await recordWithPhoto(anna);
    await anna.sender.flush();
    expect(anna.server.records.has(id)).toBe(true);
    expect(await kinds(anna)).toEqual(['photo']);

    await sendAnyway(anna.database, id);
    await anna.sender.flush();
    expect(anna.server.photos.has(picture.id)).toBe(true);
    expect(await kinds(anna)).toEqual([]);
  });

  it('let one record be sent while the others wait for Wi-Fi', async () => {
    const anna = onTheRoad(false);
    await setSendingRules(anna.database, { wifi_only: true });
    const one = await recordWithPhoto(anna);
    const other = await recordWithPhoto(anna);
    await sendAnyway(anna.database, one.id);
    await anna.sender.flush();
    expect([...anna.server.records.keys()]).toEqual([one.id]);
    expect(anna.server.photos.has(one.picture.id)).toBe(true);
    expect((await listOutbox(anna.database)).map((item) => item.observation_id)).toEqual([other.id, other.id]);
  });

  it('override the preference of the account', async () => {
    const anna = onTheRoad(true);
    expect(await sendingRules(anna.database, anna.user)).toEqual({ paused: false, wifi_only: false, photos: 'on_wifi' });
    await setSendingRules(anna.database, { photos: 'at_once' });
    expect(await sendingRules(anna.database, anna.user)).toMatchObject({ photos: 'at_once' });
  });

  it('delay only manual photos if the kind of network is unknown', () => {
    const unknown = createNetworkKind({});
    expect(unknown.isKnown()).toBe(false);
    expect(findBlockReason({ kind: 'photo' }, { paused: false, wifi_only: true, photos: 'on_wifi' }, unknown)).toBeNull();
    expect(findBlockReason({ kind: 'photo' }, { paused: false, wifi_only: true, photos: 'by_hand' }, unknown)).toBe('by_hand');
    expect(findBlockReason({ kind: 'record' }, { paused: false, wifi_only: true, photos: 'by_hand' }, unknown)).toBeNull();
  });

  it('say first that an item is on hold, then that sending is paused, also for what a person sends by hand', () => {
    const rules = { paused: true, wifi_only: true, photos: 'by_hand' } as const;
    const mobile = { kind: () => 'mobile' as const };
    expect(findBlockReason({ kind: 'record', on_hold: true }, rules, mobile)).toBe('on_hold');
    expect(findBlockReason({ kind: 'call', by_hand: true }, rules, mobile)).toBe('paused');
    expect(findBlockReason({ kind: 'record' }, { ...rules, paused: false }, mobile)).toBe('wifi');
    expect(findBlockReason({ kind: 'record', by_hand: true }, { ...rules, paused: false }, mobile)).toBeNull();
  });
});

describe('a record on hold', () => {
  it('is not sent, not even manually or after a reload, until it is released', async () => {
    const anna = onTheRoad(false);
    const held = await recordWithPhoto(anna);
    await setOnHold(anna.database, held.id, true);
    const free = await recordWithPhoto(anna);
    await anna.sender.flush();
    expect([...anna.server.records.keys()]).toEqual([free.id]);

    const reloaded = new OutboxSender({ ...anna.parts, networkKind: createNetworkKind(anna.connection) });
    for (const item of await listOutbox(anna.database)) await retryItem(anna.database, item.id);
    await sendAnyway(anna.database);
    await reloaded.flushNow();
    expect(anna.server.records.has(held.id)).toBe(false);

    await setOnHold(anna.database, held.id, false);
    await reloaded.flush();
    expect(anna.server.records.has(held.id)).toBe(true);
    expect(anna.server.photos.has(held.picture.id)).toBe(true);
    expect(await listOutbox(anna.database)).toEqual([]);
  });

  it('stays on hold when edited, is removed when discarded, and its deletion is sent', async () => {
    const anna = onTheRoad(false);
    const { id } = await recordWithPhoto(anna);
    await setOnHold(anna.database, id, true);
    const edit = { taxon_id: 18, observed_on: '2026-05-10' };
    await saveObservation(anna.database, edit, [], { id, user: observer(anna.user) });
    await anna.sender.flush();
    expect(anna.server.asked).toEqual([]);
    const [item] = await listOutbox(anna.database);
    expect(item).toMatchObject({ kind: 'record', on_hold: true, input: { body: { taxon_id: 18 } } });
    await discardItem(anna.database, item!.id);
    expect(await listOutbox(anna.database)).toEqual([]);

    const stored = await recordWithPhoto(anna);
    await anna.sender.flush();
    await saveObservation(anna.database, edit, [], { id: stored.id, user: observer(anna.user) });
    await setOnHold(anna.database, stored.id, true);
    await deleteObservation(anna.database, stored.id);
    await anna.sender.flush();
    expect(anna.server.records.get(stored.id)?.isDeleted).toBe(true);
  });
});
