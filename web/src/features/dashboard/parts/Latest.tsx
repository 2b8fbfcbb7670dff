import { useTranslation } from 'react-i18next';
import { SectionTitle } from '../../../ui/SectionTitle';
import { type LocalObservation, OwnRecordCard, useSyncStates } from '../../observations/data';
import { SeeAll } from './SeeAll';
import classes from './Latest.module.css';

/** The last saved records, as cards. */
export default function Latest({ records }: { records: readonly LocalObservation[] }) {
  const { t } = useTranslation('dashboard');
  const states = useSyncStates();
  return (
    <section aria-labelledby="latest">
      <SectionTitle id="latest" action={<SeeAll to="/profile" />}>
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
