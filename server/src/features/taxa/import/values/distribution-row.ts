import type { RowValues } from '../rows/row-values.ts';
import type { StagedCountry, StagedStatus } from '../staged.ts';
import { parseCountry, isIsoLocation, rarityOfStatus } from './places.ts';
import { parseEstablishment, isInvasiveDegree, isProtectedBy, isYes, parseThreat } from './statuses.ts';

const MAX_REFERENCE = 300;
const PLACES = ['country_code', 'location_id', 'area'] as const;

export interface Distribution {
  countries: StagedCountry[];
  statuses: StagedStatus[];
}

/**
 * The countries of a row, `countryCode` or `locationID` of Darwin Core or the list in Veld's own table (`NL:1 ZA:3`), and what the row
 * says about the taxon there.
 */
export function readDistribution(values: RowValues, sourceId: string): Distribution {
  const at = { file: values.file, line: values.line, source_id: sourceId };
  const list = values.get('countries');
  if (list !== '') return { countries: readList(values, list, at), statuses: [] };
  const code = values.get('country_code');
  const location = values.get('location_id');
  const isOfCode = code !== '';
  const gazetteer = values.get('gazetteer').toLowerCase();
  if (gazetteer !== '' && gazetteer !== 'iso') return { countries: [], statuses: [] };
  if (!isOfCode && !isIsoLocation(location) && gazetteer !== 'iso') {
    // A row about another area, such as a continent, says nothing about the countries.
    const status = PLACES.some((field) => values.has(field)) ? null : readProfile(values, sourceId);
    return { countries: [], statuses: status ? [status] : [] };
  }
  const codes = (isOfCode ? code : location)
    .split(/\s*[|;,]\s*/)
    .filter(Boolean)
    .flatMap((text) => {
      const country = parseCountry(text);
      if (!country) values.warn(isOfCode ? 'country_code' : 'location_id', 'country', text);
      return country ?? [];
    });
  const rarity = rarityOfStatus(values.get('occurrence_status'));
  const status = statusIn(values);
  const isGone = status?.threat_status === 'RE' || status?.threat_status === 'EW' || status?.threat_status === 'EX';
  return {
    countries: rarity === 'absent' ? [] : codes.map((country_code) => ({ ...at, country_code, rarity_class: rarity })),
    // Where it does not occur, only that it died out there says something about it.
    statuses: status && (rarity !== 'absent' || isGone) ? codes.map((country_code) => ({ ...at, country_code, ...status })) : [],
  };
}

function readList(values: RowValues, list: string, at: Pick<StagedCountry, 'file' | 'line' | 'source_id'>): StagedCountry[] {
  return list.split(' ').flatMap((entry) => {
    const parts = /^([A-Z]{2})(?::([1-5]))?$/.exec(entry);
    if (parts && parseCountry(parts[1]!) === parts[1])
      return { ...at, country_code: parts[1], rarity_class: parts[2] ? Number(parts[2]) : null };
    values.error('countries', 'country', entry);
    return [];
  });
}

/** What a row without a country says about the taxon in all countries of the file: that it is invasive. */
export function readProfile(values: RowValues, sourceId: string): StagedStatus | null {
  const status = statusIn(values);
  if (!status?.is_invasive) return null;
  return {
    file: values.file,
    line: values.line,
    source_id: sourceId,
    country_code: null,
    ...status,
    establishment_means: null,
    is_protected: false,
    threat_status: null,
  };
}

type Status = Pick<StagedStatus, 'establishment_means' | 'is_invasive' | 'is_protected' | 'threat_status' | 'reference'>;

/** Null if the row says nothing. */
function statusIn(values: RowValues): Status | null {
  const means = values.get('establishment_means');
  const degree = values.get('degree_of_establishment');
  // The older ColDP has it in the column of the occurrence status.
  const establishment_means =
    parseEstablishment(means) ?? parseEstablishment(degree) ?? parseEstablishment(values.get('occurrence_status'));
  const is_invasive = isYes(values.get('is_invasive')) || isInvasiveDegree(degree) || isInvasiveDegree(means);
  const is_protected = isProtectedBy(values.get('protection'));
  const threat_status = parseThreat(values.get('threat_status'));
  if (establishment_means === null && threat_status === null && !is_invasive && !is_protected) return null;
  return { establishment_means, is_invasive, is_protected, threat_status, reference: values.textUpTo('reference', MAX_REFERENCE) };
}
