import {
  cancelTaxonomyImport,
  getTaxonomyImport,
  getTaxonomyImportFaults,
  IMPORT_PART_BYTES,
  type Kingdom,
  listTaxonomyImports,
  putTaxonomyImport,
  putTaxonomyImportPart,
  runTaxonomyImport,
  type TaxonGroup,
  type TaxonomyImport,
  type TaxonomyImportFaultCode,
} from '@veld/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { saveFiles } from '../../device/files';
import { newId } from '../../local/db/ids';
import { api } from '../../local/app/veld';

const UNDER_WAY: readonly TaxonomyImport['state'][] = ['waiting', 'reading', 'checking', 'applying'];
const POLL_MS = 1_000;
const PART_TIMEOUT = 120_000;

export function isUnderWay({ state }: Pick<TaxonomyImport, 'state'>): boolean {
  return UNDER_WAY.includes(state);
}

/** Imports from the server, newest first. */
export function useImports() {
  const query = useQuery({
    queryKey: ['taxonomy-imports'],
    queryFn: ({ signal }) => api.call(listTaxonomyImports, {}, { signal }),
    refetchInterval: (latest) => (latest.state.data?.data.some(isUnderWay) ? POLL_MS : false),
  });
  return { imports: query.data?.data, failure: query.error, retry: query.refetch };
}

/** An import with its faults, polled while it is running. */
export function useImport(id: string) {
  const query = useQuery({
    queryKey: ['taxonomy-imports', id],
    queryFn: ({ signal }) => api.call(getTaxonomyImport, { params: { id } }, { signal }),
    refetchInterval: (latest) => (latest.state.data && isUnderWay(latest.state.data.data) ? POLL_MS : false),
  });
  return { one: query.data?.data, failure: query.error, retry: query.refetch };
}

/** Saves all faults of an import as a CSV file. */
export async function saveFaults({ id, file_name }: Pick<TaxonomyImport, 'id' | 'file_name'>): Promise<void> {
  const csv = await api.call(getTaxonomyImportFaults, { params: { id } });
  saveFiles([{ name: `${file_name}.problems.csv`, blob: new Blob([csv], { type: 'text/csv' }) }]);
}

/** Fetches all imports again. */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(() => client.invalidateQueries({ queryKey: ['taxonomy-imports'] }), [client]);
}

export interface Sending {
  id: string;
  /** Starts or resumes the upload. */
  send(onProgress: (part: number) => void): Promise<void>;
}

export interface SendingOptions {
  source: string;
  is_complete: boolean;
  default_group: TaxonGroup | null;
  default_kingdom: Kingdom | null;
}

/** Uploads a file in parts; each response says where to continue. */
export function prepareSending(file: File, options: SendingOptions): Sending {
  const id = newId();
  return {
    id,
    async send(onProgress) {
      const body = { file_name: file.name, byte_length: file.size, ...options };
      let { received } = (await api.call(putTaxonomyImport, { params: { id }, body })).data;
      while (received < file.size) {
        onProgress(received / file.size);
        const part = file.slice(received, received + IMPORT_PART_BYTES);
        const answer = await api.call(
          putTaxonomyImportPart,
          { params: { id }, query: { offset: received }, body: part },
          { timeout: PART_TIMEOUT },
        );
        received = answer.data.received;
      }
      onProgress(1);
    },
  };
}

export async function startImport(id: string, isDryRun: boolean): Promise<void> {
  await api.call(runTaxonomyImport, { params: { id }, body: { is_dry_run: isDryRun } });
}

export async function stopImport(id: string): Promise<void> {
  await api.call(cancelTaxonomyImport, { params: { id } });
}

/** Suggests a source name from the file name. */
export function suggestSourceName(fileName: string): string {
  return fileName
    .toLowerCase()
    .replace(/(\.(zip|csv|tsv|txt|tab|gz))+$/, '')
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[^a-z0-9]+/, '')
    .replace(/-+$/, '')
    .slice(0, 60);
}

/** Faults that share a text; column and value distinguish them. */
const SHARED_TEXTS = {
  unreadable: 'unreadable',
  unsupported_format: 'unsupported_format',
  not_text: 'not_text',
  damaged: 'unreadable',
  encrypted: 'unreadable',
  too_many_files: 'too_large',
  too_large: 'too_large',
  bomb: 'too_large',
  unsafe_name: 'unsafe_name',
  file_twice: 'twice',
  header_twice: 'twice',
  id_twice: 'twice',
  no_taxa: 'no_taxa',
  xml: 'xml',
  doctype: 'xml',
  no_core: 'description',
  core_type: 'description',
  occurrences: 'occurrences',
  no_location: 'description',
  no_id_index: 'description',
  index: 'description',
  unknown_encoding: 'description',
  delimiter: 'description',
  file_missing: 'file_missing',
  encoding: 'encoding',
  open_quote: 'open_quote',
  long_record: 'open_quote',
  column_beyond: 'column_missing',
  missing_column: 'column_missing',
  extra_columns: 'extra_columns',
  id_missing: 'empty',
  name_missing: 'empty',
  text: 'text',
  too_long: 'too_long',
  accepted_missing: 'accepted_missing',
  accepted_circle: 'circle',
  parent_circle: 'circle',
  group: 'value',
  rarity: 'value',
  count: 'value',
  language: 'value',
  country: 'value',
  rank: 'value',
  name_conflict: 'name_conflict',
  rank_conflict: 'rank_conflict',
  stalled: 'stalled',
  interrupted: 'interrupted',
  database: 'interrupted',
  disk_full: 'disk_full',
  internal: 'internal',
  parent_missing: 'parent_missing',
  taxon_missing: 'taxon_missing',
  metadata: 'metadata',
  synonym_unplaced: 'synonym_unplaced',
  language_missing: 'language_missing',
} as const satisfies Record<TaxonomyImportFaultCode, string>;

export function faultTextKey(code: TaxonomyImportFaultCode) {
  return SHARED_TEXTS[code];
}
