import { dayRange, type TaxonGroup } from '@veld/contract';
import type { RecordFact } from '../records/in-memory/record-facts';
import { type CountedRecord, countedRecord } from '../records/figures/select-records';

let made = 0;

interface Change extends Partial<Omit<RecordFact, 'taxon' | 'taxon_id' | 'days'>> {
  /** The id of its taxon; null for none. */
  taxon?: number | null;
  on?: string | null;
  group?: TaxonGroup;
  rank?: string;
}

/** A record on 3 May 2026 of species 1, as statistics read it. */
export function makeFact({ taxon = 1, on = '2026-05-03', group = 'bird', rank = 'species', ...change }: Change = {}): RecordFact {
  const name = `Species ${taxon}`;
  return {
    id: `record-${++made}`,
    taxon_id: taxon,
    taxon: taxon === null ? null : { id: taxon, name, scientific_name: name, rank, group, image_url: null },
    isAbsence: false,
    days: on === null ? null : dayRange(on),
    hour: null,
    count: null,
    country_code: null,
    town: null,
    latitude: null,
    longitude: null,
    location_id: null,
    isOpen: true,
    hasPhoto: false,
    ...change,
  };
}

export const counted = (...changes: Change[]): CountedRecord[] => changes.map((change) => countedRecord(makeFact(change), new Map()));
