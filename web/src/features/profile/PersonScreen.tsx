import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useParams } from 'react-router';
import { countryName, number } from '../../i18n/format';
import { CardGrid } from '../../ui/CardGrid';
import { EmptyState } from '../../ui/EmptyState';
import { LostTrail } from '../../ui/drawings/LostTrail';
import { SectionTitle } from '../../ui/SectionTitle';
import { RecordCardSkeletons } from '../../ui/Skeletons';
import { usePageTitle } from '../../ui/frame/page-title';
import { StatTile, StatTiles } from '../../ui/StatTile';
import { useLanguage, useUser } from '../accounts/data';
import { FreshnessMark, LoadFailure, MoreRecords } from '../feed/data';
import { PublicRecordCard } from '../observations/data';
import { isPersonMissing, usePerson, useRecordsOf } from './data';
import { Portrait } from './parts/Portrait';
import classes from './profile.module.css';

const FIRST_CARDS = 3;

/** The public profile of another person. The user's own id redirects to the user's profile. */
export default function PersonScreen() {
  const { user: id = '' } = useParams();
  const me = useUser();
  return id === me.id ? <Navigate to="/profile" replace /> : <Person key={id} id={id} />;
}

function Person({ id }: { id: string }) {
  const { t } = useTranslation(['profile', 'common']);
  const language = useLanguage();
  const { data: person, error, isError, dataUpdatedAt, refetch } = usePerson(id);
  usePageTitle(isPersonMissing(error) ? t('common:screens.not_found') : person?.name);
  const records = useRecordsOf(id, person !== undefined && !isPersonMissing(error));

  if (isPersonMissing(error)) {
    return (
      <EmptyState
        drawing={<LostTrail />}
        title={t('common:screens.not_found')}
        headingLevel={1}
        sentence={t('not_found')}
        action={
          <Button component={Link} to="/community" variant="default">
            {t('common:screens.community')}
          </Button>
        }
      />
    );
  }
  if (!person) return error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : <RecordCardSkeletons label={t('loading')} />;

  const list = records.data?.pages.flatMap((page) => page.data);
  const retry = () => {
    void refetch();
    void records.refetch();
  };
  return (
    <>
      <div className={classes.marks}>
        <FreshnessMark isOutdated={isError || records.isRefetchError} refreshedAt={dataUpdatedAt} onRetry={retry} />
      </div>
      <Portrait
        person={person}
        mark={person.is_pro && <span className={classes.pro}>{t('pro')}</span>}
        line={person.country_code ? countryName(person.country_code, language) : undefined}
      />
      <StatTiles>
        <StatTile value={number(person.observations, language)} label={t('tile.records', { count: person.observations })} />
        <StatTile value={number(person.species, language)} label={t('tile.species', { count: person.species })} />
      </StatTiles>
      <section className={classes.records} aria-labelledby="records">
        <SectionTitle id="records">{t('records_of_person')}</SectionTitle>
        {list?.length === 0 && <EmptyState sentence={t('empty_person', { name: person.name })} />}
        {list && list.length > 0 && (
          <CardGrid>
            {list.map((record, index) => (
              <div key={record.id} className={classes.card}>
                <PublicRecordCard record={record} observer={null} isFirst={index < FIRST_CARDS} />
              </div>
            ))}
          </CardGrid>
        )}
        {!list && records.error && <LoadFailure error={records.error} onRetry={() => void records.refetch()} />}
        {!list && !records.error && <RecordCardSkeletons label={t('loading')} />}
        {records.hasNextPage && (
          <MoreRecords
            onMore={() => void records.fetchNextPage()}
            isLoading={records.isFetchingNextPage}
            hasFailed={records.isFetchNextPageError}
          />
        )}
      </section>
    </>
  );
}
