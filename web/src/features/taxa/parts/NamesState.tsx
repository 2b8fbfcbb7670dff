import { useTranslation } from 'react-i18next';
import { number } from '../../../i18n/format';
import { EmptyState } from '../../../ui/EmptyState';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { useIsOnline, useLanguage } from '../../accounts/data';
import { useTaxonomyStatus } from '../data';

/** Stands where a list of taxa would, while the device has no names yet: they are loading, or a connection is needed. */
export function NamesState() {
  const { t } = useTranslation(['taxa', 'common']);
  const status = useTaxonomyStatus();
  const language = useLanguage();
  const isOnline = useIsOnline();
  if (status === undefined || (isOnline && status.running === null)) return <TaxonRowSkeletons label={t('common:taxonomy.loading')} />;
  if (status.running) {
    const { progress, total } = status.running;
    const words = { done: number(progress, language), total: number(total, language) };
    return (
      <>
        <p role="status">{total > 0 ? t('common:taxonomy.loading_progress', words) : t('common:taxonomy.loading')}</p>
        <TaxonRowSkeletons label={t('common:taxonomy.loading')} />
      </>
    );
  }
  return <EmptyState sentence={t('common:taxonomy.none')} />;
}
