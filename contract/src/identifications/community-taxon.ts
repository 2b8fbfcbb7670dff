/** A taxon on the way from the root of the taxonomy to an identified taxon. */
export interface LineageTaxon {
  id: number;
  rank: string;
}

/** The taxa from the root to an identified taxon, which is the last one. */
export type Lineage = readonly LineageTaxon[];

/** The taxon whose lineage it is, which is the last of it. */
export function namedTaxon(lineage: Lineage): LineageTaxon {
  const taxon = lineage.at(-1);
  if (!taxon) throw new Error('A lineage ends with its taxon');
  return taxon;
}

/** What an active identification says. */
export interface Opinion {
  user_id: string;
  lineage: Lineage;
  /** It says that the finer names of others are wrong, not only that it is less certain than they are. */
  disagrees: boolean;
  /** The taxa that the record was named as when somebody disagreed; absent if unknown. See `isEnded`. */
  denied?: readonly number[] | null;
}

export function isWithin(lineage: Lineage, taxonId: number): boolean {
  return lineage.some((taxon) => taxon.id === taxonId);
}

/**
 * Whether a disagreement has ended: nobody else says any more what it denied, or something finer. Names that came later are not
 * what it was about. Never if it is not known what was denied.
 */
export function isEnded({ user_id, lineage, disagrees, denied }: Opinion, all: readonly Opinion[]): boolean {
  if (!disagrees || !denied) return false;
  const isBelow = (name: Lineage) => name.length > lineage.length && isWithin(name, namedTaxon(lineage).id);
  return !all.some((other) => other.user_id !== user_id && isBelow(other.lineage) && denied.some((id) => isWithin(other.lineage, id)));
}

/** Whether two names exclude each other: neither taxon contains the other. */
export function areOnOtherBranches(one: Lineage, other: Lineage): boolean {
  const [first, second] = [one.at(-1), other.at(-1)];
  return first !== undefined && second !== undefined && !isWithin(one, second.id) && !isWithin(other, first.id);
}

/**
 * The finest taxon on which people agree, with its lineage; null if there is none (docs/decisions/0044-community-taxon.md). At least
 * two people must have identified the record as this taxon or as one within it, and they must be more than two thirds of those who
 * agree or disagree with it. An identification disagrees with a taxon on another branch, and, if it says so, with every taxon below
 * its own; otherwise a coarser one takes no side. Two taxa on different branches cannot both have more than two thirds, so the result
 * is unique and does not depend on the order. `opinions` has one for each person, that of the observer included, and none that is
 * withdrawn.
 */
export function communityTaxon(opinions: readonly Opinion[]): Lineage | null {
  let finest: Lineage | null = null;
  for (const candidate of candidatesOf(opinions))
    if (candidate.length > (finest?.length ?? 0) && hasTwoThirds(opinions, candidate)) finest = candidate;
  return finest;
}

/** Every taxon in a lineage, with its own. */
function candidatesOf(opinions: readonly Opinion[]): Iterable<Lineage> {
  const byId = new Map<number, Lineage>();
  for (const { lineage } of opinions)
    for (const [index, taxon] of lineage.entries()) if (!byId.has(taxon.id)) byId.set(taxon.id, lineage.slice(0, index + 1));
  return byId.values();
}

function hasTwoThirds(opinions: readonly Opinion[], candidate: Lineage): boolean {
  const agreeing = new Set<string>();
  const disagreeing = new Set<string>();
  for (const opinion of opinions) {
    const side = findSide(opinion, candidate);
    if (side === 'agrees') agreeing.add(opinion.user_id);
    else if (side === 'disagrees') disagreeing.add(opinion.user_id);
  }
  return agreeing.size >= 2 && 3 * agreeing.size > 2 * (agreeing.size + disagreeing.size);
}

function findSide({ lineage, disagrees }: Opinion, candidate: Lineage): 'agrees' | 'disagrees' | 'neither' {
  if (isWithin(lineage, namedTaxon(candidate).id)) return 'agrees';
  if (areOnOtherBranches(lineage, candidate)) return 'disagrees';
  return disagrees ? 'disagrees' : 'neither';
}
