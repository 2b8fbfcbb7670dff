import { ESTABLISHMENT_MEANS, type EstablishmentMeans } from '@veld/contract';
import type { Tx } from '../../db/open.ts';
import { rows, type StarterTaxon } from './starter-tables.ts';

export interface StarterStatus {
  taxon_id: number;
  country_code: string;
  establishment_means: EstablishmentMeans;
  is_invasive: boolean;
  reference: string;
}

const HEADER = 'taxon_id\tcountries\testablishment_means\tis_invasive\tsource';

/** Reads `statuses.tsv`. Throws a `StarterError` for an invalid value, such as a country that is not on the list of the taxon. */
export function parseStarterStatuses(text: string, taxa: readonly StarterTaxon[]): StarterStatus[] {
  const byId = new Map(taxa.map((taxon) => [taxon.id, taxon]));
  const found: StarterStatus[] = [];
  for (const { cells, fail } of rows('statuses.tsv', text, HEADER)) {
    const [id = '', countries = '', means = '', invasive = '', reference = ''] = cells;
    const taxon = byId.get(Number(id)) ?? fail(`there is no taxon ${id}`);
    const establishment_means = ESTABLISHMENT_MEANS.find((one) => one === means) ?? fail(`there are no establishment means "${means}"`);
    if (invasive !== 'true' && invasive !== 'false') fail(`"${invasive}" is neither true nor false`);
    if (!reference) fail('there is no source');
    for (const country_code of countries.split(' ')) {
      if (!taxon.countries.has(country_code)) fail(`${country_code} is not on the list of taxon ${id}`);
      if (found.some((one) => one.taxon_id === taxon.id && one.country_code === country_code)) fail(`${country_code} occurs twice`);
      found.push({ taxon_id: taxon.id, country_code, establishment_means, is_invasive: invasive === 'true', reference });
    }
  }
  return found;
}

/** Replaces what the starter says. `currentId`: the taxon that a starter taxon is now. */
export async function replaceStarterStatuses(
  tx: Tx,
  source: string,
  statuses: readonly StarterStatus[],
  currentId: (id: number) => number,
): Promise<void> {
  await tx.deleteFrom('taxon_statuses').where('source', '=', source).execute();
  if (statuses.length === 0) return;
  await tx
    .insertInto('taxon_statuses')
    .values(statuses.map((status) => ({ ...status, taxon_id: currentId(status.taxon_id), source, threat_status: null })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
