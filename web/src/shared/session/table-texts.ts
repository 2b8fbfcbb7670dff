import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { number } from '../../i18n/format';
import { newId } from '../../local/db/ids';
import { deleteTableView, saveTableView, tableViews } from '../../local/records/lists/table-views';
import type { TableState, TableTexts, TableView } from '../../ui/table/table-types';
import { currentDatabase, notifier, useLanguage } from './session';

/** The texts of every table. `search` says what the search looks at. */
export function useTableTexts(search: string): TableTexts {
  const { t } = useTranslation('common');
  const language = useLanguage();
  return useMemo(
    () => ({
      language,
      search,
      clear: t('action.clear'),
      columns: t('table.columns'),
      filters: (active) => (active > 0 ? t('table.filters_active', { number: number(active, language) }) : t('table.filters')),
      clearFilters: t('table.clear_filters'),
      any: t('table.any'),
      least: (label) => t('table.least', { label }),
      views: t('table.views'),
      standardView: t('table.standard_view'),
      saveView: t('table.save_view'),
      viewName: t('table.view_name'),
      deleteView: (name) => t('table.delete_view', { name }),
      moveUp: (label) => t('table.move_up', { label }),
      moveDown: (label) => t('table.move_down', { label }),
      sort: t('table.sort'),
      sortedAt: (position) => t('table.sorted_at', { position: number(position, language) }),
      selectAll: t('table.select_all'),
      selectRow: (name) => t('table.select_row', { name }),
      rows: (shown, total) =>
        shown === total
          ? t('table.rows', { total: number(total, language) })
          : t('table.rows_of', { shown: number(shown, language), total: number(total, language) }),
      none: t('table.none'),
    }),
    [t, language, search],
  );
}

/** The saved views of a table on this device. */
export function useTableViews(table: string): {
  all: readonly TableView[];
  save: (name: string, state: TableState) => void;
  remove: (id: string) => void;
} {
  const { t } = useTranslation('common');
  const database = currentDatabase();
  const all = useLiveQuery(() => tableViews(database, table), [database, table]) ?? [];
  const failed = (cause: unknown) => void notifier.show('negative', t('error.storage_failed'), { cause });
  return {
    all,
    save: (name, state) => void saveTableView(database, { id: newId(), table, name, state }).catch(failed),
    remove: (id) => void deleteTableView(database, id).catch(failed),
  };
}
