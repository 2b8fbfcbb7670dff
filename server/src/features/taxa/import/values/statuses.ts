import { type EstablishmentMeans, THREAT_STATUSES, type ThreatStatus } from '@veld/contract';

/** Terms of Darwin Core, the older list of GBIF, ColDP and lists of alien species, without everything but letters. */
const ESTABLISHMENT: Record<string, EstablishmentMeans> = {
  native: 'native',
  indigenous: 'native',
  endemic: 'native',
  nativeendemic: 'native',
  nativereintroduced: 'native',
  reintroduced: 'native',
  introduced: 'introduced',
  introducedassistedcolonisation: 'introduced',
  introducedassistedcolonization: 'introduced',
  alien: 'introduced',
  exotic: 'introduced',
  nonnative: 'introduced',
  nonindigenous: 'introduced',
  naturalised: 'introduced',
  naturalized: 'introduced',
  invasive: 'introduced',
  widespreadinvasive: 'introduced',
  vagrant: 'vagrant',
  uncertain: 'uncertain',
  cryptogenic: 'uncertain',
};

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^a-z]+/g, '');

/** The meaning of `establishmentMeans`; `uncertain` for several that differ ("Native|Alien"), null if it says nothing. */
export function parseEstablishment(text: string): EstablishmentMeans | null {
  const found = new Set(text.split(/[|;/,]/).flatMap((part) => ESTABLISHMENT[lettersOf(part)] ?? []));
  if (found.size > 1) return 'uncertain';
  return [...found][0] ?? null;
}

/** Whether a `degreeOfEstablishment` or `establishmentMeans` says that the taxon is invasive. */
export function isInvasiveDegree(text: string): boolean {
  return /^(?:widespread)?invasive$/.test(lettersOf(text));
}

export function isYes(text: string): boolean {
  return /^(?:true|t|1|yes|y|invasive)$/i.test(text);
}

/** Whether a text names a protection: a law, an appendix of CITES, or only "yes". */
export function isProtectedBy(text: string): boolean {
  return text !== '' && !/^(?:false|f|0|no|n|none|not (?:listed|protected)|unprotected|n\/?a|-)$/i.test(text);
}

const CATEGORY_WORDS: Record<string, ThreatStatus> = {
  extinct: 'EX',
  extinctinthewild: 'EW',
  regionallyextinct: 'RE',
  criticallyendangered: 'CR',
  endangered: 'EN',
  vulnerable: 'VU',
  nearthreatened: 'NT',
  leastconcern: 'LC',
  datadeficient: 'DD',
  // The list of 1994.
  lrcd: 'NT',
  lrnt: 'NT',
  lrlc: 'LC',
};

/** The category of a red list in a `threatStatus` ("VU", "CR (PE)", "Near Threatened"); null for others, such as NE and NA. */
export function parseThreat(text: string): ThreatStatus | null {
  const [code] = /^[A-Z]{2}(?![A-Za-z/])/.exec(text.trim()) ?? [];
  return THREAT_STATUSES.find((one) => one === code) ?? CATEGORY_WORDS[lettersOf(text)] ?? null;
}
