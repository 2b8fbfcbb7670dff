/** With file name extensions, for systems that do not know the types. */
const PHOTO_TYPES = 'image/jpeg,image/png,image/webp,image/avif,image/heic,image/heif,.heic,.heif';

/**
 * Opens the camera or a file picker. Resolves with the picked files; empty when the picker was closed. Call it from a tap. Uses a
 * new input each time, so that the same file can be picked twice.
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
    // In the document, because some browsers drop a detached input while the camera is open.
    document.body.append(input);
    input.click();
  });
}

/** Phones and tablets; elsewhere both buttons would open the same file dialog. */
export function hasCamera(): boolean {
  return globalThis.matchMedia?.('(pointer: coarse)').matches ?? false;
}
