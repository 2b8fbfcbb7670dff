import type { TaxonGroup } from '../vocabulary.ts';

/** Figures of a person that badges depend on, besides the number of species of each group. Ticks and what is not wild never count. */
export const MEASURES = [
  'records',
  'species',
  'groups',
  'confirmed',
  'confirmed_species',
  'photo_species',
  'helpful',
  /** Months of the year with a record, of any year. */
  'months',
  'years',
  /** The most days with a record in one week, Monday to Sunday. */
  'week_days',
  'cells',
  /** Cells in which nobody had an open record in the five years before. */
  'gaps',
  /** Species of butterflies and moths recorded between 21:00 and 5:00. */
  'night_moths',
  /** Days with a record between 3:00 and 6:00. */
  'dawns',
  /** The most months with a record in one cell. */
  'patch_months',
  'absences',
] as const;
export type Measure = (typeof MEASURES)[number];

export const BADGE_TIERS = ['bronze', 'silver', 'gold'] as const;
export type BadgeTier = (typeof BADGE_TIERS)[number];

/** A badge is earned when the figure reaches the goal. */
export type Badge = { id: string; tier: BadgeTier; goal: number } & (
  | { measure: Measure }
  | { measure: 'group_species'; group: TaxonGroup }
);

const SPECIES_OF_GROUP = 10;

/** Groups that have a badge: those with at least ten species in most countries. */
const BADGE_GROUPS = [
  'bird',
  'mammal',
  'fish',
  'butterfly',
  'dragonfly',
  'insect',
  'spider',
  'mollusc',
  'plant',
  'tree',
  'moss',
  'fungus',
  'lichen',
] as const satisfies readonly TaxonGroup[];

/** All badges in the order in which they are shown. None rewards the mere number of records. Ids are never reused. */
export const BADGES: readonly Badge[] = [
  { id: 'first_record', tier: 'bronze', measure: 'records', goal: 1 },
  { id: 'first_confirmed', tier: 'bronze', measure: 'confirmed', goal: 1 },
  { id: 'species_10', tier: 'bronze', measure: 'species', goal: 10 },
  { id: 'species_100', tier: 'silver', measure: 'species', goal: 100 },
  { id: 'species_500', tier: 'gold', measure: 'species', goal: 500 },
  { id: 'confirmed_species_50', tier: 'silver', measure: 'confirmed_species', goal: 50 },
  { id: 'photo_species_50', tier: 'silver', measure: 'photo_species', goal: 50 },
  { id: 'groups_8', tier: 'silver', measure: 'groups', goal: 8 },
  { id: 'helpful_25', tier: 'silver', measure: 'helpful', goal: 25 },
  { id: 'helpful_250', tier: 'gold', measure: 'helpful', goal: 250 },
  { id: 'week_5', tier: 'bronze', measure: 'week_days', goal: 5 },
  { id: 'months_12', tier: 'silver', measure: 'months', goal: 12 },
  { id: 'years_5', tier: 'gold', measure: 'years', goal: 5 },
  { id: 'patch_12', tier: 'silver', measure: 'patch_months', goal: 12 },
  { id: 'cells_10', tier: 'bronze', measure: 'cells', goal: 10 },
  { id: 'cells_100', tier: 'gold', measure: 'cells', goal: 100 },
  { id: 'gap_1', tier: 'silver', measure: 'gaps', goal: 1 },
  { id: 'gap_10', tier: 'gold', measure: 'gaps', goal: 10 },
  { id: 'dawn_5', tier: 'bronze', measure: 'dawns', goal: 5 },
  { id: 'night_moths_10', tier: 'silver', measure: 'night_moths', goal: 10 },
  { id: 'absence_5', tier: 'bronze', measure: 'absences', goal: 5 },
  ...BADGE_GROUPS.map((group): Badge => ({
    id: `group_${group}`,
    tier: 'bronze',
    measure: 'group_species',
    group,
    goal: SPECIES_OF_GROUP,
  })),
];

/** The figures of a person; those that are absent are 0. */
export interface Measured {
  figures: Partial<Record<Measure, number>>;
  group_species: Partial<Record<TaxonGroup, number>>;
}

/** How far a person is with a badge, at most its goal. */
export function measureProgress(badge: Badge, { figures, group_species }: Measured): number {
  const value = badge.measure === 'group_species' ? group_species[badge.group] : figures[badge.measure];
  return Math.min(badge.goal, value ?? 0);
}
