import type { TaxonomyImport } from '@veld/contract';
import type { ImportWithUser } from './store.ts';

export function presentImport(row: ImportWithUser, hasFile: boolean): TaxonomyImport {
  return {
    id: row.id,
    file_name: row.file_name,
    byte_length: row.byte_length,
    received: row.received,
    source: row.source,
    is_complete: row.is_complete,
    is_dry_run: row.is_dry_run,
    default_group: row.default_group,
    default_kingdom: row.default_kingdom,
    state: row.state,
    rows_done: row.rows_done,
    bytes_done: row.bytes_done,
    bytes_total: row.bytes_total,
    error_count: row.error_count,
    warning_count: row.warning_count,
    result: row.result,
    user_name: row.user_name,
    is_by_command: row.user_id === null,
    has_file: hasFile,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}
