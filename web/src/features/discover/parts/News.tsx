import type { ListedObservation } from '@veld/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { countryName } from '../../../i18n/format';
import { SectionTitle } from '../../../ui/SectionTitle';
import { useLanguage } from '../../../shared/session/session';
import type { Place } from '../../../shared/frequencies/data';
import { PublicRecordCard } from '../../../shared/records/RecordCards';
import { FreshnessMark } from '../../../shared/records/lists/FreshnessMark';
import { LoadFailure } from '../../../shared/records/lists/LoadFailure';
import { useRelations } from '../../relations/data';
import { NEWS_RADIUS_KM, useNews } from '../news';
import classes from './News.module.css';

/** What others found: rare species of the last weeks, around a place if there is one, and the first of the year in the country. */
export function News({ country, around }: { country: string; around: Place | null | undefined }) {
  const { t } = useTranslation('discover');
  const language = useLanguage();
  const { data, error, isError, dataUpdatedAt, refetch } = useNews(country, around);
  const retry = () => void refetch();
  if (!data) return error ? <LoadFailure error={error} onRetry={retry} /> : null;
  const place = countryName(country, language);
  return (
    <>
      <div className={classes.marks} role="status">
        <FreshnessMark isOutdated={isError} refreshedAt={dataUpdatedAt} onRetry={retry} />
      </div>
      <Found
        title={t('notable.title')}
        lead={around ? t('notable.around', { radius: NEWS_RADIUS_KM }) : t('notable.country', { place })}
        empty={t('notable.empty')}
        records={data.notable}
      />
      <Found title={t('arrivals.title')} lead={t('arrivals.lead', { place })} empty={t('arrivals.empty')} records={data.arrivals} />
    </>
  );
}

interface FoundProps {
  title: string;
  lead: string;
  empty: string;
  records: readonly ListedObservation[];
}

function Found({ title, lead, empty, records }: FoundProps) {
  const id = useId();
  // A kept answer may be older than a block.
  const { block, mute } = useRelations().ids;
  const shown = records.filter(({ user }) => !block.has(user.id) && !mute.has(user.id));
  return (
    <section aria-labelledby={id} className={classes.found}>
      <SectionTitle id={id}>{title}</SectionTitle>
      <p className={classes.lead}>{shown.length === 0 ? empty : lead}</p>
      {shown.length > 0 && (
        <div className={classes.cards}>
          {shown.map((record) => (
            <PublicRecordCard key={record.id} record={record} headingLevel={3} isCompactOnPhone sizes="112px" />
          ))}
        </div>
      )}
    </section>
  );
}
