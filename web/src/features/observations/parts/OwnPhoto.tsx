import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactNode, useEffect, useState } from 'react';
import { pictureOf } from '../../../local/photos';
import type { LocalMedia } from '../../../local/rows';
import { Photo } from '../../../ui/Photo';
import { currentDatabase } from '../../accounts/data';

interface Props {
  photo: Pick<LocalMedia, 'id' | 'thumbhash' | 'urls' | 'width' | 'height'>;
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

/** A photo of one's own: from the device where its bytes still lie there, else from the server. */
export function OwnPhoto({ photo, ...shown }: Props) {
  const database = currentDatabase();
  const blob = useLiveQuery(() => pictureOf(database, photo.id), [database, photo.id]);
  const url = useBlobUrl(blob);
  const isLocal = blob === undefined || blob !== null;
  const urls = url ? { 128: url, 512: url, 1600: url } : isLocal ? null : photo.urls;
  return <Photo photo={{ ...photo, urls }} {...shown} />;
}
