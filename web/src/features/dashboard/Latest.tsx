import { useTranslation } from 'react-i18next';
import { SectionTitle } from '../../ui/SectionTitle';
import { OwnRecordCard } from '../../shared/records/RecordCards';
import { type LocalFact, useRecordsOfFacts, useSyncStates } from '../../shared/records/own';
import { SeeAll } from './SeeAll';
import classes from './Latest.module.css';

const SHOWN = 4;

/** The latest records, as cards. `facts` are those of all records, the latest first. */
export default function Latest({ facts }: { facts: readonly LocalFact[] }) {
  const { t } = useTranslation('dashboard');
  const records = useRecordsOfFacts(facts, SHOWN);
  const states = useSyncStates();
  if (!records) return null;
  return (
    <section aria-labelledby="latest">
      <SectionTitle id="latest" action={<SeeAll to="/my-records" />}>
        {t('latest')}
      </SectionTitle>
      <div className={classes.cards}>
        {records.map((record, index) => (
          <OwnRecordCard key={record.id} record={record} syncState={states?.get(record.id)} isFirst={index < 2} />
        ))}
      </div>
    </section>
  );
}
