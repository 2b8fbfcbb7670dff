import type { TaxonGroup } from '@veld/contract';
import type { RecordFact } from '../in-memory/record-facts';
import type { CountedRecord } from './counted-record';

/** Records and species of a part of the records. */
export interface Share<K> {
  key: K;
  records: number;
  species: number;
}

type Town = NonNullable<RecordFact['town']>;

/** By group, most records first; null for records without a taxon. */
export const groupShares = (records: readonly CountedRecord[]): Share<TaxonGroup | null>[] => sharesBy(records, ({ group }) => group);

/** By country code, most records first; null for records without one. */
export const countryShares = (records: readonly CountedRecord[]): Share<string | null>[] =>
  sharesBy(records, ({ country_code: code }) => code);

/** By nearest town, most records first; null for records without one. */
export function townShares(records: readonly CountedRecord[]): Share<Town | null>[] {
  const towns = new Map<string, Town>();
  const shares = sharesBy(records, ({ town }) => {
    if (!town) return null;
    const key = `${town.country_code} ${town.name}`;
    if (!towns.has(key)) towns.set(key, town);
    return key;
  });
  return shares.map((share) => ({ ...share, key: share.key === null ? null : towns.get(share.key)! }));
}

function sharesBy<K>(records: readonly CountedRecord[], keyOf: (record: CountedRecord) => K): Share<K>[] {
  const parts = new Map<K, { records: number; species: Set<number> }>();
  for (const record of records) {
    const key = keyOf(record);
    let part = parts.get(key);
    if (!part) parts.set(key, (part = { records: 0, species: new Set() }));
    part.records++;
    if (record.species !== null) part.species.add(record.species);
  }
  return [...parts]
    .map(([key, part]) => ({ key, records: part.records, species: part.species.size }))
    .toSorted((one, other) => other.records - one.records || other.species - one.species);
}
