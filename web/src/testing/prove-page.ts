import { declare, newPhoto } from '../local/records/photos';
import { saveObservation } from '../local/records/observations';
import { auth, currentDatabase } from '../local/app/veld';

/** What the proof of kills does in the page, through the same functions as the screens. Not part of the built app. */

export async function registerAnna(): Promise<void> {
  await auth.ready();
  await auth.register({ name: 'anna', email: 'anna@example.org', password: 'a long walk in the rain' });
}

/** Which records are on the device, and how many photos, records and outbox items lack their counterpart. Null if nobody is logged in. */
export async function stateOfDevice(): Promise<{ records: string[]; torn: number } | null> {
  await auth.ready();
  if (!auth.check()) return null;
  const database = currentDatabase();
  return database.transaction('r', [database.observations, database.photos, database.outbox], async () => {
    const [records, photos, outbox] = await Promise.all([
      database.observations.toArray(),
      database.photos.toArray(),
      database.outbox.toArray(),
    ]);
    const known = new Set(records.map((row) => row.id));
    const waiting = new Set(outbox.filter((item) => item.kind === 'record').map((item) => item.observation_id));
    const torn = [
      ...records.filter((row) =>
        row.media.some(
          (media) =>
            !photos.some((photo) => photo.id === media.id && photo.observation_id === row.id && photo.blob.size === photo.byte_length),
        ),
      ),
      ...records.filter((row) => row.version === 0 && !waiting.has(row.id)),
      ...photos.filter((photo) => photo.observation_id !== null && !known.has(photo.observation_id)),
      ...outbox.filter((item) => item.observation_id !== null && !known.has(item.observation_id)),
    ];
    return { records: [...known], torn: torn.length };
  });
}

/** Saves record after record with a photo of random bytes; reports each one's id once it is stored. */
export async function saveForEver(options: { bytes: number; taxonId: number }, acknowledge: (id: string) => Promise<void>): Promise<never> {
  const user = auth.state().user!;
  for (;;) {
    const noise = new Uint8Array(options.bytes);
    for (let at = 0; at < noise.length; at += 65_536) crypto.getRandomValues(noise.subarray(at, Math.min(noise.length, at + 65_536)));
    const photo = await newPhoto(new Blob([noise], { type: 'image/jpeg' }), { type: 'image/jpeg', width: 100, height: 100 });
    const id = await saveObservation(
      currentDatabase(),
      { taxon_id: options.taxonId, observed_on: '2026-05-03', media: [declare(photo, 0)] },
      [photo],
      {
        user: { id: user.id, name: user.name, is_pro: user.is_pro },
      },
    );
    await acknowledge(id);
  }
}
