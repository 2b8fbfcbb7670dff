import { cropPixels } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactNode, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { isExpired, newerAddresses } from '../../../local/records/fresh-addresses';
import { findPicture } from '../../../local/records/photos';
import type { LocalMedia } from '../../../local/db/rows';
import { currentAddresses } from '../../../local/app/veld';
import { Photo, type PhotoSource } from '../../../ui/Photo';
import { useBlobUrl } from '../../../ui/use-blob-url';
import { currentDatabase } from '../../session/session';

interface Props {
  photo: Pick<LocalMedia, 'id' | 'thumbhash' | 'urls' | 'width' | 'height' | 'crop' | 'whole_urls' | 'failed'>;
  alt: string;
  sizes?: string;
  fallback?: ReactNode;
  isFirst?: boolean;
  fit?: 'cover' | 'contain';
}

/**
 * A photo of the user: from the device if it is still there, else from the server. The device's picture is uncropped and is
 * cropped when shown, like the server's uncropped picture while it has not processed the crop yet.
 */
export function OwnPhoto({ photo, ...shown }: Props) {
  const database = currentDatabase();
  const blob = useLiveQuery(() => findPicture(database, photo.id), [database, photo.id]);
  const url = useBlobUrl(blob);
  if (blob === null) return <PhotoAtServer photo={photo} {...shown} />;
  return <Photo photo={{ ...photo, urls: url ? sameAtAllSizes(url) : null }} {...shown} />;
}

/** The stored URLs date from when the record was fetched; new ones are requested if they have expired or fail to load. */
function PhotoAtServer({ photo, ...shown }: Props) {
  const { store, request } = currentAddresses();
  const answers = useStore(store, (state) => state.answers.get(photo.id));
  const isSettled = useStore(store, (state) => state.settled.has(photo.id));
  const [failed, setFailed] = useState<string | null>(null);
  const source = atServer({ ...photo, ...newerAddresses(photo, answers) });
  const address = source.urls?.[512] ?? null;
  // A URL that expires later is renewed once it fails to load.
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
  // A small part needs the largest size.
  return { ...photo, urls: whole ? sameAtAllSizes(whole[1600]) : null };
}

/** Width and height of the visible part of a photo, in pixels. */
export function shownSize({ crop, width, height }: Pick<LocalMedia, 'crop' | 'width' | 'height'>): { width: number; height: number } {
  return crop ? cropPixels(crop, width, height) : { width, height };
}
