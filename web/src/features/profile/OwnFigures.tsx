import { Button } from '@mantine/core';
import { WORLDWIDE } from '@veld/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { SectionTitle } from '../../ui/SectionTitle';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import { OwnEmptyState } from '../../shared/records/OwnEmptyState';
import { useProfileFilter } from './ProfileFilter';
import { useOwnProfile } from './data';
import { countFigures } from './own-records';
import classes from './profile.module.css';
import { FigureCharts } from './FigureCharts';

/** Figures of the user's records, from data on the device, with the way to all statistics. */
export default function OwnFigures() {
  const { t } = useTranslation(['profile', 'common']);
  const { period, location } = useProfileFilter();
  const own = useOwnProfile({ period, since: null, country: location === WORLDWIDE ? null : location });
  const figures = useMemo(() => own && countFigures(own.records), [own]);
  return (
    <section className={classes.records} aria-labelledby="statistics">
      <SectionTitle
        id="statistics"
        action={
          <Button component={Link} to="/statistics" variant="default">
            {t('all_statistics')}
          </Button>
        }
      >
        {t('common:screens.statistics')}
      </SectionTitle>
      {!own || !figures ? (
        <TaxonRowSkeletons label={t('loading')} />
      ) : own.records.length === 0 ? (
        <OwnEmptyState sentence={t('none_in_filter')} />
      ) : (
        <FigureCharts {...figures} titles={{ months: t('figures.own_months'), monthsOf: t('figures.own_months') }} />
      )}
    </section>
  );
}
