/**
 * Values that a form asks a person to check, and that the person may confirm: a date in the future, an uncertainty over a
 * kilometre, a species that is not on the country's list, an unusual count.
 */
export const CHECKS = ['future', 'wide_place', 'not_listed', 'unusual_count'] as const;
export type CheckName = (typeof CHECKS)[number];

/**
 * The attribute that stores what the person confirmed: the value itself, so that another value asks again. It is not a declared
 * field, so nobody else gets it.
 */
export const sureKey = (check: CheckName): `sure_${CheckName}` => `sure_${check}`;
