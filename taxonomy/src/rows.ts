import type { StoredTaxon } from './record.ts';
import { FIELD, GROUP_CODE, ITEM_CODE, LINE, OWN_IMAGE, rowColumns } from './row-format.ts';

const decoder = new TextDecoder();

/** One piece, ready to be asked for single rows. Throws where the bytes are no rows of this format. */
export class RowPiece {
  readonly size: number;
  readonly ids: Int32Array;
  /** 0 where there is none. */
  readonly parents: Int32Array;
  /** How many names of the main language lie in the rows up to and with each. */
  readonly mainEnds: Uint32Array;
  readonly otherEnds: Uint32Array;
  readonly #rarity: Int32Array | number;
  readonly #lines: string[];
  readonly #words: string[];

  constructor(bytes: Uint8Array) {
    const { size, ids, parents, rarity, mainCounts, otherCounts, text } = rowColumns(bytes);
    this.size = size;
    this.ids = ids;
    this.parents = parents;
    this.#rarity = rarity;
    this.mainEnds = sums(mainCounts);
    this.otherEnds = sums(otherCounts);
    const [words = '', ...lines] = decoder.decode(text).split(LINE);
    if (lines.length !== size) throw new Error('Rows are missing');
    this.#words = words.split(FIELD);
    this.#lines = lines;
  }

  rarity(row: number): number {
    return typeof this.#rarity === 'number' ? this.#rarity + row : (this.#rarity[row] ?? 0);
  }

  /** Names as they are spelled, those of the main language first, then the others in their order. */
  names(row: number): string[] {
    const line = this.#lines[row] ?? '';
    const names: string[] = [];
    const groups = line.slice(0, line.indexOf(FIELD));
    let start = 0;
    for (let at = 0; at <= groups.length; at++) {
      const code = at === groups.length ? 0x1e : groups.charCodeAt(at);
      if (code !== 0x1d && code !== 0x1e) continue;
      if (at > start) names.push(groups.slice(start, at));
      start = at + 1;
    }
    return names;
  }

  /** One of them. */
  name(row: number, ordinal: number): string {
    const line = this.#lines[row] ?? '';
    let left = ordinal;
    let start = 0;
    for (let at = 0; at < line.length; at++) {
      const code = line.charCodeAt(at);
      if (code < 0x1d || code > 0x1f) continue;
      if (at > start && left-- === 0) return line.slice(start, at);
      if (code === 0x1f) break;
      start = at + 1;
    }
    return '';
  }

  /** The main name, else the first of the other languages. */
  displayName(row: number): string {
    return this.name(row, 0);
  }

  acceptedId(row: number): number | null {
    return Number(this.#fields(row)[6]) || null;
  }

  rank(row: number): string {
    return this.#words[Number(this.#fields(row)[1])] ?? '';
  }

  stored(row: number, languages: readonly string[]): StoredTaxon {
    const line = this.#lines[row] ?? '';
    const end = line.indexOf(FIELD);
    const spelled: Record<string, string[]> = {};
    let name = '';
    let language = 0;
    for (let at = 0, start = 0; at <= end; at++) {
      const code = at === end ? GROUP_CODE : line.charCodeAt(at);
      if (code !== GROUP_CODE && code !== ITEM_CODE) continue;
      const key = languages[language];
      if (at > start && key !== undefined) {
        const spelling = line.slice(start, at);
        if (name === '') name = spelling;
        const known = spelled[key];
        if (known === undefined) spelled[key] = [spelling];
        else known.push(spelling);
      }
      if (code === GROUP_CODE) language++;
      start = at + 1;
    }
    const [rank, group, family, rarityClass, count, accepted, scientific, image, attribution] = line.slice(end + 1).split(FIELD);
    const id = this.ids[row] ?? 0;
    return {
      rarity: this.rarity(row),
      id,
      name,
      spelled,
      scientific_name: scientific || (spelled['sci']?.[0] ?? ''),
      image_url: image === OWN_IMAGE ? `/api/taxon/${id}/image` : image || null,
      image_attribution: attribution || null,
      external_observation_count: Number(count),
      rank: this.#words[Number(rank)] ?? '',
      group: this.#words[Number(group)] ?? '',
      family: family === '' ? null : (this.#words[Number(family)] ?? null),
      parent_id: this.parents[row] || null,
      accepted_id: Number(accepted) || null,
      rarity_class: Number(rarityClass),
    };
  }

  #fields(row: number): string[] {
    return (this.#lines[row] ?? '').split(FIELD);
  }
}

function sums(counts: Uint16Array): Uint32Array {
  const ends = new Uint32Array(counts.length);
  let sum = 0;
  for (let at = 0; at < counts.length; at++) ends[at] = sum += counts[at]!;
  return ends;
}

/** A number of a name as it is shown, by which namesakes find each other. */
export function nameHash(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
