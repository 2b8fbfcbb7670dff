/**
 * What a form may ask a person to look at again, and what that person may be sure of all the same: a date in the future, a place
 * known to more than a kilometre, a species that is not in the country's list, a count far from the usual one.
 */
export const CHECKS = ['future', 'wide_place', 'not_listed', 'unusual_count'] as const;
export type CheckName = (typeof CHECKS)[number];

/**
 * The attribute that holds what its person was sure of: the very value, so that another value asks again. No declared field, so
 * that nobody else gets it.
 */
export const sureKey = (check: CheckName): `sure_${CheckName}` => `sure_${check}`;
