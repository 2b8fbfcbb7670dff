import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { SectionTitle } from '../../../ui/SectionTitle';
import { type LocalObservation, OwnRecordCard, useSyncStates } from '../../observations/data';
import classes from './Latest.module.css';

/** The records saved last, as cards. */
export default function Latest({ records }: { records: readonly LocalObservation[] }) {
  const { t } = useTranslation('dashboard');
  const states = useSyncStates();
  return (
    <section aria-labelledby="latest">
      <SectionTitle
        id="latest"
        action={
          <Anchor className={classes.all} component={Link} to="/profile">
            {t('see_all')}
          </Anchor>
        }
      >
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
