import { getKnown, type Kingdom, KINGDOMS, RANKS_ABOVE_SPECIES, TAXON_GROUPS, type TaxonGroup } from '@veld/contract';

/** The group of a row, and how specific the evidence for it is: a family outweighs a kingdom. */
export interface GroupGuess {
  group: TaxonGroup;
  strength: number;
}

/** The strength of an explicit group column. */
export const EXPLICIT = 9;

const KINGDOM_STRENGTH = 1;
const LEVELS: Record<string, number> = { kingdom: KINGDOM_STRENGTH, phylum: 2, class: 3, order: 4, family: 5 };
/** The strength of a higher taxon by its rank: the lower, the stronger. Ranks between those of columns count as the one above them. */
const STRENGTHS = strengths();

function strengths(): ReadonlyMap<string, number> {
  let level = KINGDOM_STRENGTH;
  return new Map(RANKS_ABOVE_SPECIES.map((rank) => [rank, (level = LEVELS[rank] ?? level)]));
}

/** Columns of higher taxa, the lowest first. */
const COLUMNS = ['family', 'order', 'class', 'phylum', 'kingdom'] as const;
export type HigherRank = (typeof COLUMNS)[number];

const HIGHER_TAXA: Partial<Record<TaxonGroup, string>> = {
  bird:
    'aves struthioniformes rheiformes apterygiformes casuariiformes tinamiformes anseriformes galliformes phoenicopteriformes podicipediformes columbiformes mesitornithiformes ' +
    'pterocliformes pteroclidiformes otidiformes cuculiformes musophagiformes gruiformes charadriiformes eurypygiformes phaethontiformes gaviiformes sphenisciformes procellariiformes ' +
    'ciconiiformes suliformes pelecaniformes opisthocomiformes accipitriformes cathartiformes strigiformes coliiformes leptosomiformes trogoniformes bucerotiformes coraciiformes ' +
    'piciformes falconiformes cariamiformes psittaciformes passeriformes caprimulgiformes steatornithiformes nyctibiiformes podargiformes aegotheliformes apodiformes',
  mammal:
    'mammalia monotremata didelphimorphia paucituberculata microbiotheria notoryctemorphia dasyuromorphia peramelemorphia diprotodontia tubulidentata macroscelidea afrosoricida ' +
    'hyracoidea sirenia proboscidea cingulata pilosa scandentia dermoptera primates lagomorpha rodentia eulipotyphla soricomorpha erinaceomorpha chiroptera carnivora pholidota ' +
    'perissodactyla artiodactyla cetartiodactyla cetacea',
  amphibian: 'amphibia anura caudata urodela gymnophiona',
  reptile:
    'reptilia sauropsida squamata sauria serpentes testudines chelonii crocodylia crocodilia rhynchocephalia sphenodontida lepidosauria archosauria',
  fish:
    'actinopterygii actinopteri teleostei elasmobranchii chondrichthyes holocephali myxini petromyzonti cephalaspidomorphi hyperoartia sarcopterygii coelacanthi dipneusti dipnoi ' +
    'cladistii chondrostei holostei osteichthyes pisces agnatha cypriniformes perciformes salmoniformes gadiformes siluriformes clupeiformes pleuronectiformes anguilliformes',
  butterfly: 'lepidoptera rhopalocera',
  dragonfly: 'odonata',
  insect:
    'insecta archaeognatha blattodea coleoptera dermaptera diptera embioptera ephemeroptera hemiptera heteroptera hymenoptera isoptera mantodea mecoptera megaloptera neuroptera ' +
    'notoptera orthoptera phasmatodea phasmida phthiraptera plecoptera psocodea psocoptera raphidioptera siphonaptera strepsiptera thysanoptera trichoptera zygentoma',
  spider: 'arachnida araneae opiliones',
  mollusc: 'mollusca gastropoda bivalvia cephalopoda polyplacophora scaphopoda monoplacophora aplacophora solenogastres caudofoveata',
  // In the classification of Chase and Reveal (2009), the class Equisetopsida is that of all land plants.
  plant:
    'plantae viridiplantae archaeplastida streptophyta embryophyta charophyta chlorophyta rhodophyta glaucophyta tracheophyta tracheobionta spermatophyta magnoliophyta ' +
    'anthophyta angiospermae magnoliopsida liliopsida dicotyledoneae monocotyledoneae dicotyledonae monocotyledonae magnoliidae equisetopsida gnetopsida gnetidae gnetales',
  tree:
    'pinopsida coniferopsida pinophyta coniferophyta coniferae pinidae pinales cupressales araucariales ginkgoopsida ginkgophyta ginkgoidae ginkgoales cycadopsida cycadophyta cycadidae cycadales fagales pinaceae ' +
    'cupressaceae taxaceae fagaceae betulaceae juglandaceae ulmaceae aquifoliaceae',
  fern:
    'polypodiopsida lycopodiopsida psilotopsida marattiopsida pteridophyta lycopodiophyta lycophyta monilophyta polypodiophyta pteropsida filicopsida isoetopsida sphenopsida ' +
    'equisetidae lycopodiidae ophioglossidae marattiidae polypodiidae psilotidae equisetales ophioglossales psilotales marattiales osmundales hymenophyllales gleicheniales ' +
    'schizaeales salviniales cyatheales polypodiales lycopodiales isoetales selaginellales',
  moss:
    'bryophyta bryopsida marchantiophyta marchantiopsida jungermanniopsida anthocerotophyta anthocerotopsida sphagnopsida polytrichopsida hepaticophyta takakiopsida andreaeopsida ' +
    'andreaeobryopsida tetraphidopsida oedipodiopsida haplomitriopsida leiosporocerotopsida musci hepaticae bryidae marchantiidae jungermanniidae anthocerotidae sphagnidae',
  fungus: 'fungi ascomycota basidiomycota eumycota dikarya',
  lichen: 'lecanoromycetes lichinomycetes',
  other:
    'animalia metazoa chromista protozoa protista bacteria archaea viruses virus eubacteria monera myxomycetes myxomycota oomycetes oomycota actinomycetes ochrophyta haptophyta ' +
    'cryptophyta bacillariophyta bigyra cercozoa ciliophora phaeophyceae bacillariophyceae chrysophyceae xanthophyceae annelida cnidaria echinodermata porifera bryozoa nematoda ' +
    'platyhelminthes rotifera tardigrada nemertea ctenophora brachiopoda malacostraca diplopoda chilopoda collembola crustacea theropsida synapsida',
};
const GROUP_OF = new Map<string, TaxonGroup>(
  TAXON_GROUPS.flatMap((group) =>
    (HIGHER_TAXA[group] ?? '')
      .split(' ')
      .filter(Boolean)
      .map((name) => [name, group] as const),
  ),
);
const KINGDOM_NAMES: ReadonlySet<string> = new Set([...KINGDOMS, 'metazoa', 'viridiplantae']);
/** The endings of names above orders (ICN art. 16.3 and rec. 16A). */
const ENDINGS: readonly (readonly [RegExp, TaxonGroup])[] = [
  [/(mycota|mycotina|mycetes|mycetidae)$/, 'fungus'],
  [/(phyta|phytina|phyceae|phycidae|opsida)$/, 'plant'],
];
const HAS_ENDING: ReadonlySet<string> = new Set(['phylum', 'subphylum', 'class', 'subclass']);

function groupOf(name: string, rank: string): TaxonGroup | null {
  const word = name.trim().toLowerCase().replace(/ .*$/, '');
  const known = GROUP_OF.get(word);
  if (known || !HAS_ENDING.has(rank)) return known ?? null;
  return ENDINGS.find(([ending]) => ending.test(word))?.[1] ?? null;
}

export interface HigherTaxa extends Partial<Record<HigherRank, string>> {
  /** Names from the highest to the lowest in one text. */
  higherClassification?: string;
  /** The row itself, if it is a higher taxon. */
  own?: { rank: string; name: string };
}

/** The group by the lowest higher taxon that determines it; null if none does. */
export function guessGroup(higher: HigherTaxa): GroupGuess | null {
  const { own } = higher;
  if (own) {
    const group = groupOf(own.name, own.rank);
    if (group) return { group, strength: getKnown(STRENGTHS, own.rank) };
  }
  for (const rank of COLUMNS) {
    const name = higher[rank];
    const group = name ? groupOf(name, rank) : null;
    if (group && rank === 'kingdom') return inClassification(higher) ?? { group, strength: KINGDOM_STRENGTH };
    if (group) return { group, strength: getKnown(STRENGTHS, rank) };
  }
  return inClassification(higher);
}

function inClassification({ higherClassification }: HigherTaxa): GroupGuess | null {
  if (!higherClassification) return null;
  const names = higherClassification.split(/\s*[;|,:>/]\s*/).toReversed();
  for (const name of names) {
    const group = groupOf(name, 'class');
    // The ranks of these names are not known, except for kingdoms.
    if (group) return { group, strength: KINGDOM_NAMES.has(name.trim().toLowerCase()) ? KINGDOM_STRENGTH : getKnown(STRENGTHS, 'phylum') };
  }
  return null;
}

export function isHigherRank(rank: string): boolean {
  return STRENGTHS.has(rank);
}

/** What an import assumes of rows that do not say it. */
export interface ImportDefaults {
  group: TaxonGroup | null;
  kingdom: Kingdom | null;
}

export const NO_DEFAULTS: ImportDefaults = { group: null, kingdom: null };

/**
 * Applies the defaults of an import to what a row says of its group. The default group also replaces a group that follows from only
 * the kingdom, if it belongs to that kingdom. Defaults have no strength, so that the group of an ancestor in the file outweighs them.
 */
export function withDefaults(guess: GroupGuess | null, kingdom: string, defaults: ImportDefaults): GroupGuess | null {
  if (guess && guess.strength > KINGDOM_STRENGTH) return guess;
  const { group } = defaults;
  if (!guess) {
    const assumed = group ?? GROUP_OF.get(defaults.kingdom ?? '');
    return assumed ? { group: assumed, strength: 0 } : null;
  }
  const known = guess.group !== 'other' ? kingdomOf(guess.group) : /^(animalia|metazoa)$/i.test(kingdom) ? 'animalia' : null;
  return group !== null && group !== 'other' && kingdomOf(group) === known ? { group, strength: guess.strength } : guess;
}

/** Groups whose names follow the code of algae, fungi and plants. */
export function isBotanical(group: TaxonGroup | null): boolean {
  return group !== null && group !== 'other' && kingdomOf(group) !== 'animalia';
}

const KINGDOM_OF: Partial<Record<TaxonGroup, Kingdom>> = {
  plant: 'plantae',
  tree: 'plantae',
  fern: 'plantae',
  moss: 'plantae',
  fungus: 'fungi',
  lichen: 'fungi',
};

function kingdomOf(group: TaxonGroup): string {
  return KINGDOM_OF[group] ?? 'animalia';
}

/** The kingdom of each group, because taxa with the same name match only within a kingdom. `other` can be in any kingdom. */
export const KINGDOM_OF_GROUP: readonly (readonly [TaxonGroup, string])[] = TAXON_GROUPS.filter((group) => group !== 'other').map(
  (group) => [group, kingdomOf(group)],
);
