import { Button, SegmentedControl } from '@mantine/core';
import { IconCurrentLocation } from '@tabler/icons-react';
import { skipToken, useQuery } from '@tanstack/react-query';
import { getNews, type ListedObservation, WORLDWIDE } from '@veld/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ago, countryName } from '../../i18n/format';
import { api } from '../../local/app/veld';
import { type Place, useLastPlace } from '../../shared/frequencies/data';
import { useSourceText } from '../../shared/frequencies/words';
import { isLocationFilter, useLocationFilter } from '../../shared/location/location-filter';
import { LocationSelect } from '../../shared/location/LocationSelect';
import { FreshnessMark, LoadFailure } from '../../shared/records/lists/ListParts';
import { PublicRecordCard } from '../../shared/records/RecordCards';
import { useLanguage, useUser } from '../../shared/session/session';
import { groupFrom, GroupSelect } from '../../shared/taxa/GroupSelect';
import { FilterLine } from '../../ui/FilterLine';
import { PageHeader } from '../../ui/PageHeader';
import { SectionTitle } from '../../ui/SectionTitle';
import { useAddressFilter } from '../../ui/use-address-filter';
import { useRelations } from '../relations/data';
import { ListMissing } from '../species/data';
import { SINCE, type Since, useDiscoveries, useHere } from './data';
import { Gaps } from './Gaps';
import { LikelySpecies } from './LikelySpecies';
import classes from './DiscoverScreen.module.css';

const FRESH_MS = 10 * 60_000;

/** Notable records are shown from this far around a place. */
const NEWS_RADIUS_KM = 50;

/** About 10 km, so that the server does not learn where the person is. */
const rounded = (degrees: number) => Math.round(degrees * 10) / 10;

export default function DiscoverScreen() {
  const { t } = useTranslation(['discover', 'common', 'species', 'frequencies']);
  const language = useLanguage();
  const own = useUser().country_code;
  const [location, setLocation] = useLocationFilter(own ?? WORLDWIDE, isLocationFilter);
  const [read, write] = useAddressFilter();
  const group = groupFrom(read('group'));
  const since = SINCE.find((one) => one === read('since')) ?? 'ever';
  const here = useHere();
  const discoveries = useDiscoveries({ location, group, here: here.place, since });
  const { found, country, isMissing, likely, age, month } = discoveries;
  const sourceText = useSourceText();
  const around = here.place ?? discoveries.place;
  const last = useLastPlace();
  // Of a saved place, the list is that of its country.
  const place = country ? countryName(country, language) : t('common:location.worldwide');

  return (
    <>
      <PageHeader title={t('common:screens.discover')} lead={t(`lead.${since}`, { place })} />
      <FilterLine>
        <GroupSelect value={group} onChange={(next) => write({ group: next, shown: null })} />
        <LocationSelect value={location} onChange={setLocation} hasPlaces />
        <Button
          variant="default"
          leftSection={<IconCurrentLocation size={20} aria-hidden />}
          loading={here.isAsking}
          onClick={here.place ? here.stop : here.ask}
        >
          {here.place ? t('here.stop_using_location') : t('here.use_location')}
        </Button>
      </FilterLine>
      <SinceChoice value={since} onChange={(next) => write({ since: next === 'ever' ? null : next, shown: null })} />
      <p className={classes.hint} role="status">
        {here.isRefused
          ? t('here.location_failed')
          : here.isNotFound
            ? t('here.location_not_found')
            : here.place
              ? t('here.using_location')
              : ''}
      </p>
      {isMissing && country && (
        <div className={classes.hint}>
          <ListMissing country={country} />
        </div>
      )}
      {!own && (
        <p className={classes.hint}>
          {t('no_country')} <Link to="/settings/profile">{t('common:screens.settings')}</Link>
        </p>
      )}
      <div className={classes.columns}>
        <LikelySpecies
          key={`${location} ${group} ${since}`}
          discoveries={discoveries}
          group={group}
          since={since}
          around={around ?? last ?? null}
          onAllGroups={() => write({ group: null, shown: null })}
        />
        <div className={classes.aside}>
          {country && <News country={country} around={around} />}
          {group === null && <Gaps discoveries={discoveries} around={around} />}
        </div>
      </div>
      {found && (
        <p className={classes.hint}>
          {sourceText(likely, month)} {likely && t('frequencies:likely.order')}{' '}
          {age !== null && t('frequencies:likely.age', { when: ago(age, language) })}
        </p>
      )}
    </>
  );
}

/** Whether species are shown that were never seen, or not this year. */
function SinceChoice({ value, onChange }: { value: Since; onChange: (next: Since) => void }) {
  const { t } = useTranslation('discover');
  return (
    <SegmentedControl
      aria-label={t('since.label')}
      value={value}
      onChange={(next) => onChange(next)}
      data={SINCE.map((one) => ({ value: one, label: t(`since.${one}`) }))}
    />
  );
}

/** What others found: rare species of the last weeks, around a place if there is one, and the first of the year in the country. */
function News({ country, around }: { country: string; around: Place | null | undefined }) {
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
    queryFn:
      typeof country === 'string' && place !== undefined
        ? async ({ signal }) => (await api.call(getNews, { params: { country }, query: near ?? {} }, { signal })).data
        : skipToken,
    staleTime: FRESH_MS,
    meta: { persist: true },
  });
}
