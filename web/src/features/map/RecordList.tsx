import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { recordedDate } from '../../i18n/format';
import { VirtualRows } from '../../ui/virtual/VirtualRows';
import { useLanguage } from '../../shared/session/session';
import { type PlacedRecord, type PlaceLine, placeLines } from './data';
import classes from './RecordList.module.css';
import { RecordRow } from './RecordRow';

const isHeading = (line: PlaceLine) => line.kind !== 'record';

/** The user's own records by country and month: the map's equivalent for keyboards and screen readers. */
export function RecordList({
  records,
  nameOfCountry,
}: {
  records: readonly PlacedRecord[];
  nameOfCountry: (country: string | null) => string;
}) {
  const { t } = useTranslation(['map', 'common']);
  const language = useLanguage();
  const lines = useMemo(() => placeLines(records), [records]);
  return (
    <VirtualRows
      items={lines}
      keyOf={(line) => line.key}
      isHeading={isHeading}
      rowHeight={101}
      label={t('list')}
      render={(line) => {
        if (line.kind === 'country')
          return (
            <h2 className={classes.country}>
              {nameOfCountry(line.country)} <span className={classes.count}>{t('common:count.records', { count: line.records })}</span>
            </h2>
          );
        if (line.kind === 'month')
          return <h3 className={classes.month}>{line.month ? recordedDate(line.month, language) : t('no_date')}</h3>;
        return <RecordRow record={line.record} />;
      }}
    />
  );
}
