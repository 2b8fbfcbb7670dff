import type { RefObject } from 'react';
import type { UserDatabase } from '../../local/db/database';
import { Photo } from '../../ui/Photo';
import type { BoardPhoto } from './board/board-values';
import { useThumbnail } from './use-thumbnail';

interface Props {
  database: UserDatabase;
  photo: BoardPhoto;
  /** What has to come into view before the thumbnail is rendered. */
  frame: RefObject<Element | null>;
}

/** A photo on the device, small. Fills its parent. */
export function Thumbnail({ database, photo, frame }: Props) {
  const url = useThumbnail(database, photo, frame);
  return <Photo photo={{ ...photo, urls: url ? { 128: url, 512: url, 1600: url } : null }} alt="" />;
}
