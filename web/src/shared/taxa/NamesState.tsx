import { type ComponentType, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { number } from '../../i18n/format';
import { CloudOff } from '../../ui/drawings/CloudOff';
import { EmptyState } from '../../ui/EmptyState';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import { useIsOnline, useLanguage } from '../session/session';
import { useTaxonomyStatus } from './data';
import classes from './NamesState.module.css';

/** After this delay, names are reported as late. */
const LATE_MS = 6_000;

/** Shown instead of taxa while names are loading, late, or need a connection; `skeletons` have the shape of what is awaited. */
export function NamesState({ skeletons: Skeletons = TaxonRowSkeletons }: { skeletons?: ComponentType<{ label: string }> }) {
  const { t } = useTranslation(['taxa', 'common']);
  const status = useTaxonomyStatus();
  const language = useLanguage();
  const isOnline = useIsOnline();
  const isLate = useIsLate();
  if (status?.running) {
    const { progress, total } = status.running;
    const values = { done: number(progress, language), total: number(total, language) };
    return (
      <>
        <p className={classes.loading} role="status">
          {total > 0 ? t('common:taxonomy.loading_progress', values) : t('common:taxonomy.loading')}
        </p>
        <Skeletons label={t('common:taxonomy.loading')} />
      </>
    );
  }
  if (status !== undefined && !isOnline) return <EmptyState sentence={t('common:taxonomy.none')} />;
  if (isLate) return <EmptyState drawing={<CloudOff />} sentence={t('common:taxonomy.delayed')} />;
  return <Skeletons label={t('common:taxonomy.loading')} />;
}

function useIsLate(): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate;
}
