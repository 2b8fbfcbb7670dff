import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { PublicRecordCard } from '../../../shared/records/RecordCards';
import { type AreaQuery, useCell, useTappedRecords } from './area';
import { AreaView } from './AreaView';
import classes from './AreaView.module.css';
import type { Tapped } from './taps';
import { isUnreachable } from './tiles';
import { useTotals } from './use-totals';

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
