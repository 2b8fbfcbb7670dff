/**
 * Plausibility checks whose warnings the observer may confirm: a date in the future or before 1800, an uncertainty over a kilometre, a species
 * that is not on the country's list, an unusual count, a species that is on no list of the month near the place.
 */
export const CHECKS = ['future', 'long_ago', 'wide_place', 'not_listed', 'unusual_count', 'unusual_month'] as const;
export type CheckName = (typeof CHECKS)[number];

/**
 * The attribute that stores a confirmation. It holds the confirmed value, so a changed value needs a new confirmation. It is not
 * a declared field and therefore visible to the owner only. Records are stored with the prefix `sure_`, so it stays.
 */
export const acknowledgedKey = (check: CheckName): `sure_${CheckName}` => `sure_${check}`;
