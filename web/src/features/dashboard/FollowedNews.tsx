import { useTranslation } from 'react-i18next';
import { PublicRecordCard } from '../../shared/records/RecordCards';
import { SectionTitle } from '../../ui/SectionTitle';
import { useFollowedNews } from '../feed/data';
import { SeeAll } from './SeeAll';
import classes from './Latest.module.css';

const SHOWN = 4;

/** The latest records of the people that the user follows, without a connection those that were kept. Nothing without any. */
export default function FollowedNews() {
  const { t } = useTranslation('dashboard');
  const records = useFollowedNews();
  if (!records || records.length === 0) return null;
  return (
    <section aria-labelledby="followed">
      <SectionTitle id="followed" action={<SeeAll to="/feed?tab=following" />}>
        {t('followed')}
      </SectionTitle>
      <div className={classes.cards}>
        {records.slice(0, SHOWN).map((record) => (
          <PublicRecordCard key={record.id} record={record} />
        ))}
      </div>
    </section>
  );
}
