import { type RefObject, useEffect, useState } from 'react';
import type { UserDatabase } from '../../local/db/database';
import { pictureOf } from '../../local/records/photos';

/** As large as a small picture is shown on a sharp screen. */
const EDGE = 400;
/** More than this many stay in no memory. */
const KEPT = 400;
const AT_ONCE = 2;

const made = new Map<string, string>();
const waiting: (() => Promise<void>)[] = [];
let running = 0;

/**
 * The address of a small picture of a photo on the device, made when it is first in sight: a board of 200 photos shown whole
 * would not fit into a phone's memory. Null until it is there, and where there is none.
 */
export function useThumbnail(database: UserDatabase, photoId: string, frame: RefObject<Element | null>): string | null {
  const [shown, setShown] = useState(() => ({ photoId, url: made.get(photoId) ?? null }));
  if (shown.photoId !== photoId) setShown({ photoId, url: made.get(photoId) ?? null });
  const { url } = shown;
  useEffect(() => {
    if (url !== null) return;
    let isWanted = true;
    const start = () => {
      waiting.push(async () => {
        if (!isWanted) return;
        const small = made.get(photoId) ?? (await make(database, photoId));
        if (small) keep(photoId, small);
        if (isWanted) setShown({ photoId, url: small });
      });
      void run();
    };
    const stopLooking = whenInSight(frame.current, start);
    return () => {
      isWanted = false;
      stopLooking();
    };
  }, [database, photoId, frame, url]);
  return url;
}

function whenInSight(element: Element | null, then: () => void): () => void {
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

async function run(): Promise<void> {
  if (running >= AT_ONCE) return;
  running++;
  for (let work = waiting.shift(); work; work = waiting.shift()) await work().catch((error: unknown) => console.error('Photo', error));
  running--;
}

function keep(photoId: string, url: string): void {
  made.delete(photoId);
  made.set(photoId, url);
  const [oldest] = made.keys();
  if (made.size <= KEPT || oldest === undefined) return;
  URL.revokeObjectURL(made.get(oldest)!);
  made.delete(oldest);
}

async function make(database: UserDatabase, photoId: string): Promise<string | null> {
  const picture = await pictureOf(database, photoId);
  if (!picture) return null;
  const whole = URL.createObjectURL(picture);
  try {
    const image = new Image();
    image.src = whole;
    await image.decode();
    const scale = Math.min(1, EDGE / Math.min(image.naturalWidth, image.naturalHeight));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(image.naturalWidth * scale);
    canvas.height = Math.round(image.naturalHeight * scale);
    const context = canvas.getContext('2d');
    if (!context) return null;
    // A JPEG knows no see-through.
    context.fillStyle = 'white';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const small = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.8));
    return small && URL.createObjectURL(small);
  } catch {
    // A HEIC whose decoder is not here: its blurred picture, or nothing, stands for it.
    return null;
  } finally {
    URL.revokeObjectURL(whole);
  }
}
