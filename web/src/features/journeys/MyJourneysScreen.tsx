import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { recordedDate } from '../../i18n/format';
import { HillPath } from '../../ui/drawings/HillPath';
import { PageHeader } from '../../ui/PageHeader';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import { useAddressFilter } from '../../ui/use-address-filter';
import { VirtualRows } from '../../ui/VirtualRows';
import { useLanguage } from '../accounts/data';
import { OwnEmptyState } from '../observations/data';
import { periodOf } from '../species/data';
import { NoneInPeriod } from '../species/parts/NoneInPeriod';
import { PeriodSelect } from '../species/parts/PeriodSelect';
import { type JourneyDay, useJourneyDays } from './data';
import { JourneyCard } from './JourneyCard';
import classes from './MyJourneysScreen.module.css';

type Line = { month: string } | JourneyDay;
const isMonth = (line: Line): line is { month: string } => 'month' in line;

export default function MyJourneysScreen() {
  const { t } = useTranslation(['journeys', 'common']);
  const language = useLanguage();
  const [read, write] = useAddressFilter();
  const period = periodOf(read('period'));
  const days = useJourneyDays(period);
  const lines = useMemo(() => days && withMonths(days), [days]);
  const isWide = useMediaQuery('(min-width: 46em)', false, { getInitialValueInEffect: false });
  return (
    <>
      <PageHeader
        title={t('common:screens.my_journeys')}
        lead={t('lead')}
        actions={<PeriodSelect value={period} onChange={(next) => write({ period: next === 'all' ? null : next })} />}
      />
      {!lines ? (
        <TaxonRowSkeletons label={t('loading')} />
      ) : lines.length === 0 && period !== 'all' ? (
        <NoneInPeriod onAll={() => write({ period: null })} />
      ) : lines.length === 0 ? (
        <OwnEmptyState
          drawing={<HillPath />}
          sentence={t('empty')}
          action={
            <Button component={Link} to="/observe">
              {t('common:nav.observe')}
            </Button>
          }
        />
      ) : (
        <VirtualRows
          items={lines}
          keyOf={(line) => (isMonth(line) ? line.month : line.day)}
          isHeading={isMonth}
          columns={isWide ? 2 : 1}
          rowHeight={204}
          label={t('common:screens.my_journeys')}
          render={(line) =>
            isMonth(line) ? <h2 className={classes.month}>{recordedDate(line.month, language)}</h2> : <JourneyCard journey={line} />
          }
        />
      )}
    </>
  );
}

/** Inserts a heading before the days of each month. */
function withMonths(days: readonly JourneyDay[]): Line[] {
  return days.flatMap((day, at): Line[] => {
    const month = day.day.slice(0, 7);
    return days[at - 1]?.day.startsWith(month) ? [day] : [{ month }, day];
  });
}
