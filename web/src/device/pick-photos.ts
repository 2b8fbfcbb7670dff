/** Files ending like this are offered also where the system does not know their type. */
const PHOTO_TYPES = 'image/jpeg,image/png,image/webp,image/avif,image/heic,image/heif,.heic,.heif';

/**
 * Opens the camera or the device's pictures; resolves with what was picked, nothing where it was closed. To be called from
 * a tap. Own input each time, so that the same file can be picked again.
 */
export function pickPhotos(from: 'camera' | 'files'): Promise<File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = from === 'camera' ? 'image/*' : PHOTO_TYPES;
    if (from === 'camera') input.capture = 'environment';
    else input.multiple = true;
    input.hidden = true;
    const done = (files: File[]) => {
      input.remove();
      resolve(files);
    };
    input.addEventListener('change', () => done([...(input.files ?? [])]));
    input.addEventListener('cancel', () => done([]));
    // In the document, because some browsers forget an input that is in none while the camera is open.
    document.body.append(input);
    input.click();
  });
}

/** Phones and tablets have a camera at hand; elsewhere a file dialog would open twice under two names. */
export function hasCamera(): boolean {
  return globalThis.matchMedia?.('(pointer: coarse)').matches ?? false;
}
