import { NativeSelect } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type GroupHistory, IDENTIFICATION_FATES, listOwnIdentifications, summarizeOwnIdentifications, TAXON_GROUPS } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { number } from '../../../i18n/format';
import { api } from '../../../local/app/veld';
import { FreshnessMark, LoadFailure, MoreRecords } from '../../../shared/records/lists/ListParts';
import { PublicRecordCard } from '../../../shared/records/RecordCards';
import { FIRST_PAGE, useLanguage } from '../../../shared/session/session';
import { useNamed } from '../../../shared/taxa/names';
import { CardGrid } from '../../../ui/cards/CardGrid';
import { Binoculars } from '../../../ui/drawings/EmptyDrawings';
import { EmptyState } from '../../../ui/EmptyState';
import { PageHeader } from '../../../ui/PageHeader';
import { SectionTitle } from '../../../ui/SectionTitle';
import { RecordCardSkeletons } from '../../../ui/Skeletons';
import { useAddressFilter } from '../../../ui/use-address-filter';
import classes from './HistoryScreen.module.css';

type Group = (typeof TAXON_GROUPS)[number];

/** What the user identified, what became of it, and what waits for the user. */
export default function HistoryScreen() {
  const { t } = useTranslation(['identifications', 'common', 'taxa']);
  const [read, write] = useAddressFilter();
  const group = TAXON_GROUPS.find((one) => one === read('group'));
  const fate = IDENTIFICATION_FATES.find((one) => one === read('fate'));
  const summary = useQuery({
    queryKey: ['identification-history', 'summary'],
    queryFn: async ({ signal }) => (await api.call(summarizeOwnIdentifications, {}, { signal })).data.groups,
    meta: { persist: true },
  });
  return (
    <>
      <PageHeader
        title={t('common:screens.identification_history')}
        lead={t('history.lead')}
        back={{ to: '/identify', label: t('common:screens.identify') }}
      />
      {!summary.data && summary.error && <LoadFailure error={summary.error} onRetry={() => void summary.refetch()} />}
      {!summary.data && !summary.error && <RecordCardSkeletons count={2} label={t('queue.loading')} />}
      {summary.data && (
        <>
          <FreshnessMark isOutdated={summary.isError} refreshedAt={summary.dataUpdatedAt} onRetry={() => void summary.refetch()} />
          <Groups groups={summary.data} />
          <SectionTitle>{t('history.list')}</SectionTitle>
          <div className={classes.filters}>
            <NativeSelect
              aria-label={t('taxa:filter.group')}
              value={group ?? ''}
              onChange={(event) => write({ group: event.currentTarget.value || null })}
              data={[
                { value: '', label: t('taxa:filter.all_groups') },
                ...TAXON_GROUPS.map((one) => ({ value: one, label: t(`common:group.${one}`) })),
              ]}
            />
            <NativeSelect
              aria-label={t('history.fate')}
              value={fate ?? ''}
              onChange={(event) => write({ fate: event.currentTarget.value || null })}
              data={[
                { value: '', label: t('history.any') },
                ...IDENTIFICATION_FATES.map((one) => ({ value: one, label: t(`history.fates.${one}`) })),
              ]}
            />
          </div>
          <Identified group={group} fate={fate} />
        </>
      )}
    </>
  );
}

/** Each group with what became of the names that the user gave, and a link to what waits; on phones without what is zero. */
function Groups({ groups }: { groups: readonly GroupHistory[] }) {
  const { t } = useTranslation(['identifications', 'common']);
  const language = useLanguage();
  const isWide = useMediaQuery('(min-width: 37.5em)', true, { getInitialValueInEffect: false });
  if (groups.length === 0) return <EmptyState drawing={<Binoculars />} sentence={t('history.none')} />;
  const counts = (one: GroupHistory) => [
    ...IDENTIFICATION_FATES.map((fate) => ({
      key: fate,
      label: t(`history.fates.${fate}`),
      count: one[fate],
      to: `/identify/history?group=${one.group}&fate=${fate}`,
    })),
    { key: 'waiting', label: t('history.waiting'), count: one.waiting, to: `/identify?country=worldwide&group=${one.group}` },
  ];
  return (
    <>
      {isWide ? (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('history.group')}</th>
              {IDENTIFICATION_FATES.map((one) => (
                <th key={one} scope="col">
                  {t(`history.fates.${one}`)}
                </th>
              ))}
              <th scope="col">{t('history.waiting')}</th>
            </tr>
          </thead>
          <tbody>
            {groups.map((one) => (
              <tr key={one.group}>
                <th scope="row">{t(`common:group.${one.group}`)}</th>
                {counts(one).map(({ key, count, to }) => (
                  <td key={key}>{count > 0 ? <Link to={to}>{number(count, language)}</Link> : number(0, language)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <ul className={classes.groups}>
          {groups.map((one) => (
            <li key={one.group}>
              <span>{t(`common:group.${one.group}`)}</span>
              <span className={classes.counts}>
                {counts(one)
                  .filter(({ count }) => count > 0)
                  .map(({ key, label, count, to }) => (
                    <Link key={key} to={to}>
                      {label} {number(count, language)}
                    </Link>
                  ))}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className={classes.rule}>{t('history.rule')}</p>
    </>
  );
}

function Identified({ group, fate }: { group: Group | undefined; fate: (typeof IDENTIFICATION_FATES)[number] | undefined }) {
  const { t } = useTranslation('identifications');
  const list = useInfiniteQuery({
    queryKey: ['identification-history', group, fate],
    queryFn: ({ pageParam, signal }) =>
      api.call(
        listOwnIdentifications,
        { query: { ...(group && { group }), ...(fate && { fate }), ...(pageParam === null ? {} : { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (last) => last.next_cursor,
  });
  const all = useNamed(list.data?.pages.flatMap((page) => page.data) ?? []);
  if (!list.data && list.error) return <LoadFailure error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <RecordCardSkeletons count={3} label={t('queue.loading')} />;
  if (all.length === 0) return <p className={classes.rule}>{t('history.none_filtered')}</p>;
  return (
    <>
      <CardGrid label={t('history.list')}>
        {all.map(({ id, taxon, fate: became, record }) => (
          <div key={id} className={classes.card}>
            <PublicRecordCard record={record} />
            <p className={classes.rule}>
              {t('history.said', { name: taxon.name })} · {t(`history.fates.${became}`)}
            </p>
          </div>
        ))}
      </CardGrid>
      {list.hasNextPage && (
        <MoreRecords onMore={() => void list.fetchNextPage()} isLoading={list.isFetchingNextPage} hasFailed={list.isFetchNextPageError} />
      )}
    </>
  );
}
