import { type RefObject, useEffect, useState } from 'react';
import type { UserDatabase } from '../../local/db/database';
import { findPicture } from '../../local/records/photos';
import { scaledDown } from '../../shared/media/read-photo';
import type { BoardPhoto } from './board/board-values';

/** The shorter side of a thumbnail, enough for high-density screens. */
const EDGE_PX = 400;
/** Thumbnails held in memory; the oldest is dropped first. */
const CACHE_SIZE = 400;
const CONCURRENCY = 2;

type PhotoSize = Pick<BoardPhoto, 'id' | 'width' | 'height'>;

const cache = new Map<string, string>();
const queue: (() => Promise<void>)[] = [];
let running = 0;

/**
 * The object URL of a photo's thumbnail, rendered when the photo is scrolled into view: 200 full-size photos would not fit into
 * a phone's memory. Null until it is rendered, or if the photo cannot be decoded.
 */
export function useThumbnail(database: UserDatabase, photo: PhotoSize, frame: RefObject<Element | null>): string | null {
  const { id: photoId, width, height } = photo;
  const [shown, setShown] = useState(() => ({ photoId, url: cache.get(photoId) ?? null }));
  if (shown.photoId !== photoId) setShown({ photoId, url: cache.get(photoId) ?? null });
  const { url } = shown;
  useEffect(() => {
    if (url !== null) return;
    let isWanted = true;
    const start = () => {
      queue.push(async () => {
        if (!isWanted) return;
        const thumbnail = cache.get(photoId) ?? (await renderThumbnail(database, { id: photoId, width, height }));
        if (thumbnail) store(photoId, thumbnail);
        if (isWanted) setShown({ photoId, url: thumbnail });
      });
      void runQueue();
    };
    const stopObserving = whenVisible(frame.current, start);
    return () => {
      isWanted = false;
      stopObserving();
    };
  }, [database, photoId, width, height, frame, url]);
  return url;
}

function whenVisible(element: Element | null, then: () => void): () => void {
  if (!element || !('IntersectionObserver' in globalThis)) {
    then();
    return () => {};
  }
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      then();
    },
    { rootMargin: '300px' },
  );
  observer.observe(element);
  return () => observer.disconnect();
}

async function runQueue(): Promise<void> {
  if (running >= CONCURRENCY) return;
  running++;
  for (let work = queue.shift(); work; work = queue.shift()) await work().catch((error: unknown) => console.error('Photo', error));
  running--;
}

function store(photoId: string, url: string): void {
  cache.delete(photoId);
  cache.set(photoId, url);
  const [oldest] = cache.keys();
  if (cache.size <= CACHE_SIZE || oldest === undefined) return;
  URL.revokeObjectURL(cache.get(oldest)!);
  cache.delete(oldest);
}

async function renderThumbnail(database: UserDatabase, photo: PhotoSize): Promise<string | null> {
  const picture = await findPicture(database, photo.id);
  if (!picture) return null;
  try {
    const image = (await smallPicture(picture, photo)) ?? (await wholeImage(picture));
    const scale = Math.min(1, EDGE_PX / Math.min(image.width, image.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(image.width * scale);
    canvas.height = Math.round(image.height * scale);
    const context = canvas.getContext('2d');
    if (!context) return null;
    // JPEG has no transparency.
    context.fillStyle = 'white';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    if ('close' in image) image.close();
    const thumbnail = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.8));
    return thumbnail && URL.createObjectURL(thumbnail);
  } catch {
    // HEIC that this browser cannot decode; the blurred placeholder stays.
    return null;
  }
}

function smallPicture(picture: Blob, { width, height }: PhotoSize): Promise<ImageBitmap | null> {
  const scale = Math.min(1, EDGE_PX / Math.min(width, height));
  return scaledDown(picture, Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
}

async function wholeImage(picture: Blob): Promise<HTMLImageElement> {
  const address = URL.createObjectURL(picture);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(address);
  }
}
