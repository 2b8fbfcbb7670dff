import { useTranslation } from 'react-i18next';
import { number } from '../../../i18n/format';
import { SectionTitle } from '../../../ui/SectionTitle';
import { useLanguage } from '../../../shared/session/session';
import type { StatisticsOf } from '../data';
import classes from '../profile.module.css';
import { FigureCharts } from './FigureCharts';
import { NothingHere } from './NothingHere';

/** Figures of a person's public records, from the server. */
export function FiguresOfPerson({ name, figures, isFiltered }: { name: string; figures: StatisticsOf; isFiltered: boolean }) {
  const { t } = useTranslation(['profile', 'common']);
  const language = useLanguage();
  const { observations, days, rank, months, groups } = figures;
  const facts = [
    days > 0 && `${number(days, language)} ${t('tile.days', { count: days })}`,
    rank !== null && t('figures.rank', { rank: number(rank, language) }),
  ].filter(Boolean);
  return (
    <section className={classes.records} aria-labelledby="statistics">
      <SectionTitle id="statistics">{t('common:screens.statistics')}</SectionTitle>
      {facts.length > 0 && <p className={classes.rank}>{facts.join(' · ')}</p>}
      {observations > 0 ? (
        <FigureCharts
          months={months}
          groups={groups}
          titles={{ months: t('figures.months'), monthsOf: t('figures.months_of', { name }) }}
        />
      ) : (
        <NothingHere isFiltered={isFiltered} sentence={t('empty_person', { name })} />
      )}
    </section>
  );
}
