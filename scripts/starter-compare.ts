import { isAboveSpecies } from '../contract/src/ranks.ts';
import { LANGUAGES, SCIENTIFIC } from '../contract/src/vocabulary.ts';
import type { Samples } from './starter-samples.ts';
import { COUNTRY, STARTER_COUNTRIES, type StarterName, type StarterTables, type StarterTaxon } from './starter-tables.ts';

/** A difference between our tables and the other lists. It has to be corrected, or justified in differences.tsv. */
interface Finding extends StarterName {
  about: string;
}
export interface Comparison {
  findings: Finding[];
  /** Entries of differences.tsv that are no longer a difference. */
  needless: string[];
  /** Species and languages for which two lists have no name in common, with the names of each. */
  disagreements: string[];
  counts: { names: number; confirmed: number; shorterOrLonger: number; nothingToCompare: number };
}

/** Lists that name all countries of a species, and the countries they cover. */
const COMPLETE: Record<string, string[]> = {
  mdd: STARTER_COUNTRIES,
  eurobutt: STARTER_COUNTRIES.filter((code) => code !== 'ZA' && code !== 'NA'),
};

export function compareStarter(tables: StarterTables, samples: Samples): Comparison {
  const found: Finding[] = [];
  const disagreements: string[] = [];
  const counts = { names: 0, confirmed: 0, shorterOrLonger: 0, nothingToCompare: 0 };
  const namesOf = Map.groupBy(tables.names, (name) => name.taxonId);
  // The lists are of species.
  for (const taxon of tables.taxa.filter(({ rank }) => !isAboveSpecies(rank))) {
    const names = namesOf.get(taxon.id) ?? [];
    const scientificNames = [taxon.scientificName, ...names.filter((name) => name.language === SCIENTIFIC).map(({ name }) => name)];
    if (!scientificNames.some((name) => samples.species.has(name)))
      found.push({ taxonId: taxon.id, language: SCIENTIFIC, name: taxon.scientificName, about: 'no list has this species' });
    found.push(...countryFindings(taxon, scientificNames, samples));
    for (const language of LANGUAGES) {
      const ours = names.filter((name) => name.language === language);
      const theirs = namesThere(samples, scientificNames, language);
      counts.names += ours.length;
      if (theirs.size === 0) {
        counts.nothingToCompare += ours.length;
        continue;
      }
      if (disagree(theirs)) disagreements.push(`${taxon.scientificName} ${language}: ours ${ours[0]?.name ?? 'none'}; ${listed(theirs)}`);
      const spellings = new Set([...theirs.keys()].flatMap((name) => readings(name).map(plain)));
      const words = [...theirs.keys()].map(wordsOf);
      for (const name of ours) {
        if (spellings.has(plain(name.name))) counts.confirmed += 1;
        else if (words.some((other) => isPartOf(wordsOf(name.name), other))) counts.shorterOrLonger += 1;
        else found.push({ ...name, about: `no list has this name; they have ${listed(theirs)}` });
      }
    }
  }
  const key = ({ taxonId, language, name }: StarterName) => `${taxonId} ${language} ${name}`;
  const judged = new Set(tables.differences.map(key));
  const different = new Set(found.map(key));
  return {
    findings: found.filter((finding) => !judged.has(key(finding))),
    needless: [...judged].filter((judgement) => !different.has(judgement)),
    disagreements,
    counts,
  };
}

function countryFindings(taxon: StarterTaxon, scientificNames: string[], samples: Samples): Finding[] {
  const findings: Finding[] = [];
  for (const [list, covered] of Object.entries(COMPLETE)) {
    const theirs = scientificNames.map((name) => samples.countries.get(name)?.get(list)).find((codes) => codes !== undefined);
    if (theirs === undefined) continue;
    for (const code of covered) {
      if (taxon.countries.has(code) === theirs.has(code)) continue;
      const about = taxon.countries.has(code) ? `${list} does not have it in ${code}` : `${list} has it in ${code}, we do not`;
      findings.push({ taxonId: taxon.id, language: COUNTRY, name: code, about: `${taxon.scientificName}: ${about}` });
    }
  }
  return findings;
}

function namesThere(samples: Samples, scientificNames: string[], language: string): Map<string, Set<string>> {
  const all = new Map<string, Set<string>>();
  for (const species of scientificNames)
    for (const [name, sources] of samples.names.get(`${species}\t${language}`) ?? [])
      all.set(name, new Set([...(all.get(name) ?? []), ...sources]));
  return all;
}

/** Two lists disagree when they have no spelling in common. */
function disagree(theirs: Map<string, Set<string>>): boolean {
  const bySource = new Map<string, Set<string>>();
  for (const [name, sources] of theirs)
    for (const source of sources) bySource.set(source, new Set([...(bySource.get(source) ?? []), ...readings(name).map(plain)]));
  const lists = [...bySource.values()];
  return lists.some((one, at) => lists.slice(at + 1).some((other) => [...one].every((name) => !other.has(name))));
}

function listed(theirs: Map<string, Set<string>>): string {
  return [...theirs].map(([name, sources]) => `${name} (${[...sources].join(', ')})`).join('; ');
}

/** The spellings that an entry such as "perlica (zwyczajna)" or "Pied Wagtail/White Wagtail" allows. */
function readings(name: string): string[] {
  return name
    .split('/')
    .flatMap((part) => [part.replaceAll(/[()=]/g, ' '), part.replaceAll(/\([^)]*\)/g, ' '), ...part.split(/[(=)]+/)])
    .filter((reading) => reading.trim() !== '');
}

/** Removes differences in case, white space and hyphens, which lists use differently; accents count. */
function plain(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('’', "'")
    .replaceAll(/[\s-]+/g, '');
}

function wordsOf(name: string): Set<string> {
  const words = name
    .toLowerCase()
    .replaceAll('’', "'")
    .split(/[\s()/=-]+/);
  return new Set(words.filter((word) => word !== ''));
}

/** Whether the longer name contains all words of the shorter one, as "Common swift" contains "Swift". */
function isPartOf(one: Set<string>, other: Set<string>): boolean {
  const [few, many] = one.size < other.size ? [one, other] : [other, one];
  return [...few].every((word) => many.has(word));
}
