import { type ObservationDraft, isAbsence } from '../observations.ts';
import { hasEvidence } from '../media.ts';
import { isAboveSpecies } from '../ranks.ts';
import { areOnOtherBranches, communityTaxon, isEnded, isWithin, type Lineage, namedTaxon, type Opinion } from './community-taxon.ts';

/** The values of `wildness` of what a person keeps or has planted. */
export const NOT_WILD: readonly string[] = ['captive', 'cultivated', 'planted'];

type Graded = Pick<ObservationDraft, 'observed_on' | 'latitude' | 'longitude' | 'count' | 'count_max'> & {
  media: readonly object[];
  attributes: Readonly<Record<string, unknown>>;
};

/** What people vote on with each record: whether it is wild, and whether its place, date and evidence are right. */
export const QUALITY_TOPICS = ['wild', 'place', 'date', 'evidence'] as const;
export type QualityTopic = (typeof QUALITY_TOPICS)[number];

/**
 * Whether a topic is voted down: more people say no than yes, as on iNaturalist. The record is casual as long as one of its topics is
 * (docs/decisions/0083-votes.md). The observer has one vote as everybody else.
 */
export const isVotedDown = ({ yes, no }: { yes: number; no: number }): boolean => no > yes;

/** Why a record is casual by what it is, and by the topics that are voted down. */
export function casualReasons(record: Graded, against: readonly QualityTopic[] = []): CasualReason[] {
  const applies: Record<CasualReason, boolean> = {
    no_date: !record.observed_on,
    no_place: record.latitude == null || record.longitude == null,
    no_evidence: !hasEvidence(record.media),
    captive: NOT_WILD.includes(String(record.attributes.wildness)),
    absence: isAbsence(record),
    voted_wild: against.includes('wild'),
    voted_place: against.includes('place'),
    voted_date: against.includes('date'),
    voted_evidence: against.includes('evidence'),
  };
  return CASUAL_REASONS.filter((reason) => applies[reason]);
}

export interface GradedOpinion extends Opinion {
  /** By an expert for the group of the taxon in the country of the record. */
  is_expert: boolean;
  /** By an account that is new, whose address is not confirmed, or none of whose records was ever confirmed. */
  is_new?: boolean;
}

/** What the grade of a record depends on. */
export interface GradeFacts {
  isCasual: boolean;
  observerId: string;
  /** Of the name that the observer gave; null without one. */
  own: Lineage | null;
  /** Active ones of other people. */
  opinions: readonly GradedOpinion[];
  /** The species is not to be expected at the place and in the season, so that new accounts alone do not confirm it. */
  isUnusual?: boolean;
}

export interface Grade {
  quality: 'casual' | 'needs_id' | 'confirmed';
  community: Lineage | null;
  /** People agree, but of the accounts that do too many are new for something unusual. */
  isHeldBack: boolean;
  /** Those whose disagreement has ended. */
  ended: readonly string[];
}

/**
 * The grade of a record, and its community taxon (docs/decisions/0044-community-taxon.md). A record is confirmed if its community taxon
 * is a species or finer and the observer's name does not exclude it, or if an expert agrees with the observer's name and no expert
 * excludes it. What is unusual needs the agreement without new accounts, too. The observer's name is never changed.
 */
export function gradeRecord(given: GradeFacts): Grade {
  const { isCasual, observerId, own } = given;
  const withOwn = (opinions: readonly GradedOpinion[]): Opinion[] =>
    own ? [{ user_id: observerId, lineage: own, disagrees: false }, ...opinions] : [...opinions];
  const said = withOwn(given.opinions);
  const ended = given.opinions.filter((one) => isEnded(one, said)).map((one) => one.user_id);
  const opinions = given.opinions.map((one) => (ended.includes(one.user_id) ? { ...one, disagrees: false } : one));
  const community = communityTaxon(withOwn(opinions));
  const grade = { community, isHeldBack: false, ended };
  if (isCasual) return { ...grade, quality: 'casual' };
  if (isConfirmedByExpert({ ...given, opinions })) return { ...grade, quality: 'confirmed' };
  const isAgreed = community !== null && isSpeciesOrFiner(community) && !(own && areOnOtherBranches(own, community));
  if (!isAgreed) return { ...grade, quality: 'needs_id' };
  const trusted = given.isUnusual ? communityTaxon(withOwn(opinions.filter((one) => !one.is_new || one.is_expert))) : community;
  const isHeldBack = trusted === null || !isSpeciesOrFiner(trusted) || areOnOtherBranches(trusted, community);
  return { ...grade, quality: isHeldBack ? 'needs_id' : 'confirmed', isHeldBack };
}

function isConfirmedByExpert({ own, opinions }: GradeFacts): boolean {
  const experts = opinions.filter((opinion) => opinion.is_expert);
  const confirms = ({ lineage }: Opinion) => (own ? isWithin(lineage, namedTaxon(own).id) : isSpeciesOrFiner(lineage));
  return experts.some((one) => confirms(one) && experts.every((other) => !opposes(other, own ?? one.lineage)));
}

/** Whether an identification says that a name is wrong. */
function opposes({ lineage, disagrees }: Opinion, name: Lineage): boolean {
  return areOnOtherBranches(lineage, name) || (disagrees && !isWithin(lineage, namedTaxon(name).id));
}

const NOT_ONE_SPECIES = ['aggregate', 'complex', 'unranked'];

function isSpeciesOrFiner(lineage: Lineage): boolean {
  const rank = namedTaxon(lineage).rank;
  return !isAboveSpecies(rank) && !NOT_ONE_SPECIES.includes(rank);
}

const MOST_MISSING = 5;

/** How many more people would have to agree with a name for the record to be confirmed: the fewest of all names; null for none or many. */
export function missingAgreements(facts: GradeFacts): number | null {
  const names = [...(facts.own ? [facts.own] : []), ...facts.opinions.map((opinion) => opinion.lineage)];
  for (let missing = 0; missing <= MOST_MISSING; missing++)
    if (names.some((name) => gradeRecord(withMore(facts, name, missing)).quality === 'confirmed')) return missing;
  return null;
}

function withMore(facts: GradeFacts, lineage: Lineage, count: number): GradeFacts {
  const more = Array.from({ length: count }, (_, at) => ({ user_id: `${at}`, lineage, disagrees: false, is_expert: false }));
  return { ...facts, opinions: [...facts.opinions, ...more] };
}

/** Why a record is casual: it cannot be confirmed as a wild organism at a known place and date. */
export const CASUAL_REASONS = [
  'no_date',
  'no_place',
  'no_evidence',
  'captive',
  'absence',
  'voted_wild',
  'voted_place',
  'voted_date',
  'voted_evidence',
] as const;
export type CasualReason = (typeof CASUAL_REASONS)[number];
