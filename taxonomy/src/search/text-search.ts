import {
  DISPLAYED_NAME_FIRST,
  isLetters,
  LEAD_MATCH,
  type Match,
  MOST_REORDERED,
  type Phase,
  PRIMARY_MATCHES,
  type PrimaryMatch,
  takesPart,
  TYPO_IN_WHOLE_NAME,
} from '../ranking.ts';
import type { Find } from './candidates.ts';
import { findFuzzy } from './find-fuzzy.ts';
import { findHead } from './find-head.ts';
import { findInitials } from './find-initials.ts';
import { findJoined } from './find-joined.ts';
import { findJoinedParts } from './find-joined-parts.ts';
import { findPart } from './find-part.ts';
import { type Closeness, findSimilar } from './find-similar.ts';
import { findExact, findNamePrefix, findOtherWords, findWholeWords, findWordPrefix, findWordsInOrder } from './find-words.ts';
import { HitCollector, type HitContext } from './hit-collector.ts';
import { mergeRanked, queryPlans, type SegmentSet } from './merge-segments.ts';
import type { QueryPlan } from './query-plan.ts';
import { runAll } from '../storage/chunk-cache.ts';
import { SCIENTIFIC } from '../storage/taxon-record.ts';
import { fold } from '../text/fold.ts';
import { GRAMMAR_OF_ANY } from '../text/grammar.ts';
import type { TaxonHit } from './hit.ts';
import { FUZZY_MIN_LETTERS } from '../text/name-predicates.ts';
import { type Query, queryOfTokens } from '../text/query.ts';
import { listCores, literalReadings, meantBy, rarestFirst, listReadings, shorterTexts, shortestCore } from '../text/readings.ts';
import { respelledTexts } from './respelled-texts.ts';
import { itemAt } from '../elements.ts';

export interface SearchOptions {
  limit?: number;
  /** Only this phase; default all, until there are enough hits. */
  phase?: Phase;
  /** Only the text as typed, without its other readings. */
  isLiteral?: boolean;
  /** Ids to leave out. */
  except?: ReadonlySet<number>;
  /** Limit for hits of the lead class (`ranking.ts`); default `limit`. */
  exactLimit?: number;
  /** Hits are guesses, whatever their class. */
  areGuesses?: boolean;
}

/** The options of a search in one phase. */
export type PhaseSearch = SearchOptions & { limit: number; phase: Phase };

/** Names that a text may have been meant for. */
const MAX_GUESSES = 10;
/** Shorter words of a text are not guessed from alone. */
const MIN_GUESSED_WORD = 6;

/** Any four letters may be a code, and any six the beginnings of two words; both take long to find. */
const NEEDLESS_AFTER_SURE_HITS: readonly Match[] = ['possible_code', 'joined_parts'];

/** Words of the scientific name of a species. */
const SCIENTIFIC_WORDS = 2;

/** Readings whose plans are kept. */
const MAX_PLANNED = 64;

/** Candidates to find in addition to those wanted. */
const SPARE_CANDIDATES = 6;

interface Limits {
  limit: number;
  /** For hits of the lead class. */
  exactLimit: number;
}

const FINDERS: Record<PrimaryMatch, Find> = {
  exact: findExact,
  head: findHead,
  whole_words: findWholeWords,
  code: findInitials,
  other_words: findOtherWords,
  initials: findInitials,
  possible_code: findInitials,
  name_prefix: findNamePrefix,
  words_in_order: findWordsInOrder,
  joined: findJoined,
  joined_parts: findJoinedParts,
  word_prefix: findWordPrefix,
  part: findPart,
};

let last: { text: string; language: string; readings: Query[] } | null = null;

/** The readings of a text; the last are kept, because all copies and phases of a search have the same. */
function lastReadings(text: string, language: string): Query[] {
  if (last?.text !== text || last.language !== language) last = { text, language, readings: listReadings(text, language) };
  return last.readings;
}

/** Searches one copy by name, one phase at a time. */
export class TextSearch {
  readonly #segments: SegmentSet;
  readonly #language: string;
  readonly #context: HitContext;

  /** The plans of the last readings, because several phases search with the same ones. A WeakMap would cost more than most plans. */
  readonly #plans = new Map<Query, QueryPlan[]>();

  /** `language`: the main language. */
  constructor(segments: SegmentSet, language: string, context: HitContext) {
    this.#segments = segments;
    this.#language = language;
    this.#context = context;
  }

  /** May find more exact hits than wanted, to be put in order. */
  search(text: string, { limit, exactLimit = limit, except, phase, isLiteral, areGuesses }: PhaseSearch): HitCollector {
    const most = Math.max(limit, exactLimit);
    const collector = new HitCollector(this.#segments.names, this.#context, most, except, areGuesses ?? phase === 'sound');
    const readings = isLiteral ? literalReadings(text, this.#language) : lastReadings(text, this.#language);
    if (most > 0 && readings.length > 0) this.#search(phase, readings, collector, { limit, exactLimit });
    // No phase follows, and the lists of names of a short text are long.
    if (collector.hasReliableHits) for (const query of readings) this.#plans.delete(query);
    return collector;
  }

  #search(phase: Phase, readings: readonly Query[], collector: HitCollector, limits: Limits): void {
    const { limit } = limits;
    if (phase === 'certain') this.#findCertain(readings, collector, limits);
    else if (phase === 'sound') this.#findRespelled(meantBy(readings), collector, limit);
    else if (phase === 'core') this.#findCore(readings, collector, limit);
    else if (phase === 'some_words') this.#findSomeWords(readings, collector, limit);
    else if (phase === 'typos') this.#findTypos(meantBy(readings), collector, limit);
    else if (phase === 'fuzzy') this.#findFuzzy(meantBy(readings), collector, limit);
    else if (phase !== 'weak') this.#findSimilar(meantBy(readings), collector, limit, phase);
  }

  /** The primary classes in their order, and in each the readings in theirs. */
  #findCertain(readings: readonly Query[], collector: HitCollector, { limit, exactLimit }: Limits): void {
    const { hits } = collector;
    const plans = readings.map((): QueryPlan[] | null => null);
    for (const match of PRIMARY_MATCHES) {
      if (NEEDLESS_AFTER_SURE_HITS.includes(match) && collector.hasReliableHits) continue;
      collector.match = match;
      collector.limit = match === LEAD_MATCH ? Math.max(limit, exactLimit, MOST_REORDERED) : limit;
      for (let at = 0; at < readings.length && hits.length < collector.limit; at++) {
        const query = itemAt(readings, at);
        if (!takesPart(query.scope, match)) continue;
        const own = (plans[at] ??= this.#plansOf(query));
        if (own.length === 0) continue;
        collector.digits = query.digits;
        if (match === 'exact') this.#takeExact(own, collector);
        else this.#takeClass(own, FINDERS[match], collector);
      }
    }
    collector.digits = '';
  }

  /** One plan per segment. */
  #planned(query: Query): QueryPlan[] {
    let plans = this.#plans.get(query);
    if (plans === undefined && this.#plans.size >= MAX_PLANNED) this.#plans.clear();
    if (plans === undefined) this.#plans.set(query, (plans = queryPlans(this.#segments, query)));
    return plans;
  }

  /** One plan per segment; none if no name can have the words of a reading. */
  #plansOf(query: Query): QueryPlan[] {
    const plans = this.#planned(query);
    return (query.scope === 'inflected' || query.scope === 'shortened') && !plans.some((plan) => plan.mayHaveWords) ? [] : plans;
  }

  #takeExact(plans: readonly QueryPlan[], collector: HitCollector): void {
    collector.hasCandidates = false;
    for (const [at, isOnlyDisplayed] of DISPLAYED_NAME_FIRST.entries()) {
      collector.isOnlyDisplayed = isOnlyDisplayed;
      if (collector.wanted > 0 && (at === 0 || collector.hasCandidates)) this.#takeClass(plans, findExact, collector);
    }
    collector.isOnlyDisplayed = false;
  }

  /** Words that sound the same but are spelled otherwise. */
  #findRespelled(query: Query, collector: HitCollector, limit: number): void {
    collector.isWithoutForeign = true;
    for (const tokens of respelledTexts(this.#segments, query.tokens)) {
      this.#findCertain([queryOfTokens(tokens, query.grammar, 'shortened')], collector, { limit, exactLimit: limit });
      if (collector.hits.length > 0) break;
    }
    collector.isWithoutForeign = false;
  }

  /** Without words for a sex, an age, a kind or a place, and without a count; else the scientific name that the text begins with. */
  #findCore(readings: readonly Query[], collector: HitCollector, limit: number): void {
    const { tokens } = meantBy(readings);
    const cores = listCores(tokens, this.#language);
    const typed = itemAt(readings, 0);
    if (typed.digits !== '') cores.push([...typed.tokens]);
    for (const core of cores) if (collector.hits.length === 0) this.#findWords(core, collector, limit);
    if (collector.hits.length === 0 && tokens.length > SCIENTIFIC_WORDS)
      this.#findScientific(tokens.slice(0, SCIENTIFIC_WORDS), collector, limit);
  }

  /** Taxa of which this is a whole scientific name. */
  #findScientific(tokens: readonly string[], collector: HitCollector, limit: number): void {
    const name = tokens.join(' ');
    collector.match = LEAD_MATCH;
    collector.limit = limit;
    this.#takeClass(this.#plansOf(queryOfTokens(tokens, GRAMMAR_OF_ANY, 'shortened')), findExact, collector);
    const isScientific = ({ spelled }: TaxonHit) => spelled[SCIENTIFIC]?.some((one) => fold(one) === name) === true;
    if (!collector.hits.every(isScientific)) collector.hits.length = 0;
  }

  #findTypos(query: Query, collector: HitCollector, limit: number): void {
    if (!query.tokens.some((token) => token.length >= FUZZY_MIN_LETTERS)) return;
    const plans = this.#planned(query);
    collector.match = 'typo';
    collector.limit = limit;
    for (const inWholeName of TYPO_IN_WHOLE_NAME) {
      collector.words = inWholeName ? query.tokens.length : 0;
      if (collector.wanted > 0) this.#takeClass(plans, (plan, most) => findFuzzy(plan, true, most), collector);
    }
    collector.words = 0;
  }

  #findFuzzy(query: Query, collector: HitCollector, limit: number): void {
    if (!query.tokens.some((token) => token.length >= FUZZY_MIN_LETTERS)) return;
    collector.match = 'fuzzy';
    collector.limit = limit;
    this.#takeClass(this.#planned(query), (plan, most) => findFuzzy(plan, false, most), collector);
  }

  /**
   * Names similar to the text; if there are none, names with a typo of it or near to it, without the words beside a name, or near to one
   * of its words, the longest first.
   */
  #findSimilar(query: Query, collector: HitCollector, limit: number, closeness: Closeness): void {
    this.#takeSimilar(query, collector, limit, closeness);
    if (closeness !== 'similar' || query.tokens.length === 1) return;
    const core = queryOfTokens(shortestCore(query.tokens, this.#language), query.grammar);
    if (core.tokens.length < query.tokens.length && collector.hits.length === 0) {
      this.#findTypos(core, collector, limit);
      if (collector.hits.length === 0) this.#takeSimilar(core, collector, limit, 'near');
    }
    for (const token of query.tokens.toSorted((a, b) => b.length - a.length)) {
      if (collector.hits.length > 0) return;
      if (token.length >= MIN_GUESSED_WORD) this.#takeSimilar(queryOfTokens([token], query.grammar), collector, limit, 'near');
    }
  }

  /** The most similar names of all segments first. */
  #takeSimilar(query: Query, collector: HitCollector, limit: number, closeness: Closeness): void {
    const plans = this.#planned(query);
    const found = runAll(
      plans.map((plan) => () => findSimilar(plan, closeness)),
      this.#segments.cache,
    ).flatMap((names, layer) => names.map((one) => ({ ...one, layer, section: itemAt(plans, layer).segment.sectionOf(one.name) })));
    collector.match = 'similar';
    collector.limit = Math.min(limit, collector.hits.length + MAX_GUESSES);
    found.sort((a, b) => a.cost - b.cost || a.section - b.section || a.layer - b.layer || a.name - b.name);
    for (const { layer, name } of found) if (collector.wanted <= 0 || !collector.take(layer, name, null)) return;
  }

  /** Without the words that no name has, else without one word, the commonest first; else with the rarest word alone. */
  #findSomeWords(readings: readonly Query[], collector: HitCollector, limit: number): void {
    const meant = meantBy(readings).tokens;
    const typed = itemAt(readings, 0);
    // A number says more than a place.
    const tokens = typed.digits === '' ? shortestCore(meant, this.#language) : meant;
    const ranges = this.#segments.names.map(({ segment }) => tokens.map((token) => segment.words.tokenRange(token)));
    const sizes = tokens.map((_, at) => ranges.map((own) => itemAt(own, at)).reduce((sum, { start, end }) => sum + end - start, 0));
    // A number may be a count.
    const texts = typed.digits === '' ? shorterTexts(tokens, sizes) : [typed.tokens, ...shorterTexts(tokens, sizes)];
    for (const kept of texts) {
      // Alone, a word that is a name says more than a rarer one that is part of some. A number says more than that.
      if (kept.length === 1 && typed.digits === '') this.#findNamed(tokens, sizes, collector, limit);
      if (collector.hits.length === 0) this.#findWords(kept, collector, limit);
      if (collector.hits.length > 0) return;
    }
  }

  /** Certain hits for the rarest word that is itself a name of the main language. */
  #findNamed(tokens: readonly string[], sizes: readonly number[], collector: HitCollector, limit: number): void {
    for (const token of rarestFirst(tokens, sizes)) {
      const readings = listReadings(token, this.#language).filter(({ scope }) => !isLetters(scope));
      collector.match = LEAD_MATCH;
      collector.limit = limit;
      collector.isOnlyMain = true;
      for (const query of readings) if (collector.wanted > 0) this.#takeExact(this.#plansOf(query), collector);
      collector.isOnlyMain = false;
      if (collector.hits.length > 0) {
        this.#findWords([token], collector, limit);
        return;
      }
    }
  }

  /** Certain hits for some of the words of a text. */
  #findWords(kept: readonly string[], collector: HitCollector, limit: number): void {
    const kinds = listReadings(kept.join(' '), this.#language).filter(({ scope }) => !isLetters(scope));
    // The beginnings of a single word would say little.
    const shorter = kept.length > 1 ? kinds : kinds.map((query) => ({ ...query, scope: 'shortened' as const }));
    this.#findCertain(shorter, collector, { limit, exactLimit: limit });
  }

  #takeClass(plans: readonly QueryPlan[], find: Find, collector: HitCollector): void {
    // More than wanted, because several names of a taxon may match and some taxa were found already.
    for (let most = collector.hits.length + collector.wanted * 2 + SPARE_CANDIDATES; ; most *= 16) {
      if (mergeRanked(this.#segments, plans, (one) => find(one, most), collector)) return;
    }
  }
}
