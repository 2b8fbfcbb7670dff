/** Why a record is casual: it cannot be confirmed as a wild organism at a known place and date. */
export const CASUAL_REASONS = ['no_date', 'no_place', 'no_evidence', 'captive', 'absence'] as const;
export type CasualReason = (typeof CASUAL_REASONS)[number];
