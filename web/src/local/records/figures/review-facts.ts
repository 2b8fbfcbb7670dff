import type { TaxonGroup } from '@veld/contract';
import { recordsByMonth, groupShares, type Share } from './compute';
import { type CountedRecord, pickDay, pickYear } from './select-records';
import { firstSeen } from './first-seen';

export interface ReviewFacts {
  year: string;
  records: number;
  species: number;
  newSpecies: number;
  days: number;
  /** The month with the most records, from 0; null if none lies in a single month. */
  bestMonth: { month: number; records: number } | null;
  /** Most records first, without records without a taxon. */
  groups: Share<TaxonGroup>[];
  /** Countries of records with an open place, most records first; nothing more exact leaves the device. */
  countries: string[];
  /** Ids of records with an open place and a photo: new species first, then the others, each in order of time. */
  withPhoto: string[];
}

const GROUPS = 5;
const PHOTOS = 5;

/** The year in review, from the user's records of all years. A date counts in the year in which it lies as a whole. */
export function reviewFacts(all: readonly CountedRecord[], year: string): ReviewFacts {
  const records = all.filter(({ days }) => pickYear(days) === year);
  const newSpecies = new Set([...firstSeen(all)].flatMap(([species, days]) => (pickYear(days) === year ? [species] : [])));
  const { counts } = recordsByMonth(records);
  const most = Math.max(...counts);
  const open = records.filter(({ isOpen }) => isOpen);
  return {
    year,
    records: records.length,
    species: new Set(records.flatMap(({ species }) => species ?? [])).size,
    newSpecies: newSpecies.size,
    days: new Set(records.flatMap(({ days }) => pickDay(days) ?? [])).size,
    bestMonth: most > 0 ? { month: counts.indexOf(most), records: most } : null,
    groups: groupShares(records)
      .filter((share): share is Share<TaxonGroup> => share.key !== null)
      .slice(0, GROUPS),
    countries: countriesOf(open),
    withPhoto: photosOf(open, newSpecies),
  };
}

function countriesOf(records: readonly CountedRecord[]): string[] {
  const counts = new Map<string, number>();
  for (const { country_code: code } of records) if (code !== null) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([code]) => code);
}

function photosOf(records: readonly CountedRecord[], newSpecies: ReadonlySet<number>): string[] {
  const withPhoto = records
    .filter(({ hasPhoto, species }) => hasPhoto && species !== null)
    .toSorted((one, other) => (one.days!.from < other.days!.from ? -1 : 1));
  const isNew = ({ species }: CountedRecord) => newSpecies.has(species!);
  return [...withPhoto.filter(isNew), ...withPhoto.filter((one) => !isNew(one))].slice(0, PHOTOS).map(({ id }) => id);
}
