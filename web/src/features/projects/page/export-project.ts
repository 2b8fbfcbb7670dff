import { type ListedObservation, listProjectRecords } from '@veld/contract';
import { type CsvCell, csvFile } from '../../../device/csv';
import { api } from '../../../local/app/veld';
import type { ExportFile } from '../../../local/outbox/files/export';

const PAGE_SIZE = 100;

/** Each column is a term of Darwin Core (https://dwc.tdwg.org/terms/), with its value. */
const COLUMNS: readonly (readonly [string, (record: ListedObservation) => CsvCell])[] = [
  ['occurrenceID', ({ id }) => id],
  ['basisOfRecord', () => 'HumanObservation'],
  ['occurrenceStatus', () => 'present'],
  ['scientificName', ({ taxon, verbatim_name }) => taxon?.scientific_name ?? verbatim_name],
  ['vernacularName', ({ taxon }) => (taxon && taxon.name !== taxon.scientific_name ? taxon.name : null)],
  ['taxonRank', ({ taxon }) => taxon?.rank],
  ['recordedBy', ({ user }) => user.name],
  ['eventDate', ({ observed_on }) => observed_on],
  ['eventTime', ({ observed_time }) => observed_time],
  ['decimalLatitude', ({ latitude }) => latitude],
  ['decimalLongitude', ({ longitude }) => longitude],
  ['coordinateUncertaintyInMeters', ({ coordinate_uncertainty_m }) => coordinate_uncertainty_m],
  ['dataGeneralizations', ({ is_obscured }) => (is_obscured ? 'Place as grid cell, date as month' : null)],
  ['countryCode', ({ country_code }) => country_code],
  ['individualCount', ({ count }) => count],
  ['lifeStage', ({ life_stage }) => life_stage],
  ['sex', ({ sex }) => sex],
  ['identificationVerificationStatus', ({ quality }) => quality],
  ['license', ({ license }) => license],
];

/** All records of a project as others see them. Rejects with a `CallError` if a part could not be loaded. */
export async function exportProject(id: string): Promise<ExportFile> {
  const rows: CsvCell[][] = [COLUMNS.map(([term]) => term)];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: { limit: number; cursor?: string } = cursor === '' ? { limit: PAGE_SIZE } : { limit: PAGE_SIZE, cursor };
    const page = await api.call(listProjectRecords, { params: { id }, query });
    rows.push(...page.data.map((record) => COLUMNS.map(([, valueOf]) => valueOf(record))));
    cursor = page.next_cursor;
  }
  return csvFile('project', rows);
}
