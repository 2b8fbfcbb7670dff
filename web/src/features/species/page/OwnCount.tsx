import { isAbsence, isTick } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { useRecordsOfSpecies } from '../own-species';

/** How many records of a species the user has. */
export function OwnCount({ taxonId, className }: { taxonId: number; className?: string | undefined }) {
  const { t } = useTranslation('species');
  const records = useRecordsOfSpecies(taxonId)?.filter((record) => !isTick(record) && !isAbsence(record));
  if (!records) return null;
  return <p className={className}>{records.length === 0 ? t('page.none') : t('page.your_records', { count: records.length })}</p>;
}
