import { Button } from '@mantine/core';
import type { AreaContent } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { number } from '../../../i18n/format';
import { useLanguage } from '../../../shared/session/session';
import { speciesAddress } from '../../../shared/taxa/data';
import { TaxonRow } from '../../../ui/cards/TaxonRow';
import { SectionTitle } from '../../../ui/SectionTitle';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { PublicRecordCard } from '../../../shared/records/RecordCards';
import { MonthsChart } from '../../species/data';
import { type AreaQuery, exploreAddress, useCell, useTappedRecords, useTotals } from './area';
import classes from './AreaView.module.css';
import type { Tapped } from './taps';
import { isUnreachable } from './tiles';

/** Limits for the details of a cell above the list. */
const IN_PANEL = { species: 5, records: 3 };

interface Props {
  tapped: Tapped;
  query: AreaQuery;
  /** Whether squares in view are from offline maps, which have no more than a count. */
  isDrawnOffline: boolean;
  /** Filters by observer. */
  onPerson: (id: string) => void;
}

/** Details of what was tapped. */
export function TappedPanel({ tapped, query, isDrawnOffline, onPerson }: Props) {
  const { t } = useTranslation('map');
  switch (tapped.kind) {
    case 'cell':
      return <Cell cell={tapped} query={query} isDrawnOffline={isDrawnOffline} />;
    case 'effort':
      return (
        <>
          <h2 className={classes.title}>{t('person_days', { count: tapped.personDays })}</h2>
          <p className={classes.hint}>{t('effort_hint')}</p>
        </>
      );
    case 'records':
      return <Records ids={tapped.ids} onPerson={onPerson} />;
  }
}

function Cell({ cell, query, isDrawnOffline }: Omit<Props, 'tapped' | 'onPerson'> & { cell: Extract<Tapped, { kind: 'cell' }> }) {
  const { t } = useTranslation(['map', 'common']);
  const { data, error, isError } = useCell(cell, query);
  const totals = useTotals();
  if (isError) return <p role="alert">{t(isDrawnOffline && isUnreachable(error) ? 'offline_list' : 'not_loaded')}</p>;
  if (!data) return <TaxonRowSkeletons label={t('loading_everyone')} />;
  return (
    <>
      <h2 className={classes.title}>{totals(data)}</h2>
      {cell.isObscured && <p className={classes.hint}>{t('obscured')}</p>}
      <p className={classes.links}>
        {(['records', 'species', 'people'] as const).map((view) => (
          <Link key={view} to={exploreAddress(query, data.box, view)}>
            {t(`all.${view}`)}
          </Link>
        ))}
      </p>
      <AreaView content={data} {...IN_PANEL} />
    </>
  );
}

function Records({ ids, onPerson }: { ids: readonly string[]; onPerson: (id: string) => void }) {
  const { t } = useTranslation('map');
  const { records, isPending, hasFailed } = useTappedRecords(ids);
  return (
    <>
      {hasFailed && <p role="alert">{t('not_loaded')}</p>}
      {isPending && records.length === 0 && <TaxonRowSkeletons label={t('loading_everyone')} />}
      <ul className={classes.cards}>
        {records.map((record) => (
          <li key={record.id}>
            <PublicRecordCard record={record} />
            <Button variant="subtle" onClick={() => onPerson(record.user.id)}>
              {t('only_of', { name: record.user.name })}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

interface AreaViewProps {
  content: AreaContent;
  /** Maximum number of species. */
  species: number;
  records: number;
}

/** Species, months and latest records of an area. */
export function AreaView({ content, species, records }: AreaViewProps) {
  const { t } = useTranslation(['map', 'common']);
  const language = useLanguage();
  return (
    <>
      {content.people.named.length > 0 && (
        <>
          <SectionTitle level={3}>{t('people', { count: content.people.count })}</SectionTitle>
          <p className={classes.links}>
            {content.people.named.map(({ id, name, records: count }) => (
              <Link key={id} to={`/profile/${id}`}>
                <span dir="auto">{name}</span> {number(count, language)}
              </Link>
            ))}
          </p>
        </>
      )}
      {content.taxa.length > 0 && (
        <>
          <SectionTitle level={3}>{t('most_recorded')}</SectionTitle>
          <ul className={classes.rows}>
            {content.taxa.slice(0, species).map(({ taxon, records: count }) => (
              <li key={taxon.id}>
                <TaxonRow
                  to={speciesAddress(taxon.id)}
                  name={taxon.name}
                  scientificName={taxon.scientific_name}
                  rank={taxon.rank}
                  group={taxon.group}
                  imageUrl={taxon.image_url}
                  note={t('common:count.records', { count })}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {content.months.some((count) => count > 0) && (
        <>
          <SectionTitle level={3}>{t('by_month')}</SectionTitle>
          <MonthsChart months={content.months} label={t('by_month')} />
        </>
      )}
      <SectionTitle level={3}>{t('latest')}</SectionTitle>
      <ul className={classes.cards}>
        {content.latest.slice(0, records).map((record) => (
          <li key={record.id}>
            <PublicRecordCard record={record} />
          </li>
        ))}
      </ul>
    </>
  );
}
