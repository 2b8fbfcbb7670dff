import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLastPlace } from '../../shared/frequencies/data';
import { type LocalFact, useRecordsOfFacts } from '../../shared/records/own';
import { OwnRecordCard } from '../../shared/records/RecordCards';
import { SectionTitle } from '../../ui/SectionTitle';
import { useToday } from '../species/data';
import { pickMemories } from './memories';
import classes from './Latest.module.css';

const SHOWN = 4;

/** What the person recorded around this date in earlier years, first what was near here. Nothing without such records. */
export default function EarlierYears({ facts }: { facts: readonly LocalFact[] }) {
  const { t } = useTranslation('dashboard');
  const today = useToday();
  const here = useLastPlace();
  const chosen = useMemo(() => (here === undefined ? [] : pickMemories(facts, today, here, SHOWN)), [facts, today, here]);
  const records = useRecordsOfFacts(chosen, SHOWN);
  if (!records || records.length === 0) return null;
  return (
    <section aria-labelledby="memories">
      <SectionTitle id="memories">{t('memories')}</SectionTitle>
      <div className={classes.cards}>
        {records.map((record) => (
          <OwnRecordCard key={record.id} record={record} />
        ))}
      </div>
    </section>
  );
}
