import { type Gazetteer, readGazetteer } from '@veld/geography';
// The service worker stores the file with the app.
import file from '@veld/geography/files/gazetteer.bin.gz?url';

/** Reads the towns of the world (docs/base-map.md), which takes about 0.2 s and 8 MB. Throws if the file is not on the device and cannot be downloaded. */
export async function loadGazetteer(fetchFile: typeof fetch = fetch): Promise<Gazetteer> {
  const response = await fetchFile(file);
  if (!response.ok) throw new Error(`The gazetteer was answered with ${response.status}`);
  return readGazetteer(await decompressed(await response.arrayBuffer()));
}

/** Some servers declare the compression of a `.gz` file, and the browser then undoes it. */
async function decompressed(file: ArrayBuffer): Promise<Uint8Array> {
  const bytes = new Uint8Array(file);
  const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isCompressed) return bytes;
  const stream = new Blob([file]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
