import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { recordedDate } from '../../../i18n/format';
import { VirtualRows } from '../../../ui/virtual/VirtualRows';
import { useLanguage } from '../../../shared/session/session';
import { DayCard } from './DayCard';
import type { Entry } from './entries';
import classes from './EntryList.module.css';
import { JourneyCard } from './JourneyCard';
import { type Summaries, sumEntries } from './totals';
import { useTotalsText } from './use-totals-text';

type Line = { kind: 'month'; month: string; entries: Entry[] } | Entry;
const isMonth = (line: Line): line is Extract<Line, { kind: 'month' }> => line.kind === 'month';

/** Journeys and days, by month with its totals. */
export function EntryList({ entries, summaries }: { entries: readonly Entry[]; summaries: Summaries }) {
  const { t } = useTranslation(['journeys', 'common']);
  const language = useLanguage();
  const totalsText = useTotalsText();
  const lines = useMemo(() => withMonths(entries), [entries]);
  const isWide = useMediaQuery('(min-width: 46em)', false, { getInitialValueInEffect: false });
  return (
    <VirtualRows
      items={lines}
      keyOf={(line) => (isMonth(line) ? line.month : line.kind === 'day' ? line.day : line.journey.id)}
      isHeading={isMonth}
      columns={isWide ? 2 : 1}
      isFilled
      rowHeight={250}
      label={t('common:screens.my_journeys')}
      render={(line) =>
        isMonth(line) ? (
          <div className={classes.heading}>
            <h2 className={classes.month}>{recordedDate(line.month, language)}</h2>
            <p className={classes.totals}>{totalsText(sumEntries(line.entries, summaries))}</p>
          </div>
        ) : (
          <div className={classes.entry}>
            {line.kind === 'day' ? <DayCard journey={line.of} /> : <JourneyCard entry={line} summary={summaries.get(line.journey.id)} />}
          </div>
        )
      }
    />
  );
}

/** Inserts a heading before the entries of each month. */
function withMonths(entries: readonly Entry[]): Line[] {
  return [...Map.groupBy(entries, ({ day }) => day.slice(0, 7))].flatMap(([month, of]): Line[] => [
    { kind: 'month', month, entries: of },
    ...of,
  ]);
}
