import { ENOUGH_HITS, isSure, type Match, outranks, PHASES, type Phase } from '../ranking.ts';
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

/** Searches phase by phase, as `ranking.ts` says, until there are enough hits. The first ones decide: after sure hits nothing is guessed. */
export function searchInPhases(limit: number, run: (phase: Phase, options: PhaseOptions) => TaxonHit[]): TaxonHit[] {
  const certain = run('certain', { limit, except: NO_IDS, areGuesses: false });
  if (certain.some(({ match }) => isSure(match))) return certain;
  const asGuess = (hit: TaxonHit): TaxonHit => Object.freeze({ ...hit, match: GUESS });
  // A whole word that sounds like the text is meant rather than one that contains its letters.
  const found = run('sound', { limit: Math.min(limit, MAX_ALIKE), except: NO_IDS, areGuesses: true });
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
    else if (phase !== 'certain' && phase !== 'sound' && most > 0) {
      const hits = run(phase, { limit: most, except: ids, areGuesses });
      add(hits);
      if (phase === 'core' && hits.length > 0) break;
    }
  }
  return found;
}
