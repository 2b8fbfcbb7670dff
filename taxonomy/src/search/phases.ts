import { ENOUGH_HITS, isBeyondDoubt, isReliable, type Match, outranks, PHASES, type Phase } from '../ranking.ts';
import { foldWords } from '../text/fold.ts';
import type { TaxonHit } from './hit.ts';

/** What a phase has to know of those before it. */
export interface PhaseOptions {
  limit: number;
  /** Ids found before. */
  except: ReadonlySet<number>;
  /** Hits are guesses, whatever their class: they follow other hits, which are less doubtful. */
  areGuesses: boolean;
}

/** Hits of words that sound like the text leave room for others. */
const MAX_ALIKE = 3;
const GUESS: Match = 'similar';
const NO_IDS: ReadonlySet<number> = new Set();

export function union(some: ReadonlySet<number>, others: ReadonlySet<number> = NO_IDS): ReadonlySet<number> {
  return others.size === 0 ? some : new Set([...some, ...others]);
}

/** Whether a hit leaves no doubt about what is meant by a text. */
function isBeyondDoubtFor(text: string, main: string): (hit: TaxonHit) => boolean {
  const tokens = foldWords(text);
  const hasAll = (words: readonly string[]) =>
    words.join('').includes(tokens.join('')) || tokens.every((token) => words.some((word) => word.startsWith(token)));
  return ({ match, rarity, spelled }) =>
    isBeyondDoubt(match, rarity, () => spelled[main]?.some((name) => hasAll(foldWords(name))) === true);
}

/**
 * Searches phase by phase, as `ranking.ts` says, until there are enough hits. The first ones decide: after reliable hits nothing is guessed,
 * unless they are few and doubtful. `main`: the main language.
 */
export function searchInPhases(
  text: string,
  main: string,
  limit: number,
  run: (phase: Phase, options: PhaseOptions) => TaxonHit[],
): TaxonHit[] {
  const certain = run('certain', { limit, except: NO_IDS, areGuesses: false });
  const hasReliable = certain.some(({ match }) => isReliable(match));
  if (hasReliable && (certain.length >= Math.min(limit, ENOUGH_HITS) || certain.some(isBeyondDoubtFor(text, main)))) return certain;
  const asGuess = (hit: TaxonHit): TaxonHit => Object.freeze({ ...hit, match: GUESS });
  // A whole word that sounds like the text is meant rather than one that contains its letters.
  const found = hasReliable ? [] : run('sound', { limit: Math.min(limit, MAX_ALIKE), except: NO_IDS, areGuesses: true });
  for (const hit of certain) {
    if (found.length < limit && outranks(hit.match, 'typo') && !found.some(({ id }) => id === hit.id))
      found.push(found[0]?.match === GUESS ? asGuess(hit) : hit);
  }
  const ids = new Set(found.map(({ id }) => id));
  const add = (hits: readonly TaxonHit[]) => {
    for (const hit of hits) if (found.length < limit && !ids.has(hit.id)) found.push(hit);
    for (const { id } of hits) ids.add(id);
  };
  for (const phase of PHASES) {
    const most = found.length === 0 ? limit : Math.min(limit, ENOUGH_HITS) - found.length;
    const areGuesses = found.at(-1)?.match === GUESS || (phase === 'some_words' && found.length > 0);
    if (phase === 'weak') add(areGuesses ? certain.map(asGuess) : certain);
    else if (phase !== 'certain' && (phase !== 'sound' || hasReliable) && most > 0) {
      const hits = run(phase, { limit: most, except: ids, areGuesses: areGuesses || phase === 'sound' });
      add(hits);
      if (phase === 'core' && hits.length > 0) break;
    }
  }
  return found;
}
