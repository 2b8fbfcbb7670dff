import { TAXON_GROUPS, type TaxonGroup } from '@veld/contract';
import { EXPLICIT, type GroupGuess, guessGroup, type ImportDefaults, isBotanical, isHigherRank, withDefaults } from './groups.ts';
import { languageOfName } from './languages.ts';
import { contradictsRank, readNameColumns, type RowName } from './names/columns.ts';
import { parseName } from './names/parse.ts';
import { parseRank } from './ranks.ts';
import type { RowValues } from '../rows/row-values.ts';
import type { StagedName, StagedTaxon } from '../stage.ts';

/** The status of synonyms that are misapplied or refer to only a part of a taxon. */
const PARTIAL_SYNONYM = /misapplied|ambiguous|pro parte|partial|auct/i;

/** The status of synonyms: homotypic, heterotypic, junior, ambiguous, misapplied and so on; `unaccepted` of WoRMS, `invalid` of ITIS. */
const SYNONYM = /synonym|misapplied|\bsyn\b|^(?:unaccepted|not accepted|invalid)\b/i;
const ACCEPTED = /^(?:provisionally )?(?:accepted|valid)/i;
/** The status of names that are not used for any taxon. */
const BARE_NAME = /^bare name$/i;

/** `isVeld`, `isColdp`: the format of the table. */
export interface RowOptions {
  isVeld: boolean;
  isColdp: boolean;
  defaults: ImportDefaults;
}

/** The taxon of a row; null if the row has errors or is left out with a warning. */
export function readTaxon(values: RowValues, { isVeld, isColdp, defaults }: RowOptions): StagedTaxon | null {
  const rankText = values.get('rank');
  let rank = rankText === '' ? null : parseRank(rankText);
  if (rankText !== '' && rank === null) values.warn('rank', 'rank', rankText);
  const columns = groupInColumns(values, defaults);
  const read = isVeld ? nameOfVeld(values) : nameOf(values, rank, columns?.group ?? null, defaults);
  const { name, authority } = read;
  if (!/\p{L}/u.test(name)) {
    values.warn('scientific_name', 'name_missing', values.get('scientific_name') || undefined);
    return null;
  }
  if (!isVeld && contradictsRank(read, rank)) values.warn('rank', 'rank_conflict', name);
  rank ??= (rankText === '' ? read.rank : null) ?? 'unranked';

  const hasId = values.has('id');
  const id = hasId ? values.get('id') : name;
  if (hasId && id === '') values.error('id', 'id_missing');
  // In some files, accepted names refer to themselves.
  const status = values.get('status');
  // In a ColDP data package, the parent of a synonym is its accepted taxon.
  const isSynonym = SYNONYM.test(status) && !ACCEPTED.test(status);
  const acceptedText = values.get('accepted_id') || (isColdp && isSynonym ? values.get('parent_id') : '');
  const accepted = [...new Set(acceptedText.split(/\s*\|\s*/))].filter((target) => target !== '' && target !== id);
  const acceptedName = accepted.length > 0 || ACCEPTED.test(status) ? null : acceptedNameOf(values, name);
  if (acceptedText === '' && acceptedName === null && (isSynonym || BARE_NAME.test(status))) {
    values.warn('status', 'synonym_unplaced', name);
    return null;
  }
  // The file has a column for the status, but this row has none, so it may be accepted (`check.ts`).
  const isStatusOpen = values.has('status') && status === '';
  const guess = isHigherRank(rank) ? groupInColumns(values, defaults, { rank, name }) : columns;
  const parent = isColdp && isSynonym ? '' : values.get('parent_id');
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
    parent_name: isSynonym ? null : parentNameOf(values, name),
    accepted_source_id: accepted.length === 1 ? accepted[0]! : null,
    accepted_name: acceptedName,
    split_source_ids: accepted.length > 1 ? accepted : null,
    final_source_id: (accepted.length === 0 && acceptedName === null) || (accepted.length === 1 && isStatusOpen) ? id : null,
    may_match: !PARTIAL_SYNONYM.test(status),
    rarity_class: rarityIn(values),
    observation_count: countIn(values),
  };
  return values.hasErrors ? null : taxon;
}

/** Veld's own tables have separate columns for name and authority, and names as they are to be. */
function nameOfVeld(values: RowValues): RowName {
  const name = values.get('scientific_name');
  return { name, authority: values.get('authority') || null, rank: parseName(name).rank };
}

function nameOf(values: RowValues, rank: string | null, group: TaxonGroup | null, defaults: ImportDefaults): RowName {
  const hasAcceptedId = values.get('accepted_id') !== '';
  const code = values.get('nomenclatural_code');
  return readNameColumns(values, {
    rank,
    isSynonym: hasAcceptedId || values.get('accepted_name') !== '' || SYNONYM.test(values.get('status')),
    mayBeOldName: hasAcceptedId && values.get('rank') === '',
    isBotanical: isBotanical(group) || /^ic(n|bn|nafp|ncp)$/i.test(code),
    isVirus: /^vir/i.test(values.get('kingdom') || (defaults.kingdom ?? '')) || /^ic(v|vcn|tv)$/i.test(code),
  });
}

/** The name without author of `acceptedNameUsage`; null if there is none, or it is the row's own name. */
function acceptedNameOf(values: RowValues, ownName: string): string | null {
  const name = nameIn(values.get('accepted_name'));
  return name === '' || name === ownName ? null : name;
}

/** The name without author of `parentNameUsage`; null if there is none, or it is the row's own name. */
function parentNameOf(values: RowValues, ownName: string): string | null {
  const name = nameIn(values.get('parent_name'));
  return name === '' || name === ownName ? null : name;
}

/** The name of `originalNameUsage` as a synonym of an accepted taxon; null if there is none, or it is the taxon's own name. */
export function readOriginalName(values: RowValues, taxon: StagedTaxon): StagedName | null {
  const name = nameIn(values.get('original_name'));
  if (name === '' || name === taxon.scientific_name || taxon.accepted_source_id !== null || taxon.accepted_name !== null) return null;
  return { file: values.file, line: values.line, source_id: taxon.source_id, language: 'sci', name, is_preferred: false };
}

function nameIn(text: string): string {
  return /\p{L}/u.test(text) ? parseName(text).name : '';
}

function capitalised(name: string): string {
  return name === name.toUpperCase() ? name.slice(0, 1) + name.slice(1).toLowerCase() : name;
}

/** The group by the columns of a row; `own` is the row itself if it is a higher taxon. */
function groupInColumns(values: RowValues, defaults: ImportDefaults, own?: { rank: string; name: string }): GroupGuess | null {
  const text = values.get('group').toLowerCase();
  if (text !== '') {
    const group = TAXON_GROUPS.find((one) => one === text);
    if (group) return { group, strength: EXPLICIT };
    if (!own) values.error('group', 'group', text);
  }
  const kingdom = values.get('kingdom');
  const guess = guessGroup({
    kingdom,
    phylum: values.get('phylum'),
    class: values.get('class'),
    order: values.get('order'),
    family: values.get('family'),
    higherClassification: values.get('higher_classification'),
    ...(own ? { own } : {}),
  });
  return withDefaults(guess, kingdom || (own?.rank === 'kingdom' ? own.name : ''), defaults);
}

function rarityIn(values: RowValues): number | null {
  const text = values.get('rarity_class');
  if (text === '') return null;
  if (/^[1-5]$/.test(text)) return Number(text);
  values.error('rarity_class', 'rarity', text);
  return null;
}

const MAX_COUNT = 2_000_000_000;

function countIn(values: RowValues): number | null {
  const text = values.get('observation_count');
  if (text === '') return null;
  if (/^\d{1,10}$/.test(text) && Number(text) <= MAX_COUNT) return Number(text);
  values.error('observation_count', 'count', text);
  return null;
}

/** The number of skipped names by unsupported language, as named in the file. */
export type SkippedLanguages = Map<string, number>;

const MAX_SKIPPED_LANGUAGES = 60;

/** The vernacular name of a row; null if it has none in a supported language. */
export function readName(values: RowValues, sourceId: string, isVeld: boolean, skipped: SkippedLanguages): StagedName | null {
  const name = values.get(isVeld ? 'name' : 'vernacular_name');
  if (name === '') {
    if (isVeld) values.error('name', 'name_missing');
    return null;
  }
  const languageText = values.get('language');
  if (isVeld) {
    const language = languageText === 'sci' ? 'sci' : languageOfName(languageText);
    if (!language) values.error('language', 'language', languageText);
    return language ? { file: values.file, line: values.line, source_id: sourceId, language, name, is_preferred: false } : null;
  }
  if (languageText === '') {
    values.warn('language', 'language_missing', name);
    return null;
  }
  const language = languageOfName(languageText);
  if (!language) {
    const key = skipped.has(languageText) || skipped.size < MAX_SKIPPED_LANGUAGES ? languageText : '…';
    skipped.set(key, (skipped.get(key) ?? 0) + 1);
    return null;
  }
  const preferred = /^(true|1|yes|y|preferred)$/i.test(values.get('is_preferred'));
  return { file: values.file, line: values.line, source_id: sourceId, language, name, is_preferred: preferred };
}

/** The vernacular names of a row in columns of their own, one for each language. */
export function readNamesInColumns(values: RowValues, sourceId: string): StagedName[] {
  const at = { file: values.file, line: values.line, source_id: sourceId };
  return values.vernacularNames().map(({ language, name }) => ({ ...at, language, name, is_preferred: false }));
}
