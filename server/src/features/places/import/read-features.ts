import { createReadStream } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip } from 'node:zlib';

/** Why a file of places cannot be used, in words for the operator. */
export class PlaceFileFault extends Error {}

/** A feature that is larger is no boundary of a place. */
const MAX_FEATURE_CHARACTERS = 64 * 1024 * 1024;
/** So much of the outermost object is kept, to see which list begins. */
const RECENT_CHARACTERS = 40;

/**
 * The features of a GeoJSON file one by one: of a FeatureCollection, of a single feature, or of one feature per line; also gzipped. Only
 * one feature is in memory at a time, however large the file is.
 */
export async function* readFeatures(path: string): AsyncGenerator {
  const file = createReadStream(path);
  const bytes: AsyncIterable<Buffer> = path.endsWith('.gz') ? file.pipe(createGunzip()) : file;
  const decoder = new StringDecoder('utf8');
  const cutter = new FeatureCutter();
  for await (const part of bytes) yield* cutter.push(decoder.write(part));
  cutter.end();
}

/** Cuts a text that arrives in parts into its features, by counting brackets outside of texts. */
class FeatureCutter {
  #depth = 0;
  #isInText = false;
  #isEscaped = false;
  #isInFeatures = false;
  #recent = '';
  /** What of the current object arrived in earlier parts. */
  #kept = '';
  #isKeeping = false;

  *push(text: string): Generator {
    let start = 0;
    for (let at = 0; at < text.length; at++) {
      const character = text[at] ?? '';
      if (this.#depth === 1) this.#recent = (this.#recent + character).slice(-RECENT_CHARACTERS);
      if (this.#isInText) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (character === '\\') this.#isEscaped = true;
        else if (character === '"') this.#isInText = false;
      } else if (character === '"') this.#isInText = true;
      else if (character === '{' || character === '[') {
        if (this.#open(character)) start = at;
      } else if ((character === '}' || character === ']') && this.#close(character)) {
        yield parseFeature(this.#kept + text.slice(start, at + 1));
        this.#kept = '';
      }
    }
    if (this.#isKeeping) this.#kept += text.slice(start);
    if (this.#kept.length > MAX_FEATURE_CHARACTERS)
      throw new PlaceFileFault('A feature of the file is larger than 64 MB. Simplify its boundary first.');
  }

  end(): void {
    if (this.#depth > 0) throw new PlaceFileFault('The file ends in the middle of a feature. Was it copied as a whole?');
  }

  /** Whether an object begins that may be a feature. */
  #open(bracket: string): boolean {
    const depth = this.#depth++;
    if (bracket === '[' && depth === 1 && /"features"\s*:\s*\[$/.test(this.#recent)) {
      this.#isInFeatures = true;
      this.#isKeeping = false;
      this.#kept = '';
    }
    const isStart = bracket === '{' && depth === (this.#isInFeatures ? 2 : 0);
    if (isStart) {
      this.#isKeeping = true;
      this.#kept = '';
    }
    return isStart;
  }

  /** Whether an object ends that may be a feature. */
  #close(bracket: string): boolean {
    this.#depth -= 1;
    if (this.#depth < 0) throw new PlaceFileFault('This is no GeoJSON: a bracket is closed that was not opened.');
    const isEnd = bracket === '}' && this.#isKeeping && this.#depth === (this.#isInFeatures ? 2 : 0);
    if (isEnd) this.#isKeeping = false;
    if (bracket === ']' && this.#depth === 1) this.#isInFeatures = false;
    return isEnd;
  }
}

function parseFeature(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new PlaceFileFault(`This is no GeoJSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
