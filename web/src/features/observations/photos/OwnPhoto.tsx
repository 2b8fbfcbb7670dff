import { cropPixels } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactNode, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { isExpired, newerAddresses } from '../../../local/records/fresh-addresses';
import { pictureOf } from '../../../local/records/photos';
import type { LocalMedia } from '../../../local/db/rows';
import { currentAddresses } from '../../../local/app/veld';
import { Photo, type PhotoSource } from '../../../ui/Photo';
import { useBlobUrl } from '../../../ui/use-blob-url';
import { currentDatabase } from '../../accounts/data';

interface Props {
  photo: Pick<LocalMedia, 'id' | 'thumbhash' | 'urls' | 'width' | 'height' | 'crop' | 'whole_urls' | 'failed'>;
  alt: string;
  sizes?: string;
  fallback?: ReactNode;
  isFirst?: boolean;
  fit?: 'cover' | 'contain';
}

/**
 * A photo of one's own: from the device where its bytes still lie there, else from the server. What lies here is whole and is
 * cropped as it is shown; so is the server's whole picture where it has not made this crop yet.
 */
export function OwnPhoto({ photo, ...shown }: Props) {
  const database = currentDatabase();
  const blob = useLiveQuery(() => pictureOf(database, photo.id), [database, photo.id]);
  const url = useBlobUrl(blob);
  if (blob === null) return <PhotoAtServer photo={photo} {...shown} />;
  return <Photo photo={{ ...photo, urls: url ? sameAtAllSizes(url) : null }} {...shown} />;
}

/** Its addresses are those of the day the record was fetched, so they are asked for anew where they are over or do not answer. */
function PhotoAtServer({ photo, ...shown }: Props) {
  const { store, request } = currentAddresses();
  const answers = useStore(store, (state) => state.answers.get(photo.id));
  const isSettled = useStore(store, (state) => state.settled.has(photo.id));
  const [failed, setFailed] = useState<string | null>(null);
  const source = atServer({ ...photo, ...newerAddresses(photo, answers) });
  const address = source.urls?.[512] ?? null;
  // An address that expires later is renewed once it fails to load; until then the picture stays.
  const [mountedAt] = useState(() => Date.now());
  const isOld = isExpired(source.urls, mountedAt);
  const isWanted = !photo.failed && (isOld || failed === address);
  useEffect(() => (isWanted ? request(photo.id) : undefined), [request, photo.id, isWanted]);
  const isAwaited = isWanted && isOld && !isSettled;
  return <Photo photo={isAwaited ? { ...source, urls: null } : source} onFail={setFailed} {...shown} />;
}

function sameAtAllSizes(url: string): NonNullable<LocalMedia['urls']> {
  return { 128: url, 512: url, 1600: url };
}

function atServer(photo: Props['photo']): PhotoSource {
  const { crop, urls, whole_urls: whole } = photo;
  if (!crop) return photo;
  if (urls) return { ...photo, crop: null, ...shownSize(photo) };
  // A small part of a picture wants the picture large.
  return { ...photo, urls: whole ? sameAtAllSizes(whole[1600]) : null };
}

/** The pixels of what is shown of a photo. */
export function shownSize({ crop, width, height }: Pick<LocalMedia, 'crop' | 'width' | 'height'>): { width: number; height: number } {
  return crop ? cropPixels(crop, width, height) : { width, height };
}
