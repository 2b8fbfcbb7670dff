/** The longer side of what is sent, in pixels. */
const SIZE = 1600;
const QUALITY = 0.85;

/** A photo as a JPEG in base64, drawn anew, so that nothing of the file but its pixels is left. Throws for what is no picture. */
export async function drawPlacePhoto(file: Blob): Promise<string> {
  const image = await createImageBitmap(file);
  const scale = Math.min(1, SIZE / Math.max(image.width, image.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  return canvas.toDataURL('image/jpeg', QUALITY).replace(/^data:[^,]*,/, '');
}

export const pictureAddress = (base64: string): string => `data:image/jpeg;base64,${base64}`;
