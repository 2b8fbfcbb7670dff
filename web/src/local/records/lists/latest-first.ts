/** What the order of records needs of one. */
interface Dated {
  id: string;
  observed_on?: string | null | undefined;
  observed_time?: string | null | undefined;
  /** Absent for records of others. */
  saved_at?: number;
}

/**
 * Records in the order of lists (decision 0065): the latest observation first, by the date and the clock of its place, those without a
 * date last. Of a day, a month or a year, the records that say no more come after those that do. At the same time, the last saved is first.
 */
export function latestFirst<T extends Dated>(records: readonly T[]): T[] {
  // The keys are made once: there may be 100,000 records.
  const keyed = records.map((record) => ({ record, key: `${record.observed_on ?? ''} ${record.observed_time ?? ''}` }));
  keyed.sort((one, other) => {
    if (one.key !== other.key) return one.key < other.key ? 1 : -1;
    return (other.record.saved_at ?? 0) - (one.record.saved_at ?? 0) || (one.record.id < other.record.id ? 1 : -1);
  });
  return keyed.map(({ record }) => record);
}
