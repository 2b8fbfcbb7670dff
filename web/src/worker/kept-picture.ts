import { CACHES } from '../local/device/caches';

/** The small picture of a taxon kept on this device, for an address of any size; undefined if there is none. */
export async function keptPicture(address: string): Promise<Response | undefined> {
  const url = new URL(address);
  if (!(await caches.has(CACHES.keptPictures))) return undefined;
  return (await caches.open(CACHES.keptPictures)).match(`${url.origin}${url.pathname}?size=128`);
}

/** The photo of a record kept on this device in its largest size, for an address of any size; undefined if there is none. */
export async function keptPhoto(address: string): Promise<Response | undefined> {
  const url = new URL(address);
  if (!(await caches.has(CACHES.keptPhotos))) return undefined;
  return (await caches.open(CACHES.keptPhotos)).match(url.origin + url.pathname.replace(/\d+$/, '1600'));
}
