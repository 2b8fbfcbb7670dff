import type { Crop, OwnObservation } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { newId } from '../db/ids';
import { pickDraft, savedRow, storedRow } from './record-shape';
import { anna, observer } from '../testing/people';

const left: Crop = { x: 0, y: 0, width: 0.5, height: 1 };
const right: Crop = { x: 0.5, y: 0, width: 0.5, height: 1 };
const urls = (name: string) => ({ 128: `/${name}/128`, 512: `/${name}/512`, 1600: `/${name}/1600` });
const photoId = newId();

/** A record as the server sends it to anna, with one photo. */
function own(photo: Partial<OwnObservation['media'][number]>): OwnObservation {
  return {
    id: newId(),
    user: observer(anna),
    taxon_id: 17,
    geoprivacy: 'open',
    media: [
      {
        id: photoId,
        type: 'image/jpeg',
        width: 400,
        height: 300,
        caption: null,
        license: null,
        order: 0,
        sha256: 'a'.repeat(64),
        thumbhash: null,
        urls: null,
        ...photo,
      },
    ],
    attributes: {},
    version: 1,
    created_at: '2026-05-10T08:00:00Z',
    updated_at: '2026-05-10T08:00:00Z',
  } as unknown as OwnObservation;
}

/** The same record saved on this device with another crop of its photo. */
function recropped(before: OwnObservation, crop: Crop | null) {
  const row = storedRow(before, undefined);
  const draft = pickDraft(row);
  const facts = { user: observer(anna), taxon: null, now: 0, thumbhashes: new Map<string, string | null>() };
  return savedRow(row.id, { ...draft, media: [{ ...draft.media[0]!, crop }] }, row, facts).media[0]!;
}

describe('a record on this device', () => {
  it('declares no crop when it knows none, and keeps a known crop', () => {
    expect(pickDraft(own({})).media[0]).not.toHaveProperty('crop');
    expect(pickDraft(storedRow(own({}), undefined)).media[0]).not.toHaveProperty('crop');
    const row = storedRow(own({ crop: left, urls: urls('left'), whole_urls: urls('whole') }), undefined);
    expect(row.media[0]).toMatchObject({ crop: left, urls: urls('left'), whole_urls: urls('whole'), width: 400 });
    expect(pickDraft(row).media[0]).toMatchObject({ crop: left });
    expect(pickDraft(row).media[0]).not.toHaveProperty('whole_urls');
  });

  it('says of a photo that the server could not read it, and of no other', () => {
    expect(storedRow(own({ failed: 'too_large' }), undefined).media[0]).toMatchObject({ failed: 'too_large' });
    expect(storedRow(own({}), undefined).media[0]).not.toHaveProperty('failed');
  });

  it('drops the addresses of the old crop once another is chosen, and keeps those of the whole picture', () => {
    expect(recropped(own({ urls: urls('whole') }), left)).toMatchObject({ urls: null, whole_urls: urls('whole') });
    expect(recropped(own({ crop: left, urls: urls('left'), whole_urls: urls('whole') }), right)).toMatchObject({
      urls: null,
      whole_urls: urls('whole'),
    });
    expect(recropped(own({ crop: left, urls: urls('left') }), right)).toMatchObject({ urls: null });
  });

  it('keeps the server’s addresses for the same crop, and those of the whole picture when the crop is removed', () => {
    expect(recropped(own({ crop: left, urls: urls('left'), whole_urls: urls('whole') }), left).urls).toEqual(urls('left'));
    const whole = recropped(own({ crop: left, urls: urls('left'), whole_urls: urls('whole') }), null);
    expect(whole.urls).toEqual(urls('whole'));
    expect(whole).not.toHaveProperty('whole_urls');
    expect(recropped(own({ crop: left, urls: urls('left') }), null).urls).toBeNull();
    expect(recropped(own({ urls: urls('whole') }), null).urls).toEqual(urls('whole'));
  });
});
