import { NativeSelect } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { EXPLORED_PEOPLE_ORDERS } from '@veld/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { recordedDate } from '../../../i18n/format';
import { LoadFailure, MoreRecords } from '../../../shared/records/lists/ListParts';
import { useLanguage } from '../../../shared/session/session';
import { Avatar } from '../../../ui/avatar/Avatar';
import { SectionTitle } from '../../../ui/SectionTitle';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { type PeopleOrder, useExploredIdentifiers, useExploredPeople } from '../data';
import type { ViewProps } from '../view-props';
import { writeRecordQuery } from '../../../shared/record-filter/record-query';
import { NothingFound } from './NothingFound';
import { RecordsLink } from './RecordsLink';
import classes from './views.module.css';

/** The order of the people. */
export function PeopleOrderSelect({ read, changes }: ViewProps) {
  const { t } = useTranslation('explore');
  return (
    <NativeSelect
      aria-label={t('order.label')}
      value={orderIn(read)}
      onChange={({ currentTarget: { value } }) => changes.show({ order: value === 'records' ? null : value })}
      data={EXPLORED_PEOPLE_ORDERS.map((one) => ({ value: one, label: t(`people_order.${one}`) }))}
    />
  );
}

const orderIn = (read: ViewProps['read']): PeopleOrder => EXPLORED_PEOPLE_ORDERS.find((one) => one === read('order')) ?? 'records';

/** Who recorded and who identified the records of the filter. */
export function PeopleView({ query, request, read, changes }: ViewProps) {
  const { t } = useTranslation(['explore', 'common']);
  const language = useLanguage();
  const people = useExploredPeople(request, orderIn(read));
  const identified = useExploredIdentifiers(request, orderIn(read));
  if (people.error && !people.data) return <LoadFailure error={people.error} onRetry={() => void people.refetch()} />;
  if (!people.data) return <TaxonRowSkeletons label={t('loading')} />;
  const observers = people.data.pages.flatMap((page) => page.data);
  const identifiers = identified.data?.pages.flatMap((page) => page.data) ?? [];
  const unnamed = people.data.pages[0]?.unnamed ?? 0;
  if (observers.length + unnamed === 0) return <NothingFound onClear={changes.clear} />;
  const recordsAddress = (id: string) => `/explore?${writeRecordQuery({ ...query, values: { ...query.values, user_id: id } })}`;
  return (
    <div className={classes.columns}>
      <section aria-labelledby="observers">
        <SectionTitle id="observers">{t('people.observers')}</SectionTitle>
        <ol className={classes.people}>
          {observers.map(({ id, name, records, species, last }) => (
            <PersonRow
              key={id}
              person={{ id, name }}
              note={
                <>
                  {t('common:count.species', { count: species })}
                  {last !== null && ` · ${t('people.last', { day: recordedDate(last, language) })}`}
                </>
              }
            >
              <RecordsLink to={recordsAddress(id)} count={records} />
            </PersonRow>
          ))}
        </ol>
        <MorePeople list={people} isBeforeAnother={identifiers.length > 0} />
        {unnamed > 0 && <p className={classes.note}>{t('people.others', { count: unnamed })}</p>}
      </section>
      {identified.error && !identified.data && <LoadFailure error={identified.error} onRetry={() => void identified.refetch()} />}
      {identifiers.length > 0 && (
        <section aria-labelledby="identifiers">
          <SectionTitle id="identifiers">{t('people.identifiers')}</SectionTitle>
          <ol className={classes.people}>
            {identifiers.map(({ id, name, identifications }) => (
              <PersonRow key={id} person={{ id, name }} note={t('people.identifications', { count: identifications })} />
            ))}
          </ol>
          <MorePeople list={identified} />
        </section>
      )}
    </div>
  );
}

interface PersonRowProps {
  person: { id: string; name: string };
  note: ReactNode;
  children?: ReactNode;
}

function PersonRow({ person, note, children }: PersonRowProps) {
  return (
    <li className={classes.person}>
      <Avatar person={person} />
      <span className={classes.who}>
        <Link className={classes.name} to={`/profile/${person.id}`} dir="auto">
          {person.name}
        </Link>
        <span className={classes.note}>{note}</span>
      </span>
      {children}
    </li>
  );
}

interface MorePeopleProps {
  list: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'>;
  isBeforeAnother?: boolean;
}

/** The next page of one of the lists. */
function MorePeople({ list, isBeforeAnother = false }: MorePeopleProps) {
  if (!list.hasNextPage) return null;
  return (
    <MoreRecords
      onMore={() => void list.fetchNextPage()}
      isLoading={list.isFetchingNextPage}
      hasFailed={list.isFetchNextPageError}
      isBeforeAnother={isBeforeAnother}
    />
  );
}
