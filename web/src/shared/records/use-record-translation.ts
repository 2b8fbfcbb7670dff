import type { FlatNamespace } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { RecordTranslator } from './translator';

/** `t` with the texts of records, those of the shell, and those of the given namespaces. */
export function useRecordTranslation<More extends FlatNamespace = never>(...more: More[]): RecordTranslator<More> {
  return useTranslation(['observations', 'common', ...more]).t as RecordTranslator<More>;
}
