import { dayRange, getKnown, TAXON_GROUPS } from '@veld/contract';
import type { LikelySpecies } from '../../../shared/frequencies/data';
import { readGroup, type Taxon } from '../../../shared/taxa/data';
import type { OwnSpecies } from '../species-list';

/** The orders of a species list. `rarity` is that of the lists themselves: the commonest first. `now`: the most reported this week first. */
export const SPECIES_ORDERS = ['rarity', 'now', 'systematic', 'name', 'last_seen'] as const;
export type SpeciesOrder = (typeof SPECIES_ORDERS)[number];

export function orderFrom(value: string | null): SpeciesOrder {
  return SPECIES_ORDERS.find((order) => order === value) ?? 'rarity';
}

/** A heading of the systematic order. */
export interface Heading {
  heading: 'class' | 'order' | 'family';
  /** Unique in the list. */
  key: string;
  /** Null for species without a class, order or family: the heading is that of their group. */
  taxon: Taxon | null;
  /** The scientific name of a family that is no taxon of its own on this device. */
  family: string | null;
  /** One of the species under it. */
  example: Taxon;
}

export type SpeciesLine = Taxon | Heading;
export const isHeading = (line: SpeciesLine): line is Heading => 'heading' in line;

/** `list` by name in a language. */
export function byName(list: readonly Taxon[], language: string): Taxon[] {
  const { compare } = new Intl.Collator(language);
  return list.toSorted((one, other) => compare(one.name, other.name));
}

/** `list` with the species seen last first. Species without a date keep their order, after the others. */
export function byLastSeen(list: readonly Taxon[], own: ReadonlyMap<number, OwnSpecies>): Taxon[] {
  const days = new Map(
    list.map(({ id }) => {
      const last = own.get(id)?.last;
      return [id, (last && dayRange(last)?.from) ?? ''];
    }),
  );
  return list.toSorted((one, other) => compareText(getKnown(days, other.id), getKnown(days, one.id)));
}

/** `list` with the species most likely now first. The others keep their order, and so do all with too little data (null). */
export function byFrequency(list: readonly Taxon[], likely: LikelySpecies | null): Taxon[] {
  const rank = new Map(likely?.species.map(({ taxon_id }, at) => [taxon_id, at]));
  const rankOf = ({ id }: Taxon) => rank.get(id) ?? rank.size;
  return list.toSorted((one, other) => rankOf(one) - rankOf(other));
}

interface Place {
  taxon: Taxon;
  class: Taxon | null;
  order: Taxon | null;
  family: Taxon | null;
  familyName: string;
  /** The group of the class, else of the species, by its position among all groups. */
  group: number;
}

/**
 * Species under headings of class, order and family: classes in the order of the groups, everything else by scientific name.
 * `higher` has the taxa above the species, by id.
 */
export function systematically(list: readonly Taxon[], higher: ReadonlyMap<number, Taxon>): SpeciesLine[] {
  const lines: SpeciesLine[] = [];
  let before: Place | null = null;
  for (const place of list.map((taxon) => placeOf(taxon, higher)).toSorted(comparePlaces)) {
    const isNewClass = before === null || before.class !== place.class || (!place.class && before.group !== place.group);
    const isNewOrder = isNewClass || before?.order !== place.order;
    const add = (heading: Heading['heading'], taxon: Taxon | null, family: string | null = null) =>
      lines.push({ heading, taxon, family, example: place.taxon, key: `${heading} ${place.taxon.id}` });
    if (isNewClass) add('class', place.class);
    if (isNewOrder && place.order) add('order', place.order);
    if ((isNewOrder || before?.familyName !== place.familyName) && place.familyName) add('family', place.family, place.familyName);
    lines.push(place.taxon);
    before = place;
  }
  return lines;
}

function placeOf(taxon: Taxon, higher: ReadonlyMap<number, Taxon>): Place {
  const found: Partial<Record<string, Taxon>> = {};
  // A cycle in the data must not hang the screen.
  for (let at = parentOf(taxon, higher), left = 50; at && left > 0; at = parentOf(at, higher), left--) found[at.rank] ??= at;
  const family = found.family ?? null;
  return {
    taxon,
    class: found.class ?? null,
    order: found.order ?? null,
    family,
    familyName: family?.scientific_name ?? taxon.family ?? '',
    group: TAXON_GROUPS.indexOf(readGroup(found.class ?? taxon)),
  };
}

const parentOf = (taxon: Taxon, higher: ReadonlyMap<number, Taxon>) => (taxon.parent_id === null ? undefined : higher.get(taxon.parent_id));

function comparePlaces(one: Place, other: Place): number {
  return (
    one.group - other.group ||
    compareNames(one.class?.scientific_name, other.class?.scientific_name) ||
    compareNames(one.order?.scientific_name, other.order?.scientific_name) ||
    compareNames(one.familyName, other.familyName) ||
    compareText(one.taxon.scientific_name, other.taxon.scientific_name)
  );
}

/** Scientific names are Latin letters, for which a collation would only cost time. */
const compareText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** What has no name comes last. */
const compareNames = (one = '', other = '') =>
  one === '' || other === '' ? Number(one === '') - Number(other === '') : compareText(one, other);
