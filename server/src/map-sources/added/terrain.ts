import sharp from 'sharp';

/** How heights are written into colours. */
export type Encoding = 'terrarium' | 'mapbox';

/** Metres that are possible on land and in lakes, with some room. */
const LOWEST = -500;
const HIGHEST = 9000;
/** Neighbouring pixels of a photo differ by anything; of heights read in the right way, rarely by more than this. */
const STEEPEST_M = 400;
const MOST_STEEP = 0.02;

/** How the tiles of an archive write heights; null if they are pictures for the eye. What the archive says about itself is believed. */
export async function findEncoding(tiles: readonly Uint8Array[], said: string | undefined): Promise<Encoding | null> {
  if (said === 'terrarium' || said === 'mapbox') return said;
  const pictures: { data: Buffer; width: number; channels: number }[] = [];
  for (const tile of tiles.slice(0, 6)) {
    try {
      const { data, info } = await sharp(tile).raw().toBuffer({ resolveWithObject: true });
      pictures.push({ data, width: info.width, channels: info.channels });
    } catch {
      return null;
    }
  }
  for (const encoding of ['terrarium', 'mapbox'] as const)
    if (pictures.length > 0 && pictures.every((one) => isTerrain(one, encoding))) return encoding;
  return null;
}

/** The pixels of a side of pictures; 256 if they cannot be read. */
export async function readSide([first]: readonly Uint8Array[]): Promise<number> {
  const { width } = first
    ? await sharp(first)
        .metadata()
        .catch(() => ({ width: 256 }))
    : { width: 256 };
  return width;
}

function isTerrain({ data, width, channels }: { data: Buffer; width: number; channels: number }, encoding: Encoding): boolean {
  if (channels < 3) return false;
  let steep = 0;
  let lowest = Infinity;
  let highest = -Infinity;
  const count = data.length / channels;
  for (let at = 0; at < count; at++) {
    const height = heightAt(data, at * channels, encoding);
    if (height < LOWEST || height > HIGHEST) return false;
    lowest = Math.min(lowest, height);
    highest = Math.max(highest, height);
    if (at % width > 0 && Math.abs(height - heightAt(data, (at - 1) * channels, encoding)) > STEEPEST_M) steep += 1;
  }
  // A black or white picture is no flat land.
  return steep / count < MOST_STEEP && !(lowest === highest && Math.abs(lowest) > 100);
}

function heightAt(data: Buffer, at: number, encoding: Encoding): number {
  const [red, green, blue] = [data[at]!, data[at + 1]!, data[at + 2]!];
  return encoding === 'terrarium' ? red * 256 + green + blue / 256 - 32_768 : -10_000 + (red * 65_536 + green * 256 + blue) * 0.1;
}
