import { TaxonId } from '@veld/contract';
import { z } from 'zod/mini';
import type { UserDatabase } from '../db/database';
import { deviceSetting } from '../device/device-setting';
import { reviewed } from './schedule';

/** `picture`: which species is this? `name`: which name belongs to this name? */
export const QUIZ_MODES = ['picture', 'name'] as const;
export type QuizMode = (typeof QUIZ_MODES)[number];

const Question = z.object({
  taxon_id: TaxonId,
  /** The species whose names are offered, in this order; the asked one is among them. */
  options: z.array(TaxonId),
  /** The names that are offered. */
  asks: z.enum(['vernacular', 'scientific']),
});
export type QuizQuestion = z.infer<typeof Question>;

/** The chosen species; `skipped` if the picture could not be shown; null before the answer. */
const Answer = z.nullable(z.union([TaxonId, z.literal('skipped')]));

const Round = z.object({
  mode: z.enum(QUIZ_MODES),
  /** A repetition of what was answered wrong: it does not count. */
  is_practice: z.boolean(),
  questions: z.array(Question),
  answers: z.array(Answer),
});
export type QuizRound = z.infer<typeof Round>;

const Card = z.object({ level: z.int(), due: z.number() });
const Cards = z.record(z.string(), Card);
const Quiz = z.object({ picture: Cards, name: Cards, round: z.nullable(Round) });
/** What the device remembers of a person's quiz, with the current round, so that a reload continues it. */
export type Quiz = z.infer<typeof Quiz>;

const quiz = deviceSetting('quiz', z.catch(Quiz, { picture: {}, name: {}, round: null }));

export const readQuiz = (database: UserDatabase): Promise<Quiz> => quiz.read(database);

export function startRound(database: UserDatabase, round: Omit<QuizRound, 'answers'>): Promise<void> {
  return quiz.update(database, (before) => ({ ...before, round: { ...round, answers: round.questions.map(() => null) } }));
}

export function leaveRound(database: UserDatabase): Promise<void> {
  return quiz.update(database, (before) => (before.round ? { ...before, round: null } : before));
}

/** Stores the answer to a question of the current round. Only the first one counts, from whichever tab. */
export function answer(database: UserDatabase, at: number, chosen: number | 'skipped', now: number): Promise<void> {
  return quiz.update(database, (before) => withAnswer(before, at, chosen, now));
}

export function withAnswer(before: Quiz, at: number, chosen: number | 'skipped', now: number): Quiz {
  const { round } = before;
  const question = round?.questions[at];
  if (!round || !question || round.answers[at] !== null) return before;
  const after = { ...before, round: { ...round, answers: round.answers.with(at, chosen) } };
  if (round.is_practice || chosen === 'skipped') return after;
  const cards = before[round.mode];
  const key = String(question.taxon_id);
  return { ...after, [round.mode]: { ...cards, [key]: reviewed(cards[key], chosen === question.taxon_id, now) } };
}
