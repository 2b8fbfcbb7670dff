import { useLiveQuery } from 'dexie-react-hooks';
import { answer, type Quiz, type QuizMode, type QuizQuestion, readQuiz, startRound } from '../../../local/guide/quiz';
import { inOrder } from '../../../local/guide/schedule';
import { currentDatabase } from '../../../shared/session/session';
import { type Taxon, taxonPhoto } from '../../../shared/taxa/data';
import { askable, type LookAlikesOf, questionAbout, ROUND_SIZE } from './questions';

/** What the device remembers of the user's quiz; undefined while loading. */
export function useQuiz(): Quiz | undefined {
  const database = currentDatabase();
  return useLiveQuery(() => readQuiz(database), [database]);
}

/** Pictures asked for at once. */
const AT_ONCE = 5;
/** Pictures that are tried for a round, so that a server without them does not hold it up. */
const MAX_TRIED = 60;

/**
 * Begins a round: what is due first, then the commonest species. Of pictures, only those that load now. Returns how many there were
 * if there are too few.
 */
export async function beginRound(
  list: readonly Taxon[],
  quiz: Quiz,
  mode: QuizMode,
  now: number,
  lookAlikesOf: LookAlikesOf,
): Promise<number | null> {
  const cards = quiz[mode];
  const order = inOrder(askable(list, mode), ({ id }) => cards[String(id)], now);
  const questions: QuizQuestion[] = [];
  const toTry = mode === 'picture' ? order.slice(0, MAX_TRIED) : order;
  for (let at = 0; at < toTry.length && questions.length < ROUND_SIZE; at += AT_ONCE) {
    const next = toTry.slice(at, at + AT_ONCE);
    const usable = mode === 'picture' ? await loadable(next) : next;
    questions.push(...usable.flatMap((species) => questionAbout(species, list, mode, Math.random, lookAlikesOf) ?? []));
  }
  if (questions.length < ROUND_SIZE) return questions.length;
  await startRound(currentDatabase(), { mode, is_practice: false, questions: questions.slice(0, ROUND_SIZE) });
  return null;
}

/** Stores the answer to a question of the current round. */
export function answerNow(at: number, chosen: number | 'skipped'): void {
  void answer(currentDatabase(), at, chosen, Date.now());
}

/** Begins a practice of the questions that were answered wrong. */
export function beginPractice({ round }: Quiz, missed: readonly number[]): Promise<void> {
  const questions = round?.questions.filter(({ taxon_id: id }) => missed.includes(id)) ?? [];
  return startRound(currentDatabase(), { mode: round?.mode ?? 'name', is_practice: true, questions });
}

/** Those whose picture can be had, from the server or from this device. */
async function loadable(taxa: readonly Taxon[]): Promise<Taxon[]> {
  const found = await Promise.all(taxa.map(async (taxon) => ((await hasPicture(taxon)) ? [taxon] : [])));
  return found.flat();
}

async function hasPicture({ image_url: url }: Taxon): Promise<boolean> {
  const { urls } = taxonPhoto(url!);
  return (await isThere(urls![512])) || isThere(urls![128]);
}

async function isThere(address: string): Promise<boolean> {
  try {
    const response = await fetch(address);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
