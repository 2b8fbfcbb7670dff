import { useQuery } from '@tanstack/react-query';
import { getNews, type ListedObservation } from '@veld/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { countryName } from '../../../i18n/format';
import { api } from '../../../local/app/veld';
import type { Place } from '../../../shared/frequencies/data';
import { FreshnessMark } from '../../../shared/records/lists/FreshnessMark';
import { LoadFailure } from '../../../shared/records/lists/LoadFailure';
import { PublicRecordCard } from '../../../shared/records/RecordCards';
import { useLanguage } from '../../../shared/session/session';
import { SectionTitle } from '../../../ui/SectionTitle';
import { useRelations } from '../../relations/data';
import classes from './News.module.css';

const FRESH_MS = 10 * 60_000;

/** Notable records are shown from this far around a place. */
const NEWS_RADIUS_KM = 50;

/** About 10 km, so that the server does not learn where the person is. */
const rounded = (degrees: number) => Math.round(degrees * 10) / 10;

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

/** What is new in a country, the notable records around a place if there is one. The last answer stays on the device. */
function useNews(country: string | null | undefined, place: Place | null | undefined) {
  const near = place ? { latitude: rounded(place.latitude), longitude: rounded(place.longitude), radius_km: NEWS_RADIUS_KM } : null;
  return useQuery({
    queryKey: ['news', country, near],
    queryFn: async ({ signal }) => (await api.call(getNews, { params: { country: country! }, query: near ?? {} }, { signal })).data,
    enabled: typeof country === 'string' && place !== undefined,
    staleTime: FRESH_MS,
    meta: { persist: true },
  });
}
