import { uintAt } from '../elements.ts';
import { type BuiltHead, type BuiltSegment, MAX_SEGMENT_ROWS, SegmentBuilder } from './segment-builder.ts';
import { SegmentChunks } from '../storage/chunk-cache.ts';
import { type StoredTaxon, type TaxonInput, toStored } from '../storage/taxon-record.ts';
import { packRows } from '../storage/row-packer.ts';
import { Segment } from '../segment/segment.ts';
import { type IndexOptions, TaxonIndex } from '../search/taxon-index.ts';

/**
 * Builds an in-memory index from server rows in rarity order. Leaves out taxa without a name in the languages. Segments with at least
 * `fingerprintsFrom` names get word-prefix fingerprints.
 */
export function buildIndex(
  rows: Iterable<TaxonInput>,
  options: IndexOptions,
  maxSegmentRows = MAX_SEGMENT_ROWS,
  fingerprintsFrom?: number,
): TaxonIndex {
  const segments: Segment[] = [];
  const builts: BuiltSegment[] = [];
  let stored: StoredTaxon[] = [];
  let rarity = 1;
  const close = () => {
    const { segment, built } = buildSegment(packRows(stored, options.languages), fingerprintsFrom);
    segments.push(segment);
    builts.push(built);
    stored = [];
  };
  for (const row of rows) {
    const next = toStored(row, rarity, options.languages);
    if (next === null) continue;
    rarity++;
    stored.push(next);
    if (stored.length === maxSegmentRows) close();
  }
  if (stored.length > 0) close();
  return new TaxonIndex(segments, { ...options, shared: sharedHashes(builts) });
}

/** Builds an in-memory segment from packed rows. */
export function buildSegment(chunks: readonly Uint8Array[], fingerprintsFrom?: number): { segment: Segment; built: BuiltSegment } {
  const builder = new SegmentBuilder(fingerprintsFrom);
  const rows = new Map<number, Uint8Array>();
  for (const [number, bytes] of chunks.entries()) {
    builder.add(bytes, number);
    rows.set(number, bytes);
  }
  const built = builder.finish();
  return { segment: new Segment(built.head, SegmentChunks.inMemory(built.chunks, rows)), built };
}

/** The hashes of displayed names that several rows of a copy share, or that look like a labelled name. */
export function sharedHashes(segments: readonly Pick<BuiltHead, 'nameHashes' | 'labelLikeHashes'>[]): Uint32Array {
  const all = joinedNumbers(segments.map(({ nameHashes }) => nameHashes)).sort();
  let size = 0;
  for (let at = 1; at < all.length; at++)
    if (all[at] === all[at - 1] && (size === 0 || all[at] !== all[size - 1])) all[size++] = uintAt(all, at);
  const shared = all.subarray(0, size);
  return joinedNumbers([shared, ...segments.map(({ labelLikeHashes }) => labelLikeHashes)]);
}

function joinedNumbers(lists: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}
