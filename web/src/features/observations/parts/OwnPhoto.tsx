import { cropPixels } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactNode, useEffect, useState } from 'react';
import { pictureOf } from '../../../local/photos';
import type { LocalMedia } from '../../../local/rows';
import { Photo, type PhotoSource } from '../../../ui/Photo';
import { currentDatabase } from '../../accounts/data';

interface Props {
  photo: Pick<LocalMedia, 'id' | 'thumbhash' | 'urls' | 'width' | 'height' | 'crop' | 'whole_urls'>;
  alt: string;
  sizes?: string;
  fallback?: ReactNode;
  isFirst?: boolean;
  fit?: 'cover' | 'contain';
}

/** The address of a blob while it is shown. */
export function useBlobUrl(blob: Blob | null | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!blob) {
      setUrl(null);
      return;
    }
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}

/**
 * A photo of one's own: from the device where its bytes still lie there, else from the server. What lies here is whole and is
 * cropped as it is shown; so is the server's whole picture where it has not made this crop yet.
 */
export function OwnPhoto({ photo, ...shown }: Props) {
  const database = currentDatabase();
  const blob = useLiveQuery(() => pictureOf(database, photo.id), [database, photo.id]);
  const url = useBlobUrl(blob);
  const isLocal = blob === undefined || blob !== null;
  return <Photo photo={isLocal ? { ...photo, urls: url ? sameAtAllSizes(url) : null } : atServer(photo)} {...shown} />;
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
