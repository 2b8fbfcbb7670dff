import { describe, expect, it } from 'vitest';
import { saveObservation } from './observations';
import { listOutbox } from './outbox';
import { createPhotoNetwork } from './photo-network';
import { declare } from './photos';
import { createPush } from './push';
import { device } from './testing/app';
import { settle } from './testing/fake-clock';
import { newId } from './ids';
import { observer, person, photo } from './testing/people';

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
  const push = createPush({ ...made.parts, photoNetwork: createPhotoNetwork(connection) });
  return { ...made, push, connection };
}

async function recordWithPhoto({ database, user }: ReturnType<typeof onTheRoad>) {
  const picture = await photo(3000);
  const draft = { taxon_id: 17, observed_on: '2026-05-10', media: [declare(picture, 0)] };
  const id = await saveObservation(database, draft, [picture], { user: observer(user) });
  return { id, picture };
}

describe('photos on Wi-Fi only', () => {
  it('lets the record go over a mobile network while its photo waits, and sends the photo when Wi-Fi comes', async () => {
    const anna = onTheRoad(true);
    const { id, picture } = await recordWithPhoto(anna);
    const stop = anna.push.start();
    await anna.push.drain();
    expect(anna.server.records.has(id)).toBe(true);
    expect(anna.server.photos.has(picture.id)).toBe(false);
    expect((await listOutbox(anna.database)).map(({ kind, state }) => [kind, state])).toEqual([['photo', 'waiting']]);
    // Nothing is asked again and again meanwhile.
    const asked = anna.server.asked.length;
    await anna.push.drain();
    expect(anna.server.asked).toHaveLength(asked);

    anna.connection.become('wifi');
    await settle();
    await anna.push.drain();
    expect(anna.server.photos.get(picture.id)).toHaveLength(3000);
    expect(await listOutbox(anna.database)).toEqual([]);
    stop();
  });

  it('keeps no photo back from those who did not ask for it, nor where the browser does not tell', async () => {
    const bram = onTheRoad(false);
    const { picture } = await recordWithPhoto(bram);
    await bram.push.drain();
    expect(bram.server.photos.has(picture.id)).toBe(true);

    const anna = onTheRoad(true);
    anna.connection.become('unknown');
    const sent = await recordWithPhoto(anna);
    await anna.push.drain();
    expect(anna.server.photos.has(sent.picture.id)).toBe(true);
  });
});
