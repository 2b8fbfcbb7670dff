import { useTranslation } from 'react-i18next';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { PublicRecordCard } from '../../observations/data';
import { type EveryoneFilter, useCell, useTappedRecords } from './area';
import { AreaView } from './AreaView';
import classes from './AreaView.module.css';
import { useTotals } from './use-totals';
import type { Tapped } from './taps';

/** So much of a cell fits over the map. */
const IN_PANEL = { species: 5, records: 3 };

/** What was tapped: the content of a cell, or records. */
export function TappedPanel({ tapped, filter }: { tapped: Tapped; filter: EveryoneFilter }) {
  return tapped.kind === 'cell' ? <Cell cell={tapped} filter={filter} /> : <Records ids={tapped.ids} />;
}

function Cell({ cell, filter }: { cell: Extract<Tapped, { kind: 'cell' }>; filter: EveryoneFilter }) {
  const { t } = useTranslation(['map', 'common']);
  const { data, isError } = useCell(cell, filter);
  const totals = useTotals();
  if (isError) return <p role="alert">{t('not_loaded')}</p>;
  if (!data) return <TaxonRowSkeletons label={t('loading_everyone')} />;
  return (
    <>
      <h2 className={classes.title}>{totals(data)}</h2>
      {cell.isObscured && <p className={classes.hint}>{t('obscured')}</p>}
      <AreaView content={data} {...IN_PANEL} />
    </>
  );
}

function Records({ ids }: { ids: readonly string[] }) {
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
          </li>
        ))}
      </ul>
    </>
  );
}
