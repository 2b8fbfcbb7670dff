import { randomBytes } from 'node:crypto';
import sharp from 'sharp';

/** Size of the displayed photo in pixels. The file is 800 x 600, because phones store a portrait photo rotated. */
const UPRIGHT = { width: 600, height: 800 };
/** Coordinates in degrees, date and local time in the EXIF of the photo. */
export const TAKEN = { latitude: 52.5, longitude: 4.75, on: '2026-05-17', time: '07:42' };

/** RGB colours in the corners of the displayed photo. */
const CORNERS = { topLeft: [200, 30, 30], topRight: [30, 160, 30], bottomLeft: [30, 30, 200], bottomRight: [220, 200, 30] } as const;
type Corner = keyof typeof CORNERS;

/** A JPEG as a phone held upright writes it: coordinates, time, camera and orientation 6 in its EXIF. */
export async function photoOfPhone(): Promise<Buffer> {
  const { width, height } = UPRIGHT;
  const quarter = (corner: Corner, left: number, top: number) => ({
    input: { create: { width: width / 2, height: height / 2, channels: 3 as const, background: colour(corner) } },
    left,
    top,
  });
  const upright = await sharp({ create: { width, height, channels: 3, background: 'black' } })
    .composite([
      quarter('topLeft', 0, 0),
      quarter('topRight', width / 2, 0),
      quarter('bottomLeft', 0, height / 2),
      quarter('bottomRight', width / 2, height / 2),
    ])
    .png()
    .toBuffer();
  // Orientation 6 tells viewers to rotate by 90 degrees clockwise, so the file holds the image rotated the other way.
  return sharp(upright)
    .rotate(270)
    .withExif({
      IFD0: { Make: 'Example', Model: 'Phone of anna' },
      IFD2: { DateTimeOriginal: `${TAKEN.on.replaceAll('-', ':')} ${TAKEN.time}:00` },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '4/1 45/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 90 })
    .toBuffer();
}

/**
 * A small JPEG whose EXIF has the time (`2026-05-17 07:42:30`) and the coordinates in degrees, if given. Its colour is random, so
 * that no two are the same.
 */
export async function photoTaken(when: string | null, place: { latitude: number; longitude: number } | null = null): Promise<Buffer> {
  const [red, green, blue] = randomBytes(3);
  const exact = (degrees: number) => `${Math.floor(degrees)}/1 ${Math.round((degrees % 1) * 60_000_000)}/1000000 0/1`;
  const picture = sharp({ create: { width: 640, height: 480, channels: 3, background: { r: red!, g: green!, b: blue! } } });
  const exif = {
    IFD0: { Make: 'Example' },
    ...(when ? { IFD2: { DateTimeOriginal: when.replace(/-/g, ':') } } : {}),
    ...(place
      ? { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: exact(place.latitude), GPSLongitudeRef: 'E', GPSLongitude: exact(place.longitude) } }
      : {}),
  };
  return picture.withExif(exif).jpeg({ quality: 85 }).toBuffer();
}

/** A JPEG of about 8 MB. */
export const largePhoto = () => noisyPhoto(4000, 3000);

/** A JPEG of about two thirds of a byte per pixel, made of noise because noise does not compress. */
export async function noisyPhoto(width: number, height: number): Promise<Buffer> {
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 86 })
    .toBuffer();
}

/** Whether an image is `photoOfPhone` the right way up, judged by its aspect ratio and the colours in its corners. */
export async function isUpright(bytes: Buffer): Promise<boolean> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  if (info.width * UPRIGHT.height !== info.height * UPRIGHT.width) return false;
  const at = (x: number, y: number) => {
    const from = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
    return [...data.subarray(from, from + 3)];
  };
  const seen: Record<Corner, number[]> = {
    topLeft: at(0.2, 0.2),
    topRight: at(0.8, 0.2),
    bottomLeft: at(0.2, 0.8),
    bottomRight: at(0.8, 0.8),
  };
  return (Object.keys(CORNERS) as Corner[]).every((corner) =>
    CORNERS[corner].every((value, index) => Math.abs(value - seen[corner][index]!) < 40),
  );
}

function colour(corner: Corner): { r: number; g: number; b: number } {
  const [r, g, b] = CORNERS[corner];
  return { r, g, b };
}
