import { z } from 'zod/mini';

/**
 * What a validator says of a record, beside what the community agrees on (docs/validation.md). `asked`: until the observer has answered
 * a validator's question. `unable` and `incorrect`: not accepted, because what is known does not suffice, or because it is something
 * else.
 */
export const VALIDATION_STATES = ['unverified', 'plausible', 'accepted', 'accepted_by_evidence', 'asked', 'unable', 'incorrect'] as const;
export const ValidationState = z.enum(VALIDATION_STATES);
export type ValidationState = z.infer<typeof ValidationState>;

/** What a validator decides; `unverified` takes back what stands. A question makes a record `asked`. */
export const DECISIONS = ['plausible', 'accepted', 'accepted_by_evidence', 'unable', 'incorrect', 'unverified'] as const;
export type Decision = (typeof DECISIONS)[number];

export const isAccepted = (state: ValidationState): boolean => state === 'accepted' || state === 'accepted_by_evidence';

/** What anybody who identifies can ask the observer by a tap; `other` is in the words of the person. */
export const QUESTIONS = ['count', 'certain', 'how', 'photo', 'place', 'date', 'wild', 'other'] as const;
export const Question = z.enum(QUESTIONS);
export type Question = z.infer<typeof Question>;

/** What the observer answers by a tap; `text` is in their own words. */
export const ANSWERS = ['yes', 'no', 'unknown', 'text'] as const;
export const Answer = z.enum(ANSWERS);
export type Answer = z.infer<typeof Answer>;

/** Questions that are not answered by yes or no. */
export const OPEN_QUESTIONS: readonly Question[] = ['count', 'how', 'other'];
