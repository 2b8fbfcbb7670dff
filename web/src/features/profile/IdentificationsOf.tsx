import type { IdentifiedRecord } from '@veld/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ago } from '../../i18n/format';
import { quoted } from '../../i18n/quoted';
import { EmptyState } from '../../ui/EmptyState';
import { SectionTitle } from '../../ui/SectionTitle';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import { useLanguage } from '../../shared/session/session';
import { LoadFailure, MoreRecords } from '../../shared/records/lists/ListParts';
import { useRelations } from '../relations/data';
import { useNamedTaxon } from '../../shared/taxa/names';
import { type PersonFilter, usePersonIdentifications } from './data';
import classes from './profile.module.css';
import { RecordLine } from '../../shared/records/RecordLine';

interface Props {
  id: string;
  filter: PersonFilter;
  /** Instead of an empty list, with what can be done about it. */
  none: string;
  action?: ReactNode;
}

/** What a person said that records of others show, last received first. */
export default function IdentificationsOf({ id, filter, none, action }: Props) {
  const { t } = useTranslation('profile');
  const list = usePersonIdentifications(id, filter);
  const { block } = useRelations().ids;
  const all = list.data?.pages.flatMap((page) => page.data).filter(({ record }) => !block.has(record.user.id));
  return (
    <section className={classes.records} aria-labelledby="identifications">
      <SectionTitle id="identifications">{t('view.identifications')}</SectionTitle>
      {!all && list.error && <LoadFailure error={list.error} onRetry={() => void list.refetch()} />}
      {!all && !list.error && <TaxonRowSkeletons label={t('loading')} />}
      {all?.length === 0 && <EmptyState sentence={none} action={action} />}
      {all && all.length > 0 && (
        <ul className={classes.lines} aria-label={t('view.identifications')}>
          {all.map((one) => (
            <li key={one.identification.id}>
              <Line {...one} />
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <MoreRecords onMore={() => void list.fetchNextPage()} isLoading={list.isFetchingNextPage} hasFailed={list.isFetchNextPageError} />
      )}
    </section>
  );
}

function Line({ identification, record }: IdentifiedRecord) {
  const { t } = useTranslation('profile');
  const language = useLanguage();
  const { taxon, comment, created_at, disagrees } = identification;
  const { name } = useNamedTaxon(taxon);
  const facts = [
    t(disagrees ? 'identified.disagrees' : 'identified.as', { taxon: name }),
    comment && quoted(comment, language),
    record.user.name,
    ago(created_at, language),
  ];
  return <RecordLine record={record} note={facts.filter(Boolean).join(' · ')} />;
}
