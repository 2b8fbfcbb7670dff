import { TAXON_GROUPS } from '@veld/contract';
import { type GroupGuess, guessGroup, isHigherRank, SAID } from './groups.ts';
import { languageOfName } from './languages.ts';
import { countryOf, isIsoLocation, rarityOfStatus } from './places.ts';
import { isAboveGenus, isSpeciesOrBelow, rankOf, rankOfName } from './ranks.ts';
import type { RowValues } from '../rows/row-values.ts';
import { splitName } from './scientific-name.ts';
import type { StagedCountry, StagedName, StagedTaxon } from '../staged.ts';

/** A synonym that does not apply to a whole taxon: misapplied, or only a part of it. */
const PARTLY = /misapplied|ambiguous|pro parte|partial|auct/i;

/** Fields that describe a taxon besides its name. Published lists have rows with nothing but an id. */
const SAYING = [
  'rank',
  'parent_id',
  'accepted_id',
  'kingdom',
  'phylum',
  'class',
  'order',
  'family',
  'specific_epithet',
  'vernacular_name',
] as const;

/** The taxon of a row; null where an error was found, or where the row has only an id. */
export function readTaxon(values: RowValues, { isVeld, isComplete }: { isVeld: boolean; isComplete: boolean }): StagedTaxon | null {
  const rankText = values.get('rank');
  let rank = rankText === '' ? null : rankOf(rankText);
  if (rankText !== '' && rank === null) values.warn('rank', 'rank', rankText);
  const given = values.get('canonical_name') || values.get('scientific_name') || composedName(values);
  if (given === '' && !isVeld && !isComplete && SAYING.every((field) => values.get(field) === '')) {
    values.warn('scientific_name', 'name_missing');
    return null;
  }
  if (given === '') values.error('scientific_name', 'name_missing');
  const said = values.get('authority') || null;
  // Old synonyms capitalise a species named after a person: removing it as an authority would leave the name of a genus.
  const isOldName = rankText === '' && values.get('accepted_id') !== '';
  // Veld's own tables always have two columns.
  const { name, authority } = isVeld
    ? { name: given, authority: said }
    : splitName(given, said, isAboveGenus(rank), isSpeciesOrBelow(rank) || isOldName);
  if (given !== '' && !/\p{L}/u.test(name)) values.error('scientific_name', 'name_missing', given);
  rank ??= rankText === '' ? rankOfName(name) : 'unranked';

  const hasId = values.has('id');
  const id = hasId ? values.get('id') : name;
  if (hasId && id === '') values.error('id', 'id_missing');
  // An accepted name may refer to itself.
  const accepted = [...new Set(values.get('accepted_id').split(/\s*\|\s*/))].filter((target) => target !== '' && target !== id);
  // The file marks synonyms by status, and this one has none: it may still be accepted (`check.ts`).
  const isStatusOpen = values.has('status') && values.get('status') === '';
  const guess = groupOf(values, rank, name);
  const parent = values.get('parent_id');
  const family = values.get('family');
  const taxon: StagedTaxon = {
    file: values.file,
    line: values.line,
    source_id: id,
    has_id: hasId,
    scientific_name: name,
    authority,
    rank,
    group_own: guess?.group ?? null,
    group_strength: guess?.strength ?? 0,
    family_own: rank === 'family' ? null : family === '' ? null : capitalised(family),
    parent_source_id: parent === '' || parent === id ? null : parent,
    accepted_source_id: accepted.length === 1 ? accepted[0]! : null,
    split_source_ids: accepted.length > 1 ? accepted : null,
    final_source_id: accepted.length === 0 || (accepted.length === 1 && isStatusOpen) ? id : null,
    may_match: !PARTLY.test(values.get('status')),
    rarity_class: rarityIn(values),
    observation_count: countIn(values),
  };
  return values.hasErrors ? null : taxon;
}

/** The name from its parts, where the file has only these. */
function composedName(values: RowValues): string {
  const genus = values.get('genus');
  const species = values.get('specific_epithet');
  if (genus === '') return '';
  return [genus, species, species === '' ? '' : values.get('infraspecific_epithet')].filter(Boolean).join(' ');
}

function capitalised(name: string): string {
  return name === name.toUpperCase() ? name[0]! + name.slice(1).toLowerCase() : name;
}

function groupOf(values: RowValues, rank: string, name: string): GroupGuess | null {
  const said = values.get('group').toLowerCase();
  if (said !== '') {
    const group = TAXON_GROUPS.find((one) => one === said);
    if (group) return { group, strength: SAID };
    values.error('group', 'group', said);
  }
  return guessGroup({
    kingdom: values.get('kingdom'),
    phylum: values.get('phylum'),
    class: values.get('class'),
    order: values.get('order'),
    family: values.get('family'),
    ...(isHigherRank(rank) ? { [rank]: name } : {}),
  });
}

function rarityIn(values: RowValues): number | null {
  const text = values.get('rarity_class');
  if (text === '') return null;
  if (/^[1-5]$/.test(text)) return Number(text);
  values.error('rarity_class', 'rarity', text);
  return null;
}

const MOST = 2_000_000_000;

function countIn(values: RowValues): number | null {
  const text = values.get('observation_count');
  if (text === '') return null;
  if (/^\d{1,10}$/.test(text) && Number(text) <= MOST) return Number(text);
  values.error('observation_count', 'count', text);
  return null;
}

/** Languages whose names were left out, as the file names them. */
export type LeftOut = Map<string, number>;

const MOST_LANGUAGES = 60;

/** The vernacular name of a row; null where we do not use it. `isOwnTable` is false for a name in the table of taxa. */
export function readName(values: RowValues, sourceId: string, isVeld: boolean, leftOut: LeftOut): StagedName | null {
  const name = values.get(isVeld ? 'name' : 'vernacular_name');
  if (name === '') {
    if (isVeld) values.error('name', 'name_missing');
    return null;
  }
  const said = values.get('language');
  if (isVeld) {
    const language = said === 'sci' ? 'sci' : languageOfName(said);
    if (!language) values.error('language', 'language', said);
    return language ? { file: values.file, line: values.line, source_id: sourceId, language, name, is_preferred: false } : null;
  }
  if (said === '') {
    values.warn('language', 'language_missing', name);
    return null;
  }
  const language = languageOfName(said);
  if (!language) {
    const key = leftOut.has(said) || leftOut.size < MOST_LANGUAGES ? said : '…';
    leftOut.set(key, (leftOut.get(key) ?? 0) + 1);
    return null;
  }
  const preferred = /^(true|1|yes|y|preferred)$/i.test(values.get('is_preferred'));
  return { file: values.file, line: values.line, source_id: sourceId, language, name, is_preferred: preferred };
}

/** The countries of a row: one of Darwin Core, or the list of Veld's own table (`NL:1 ZA:3`). */
export function readCountries(values: RowValues, sourceId: string): StagedCountry[] {
  const at = { file: values.file, line: values.line, source_id: sourceId };
  const list = values.get('countries');
  if (list !== '') {
    return list.split(' ').flatMap((entry) => {
      const parts = /^([A-Z]{2})(?::([1-5]))?$/.exec(entry);
      if (parts && countryOf(parts[1]!) === parts[1])
        return { ...at, country_code: parts[1]!, rarity_class: parts[2] ? Number(parts[2]) : null };
      values.error('countries', 'country', entry);
      return [];
    });
  }
  const code = values.get('country_code');
  const location = values.get('location_id');
  const isOfCode = code !== '';
  if (!isOfCode && !isIsoLocation(location)) return [];
  const rarity = rarityOfStatus(values.get('occurrence_status'));
  const codes = (isOfCode ? code : location).split(/\s*[|;,]\s*/).filter(Boolean);
  return codes.flatMap((text) => {
    const country = countryOf(text);
    if (!country) values.warn(isOfCode ? 'country_code' : 'location_id', 'country', text);
    return country && rarity !== 'absent' ? { ...at, country_code: country, rarity_class: rarity } : [];
  });
}
