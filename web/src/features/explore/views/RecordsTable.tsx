import type { Language, ListedObservation } from '@veld/contract';
import { useMemo, useState } from 'react';
import { formatDate } from '../../../i18n/format';
import {
  describeObserver,
  describeRecordPlace,
  formatCount,
  formatRecordName,
  formatWhen,
  type RecordTranslator,
  useRecordTranslation,
} from '../../../shared/records/record-labels';
import { useLanguage } from '../../../shared/session/session';
import { useTableTexts } from '../../../shared/session/table-texts';
import { useNamed } from '../../../shared/taxa/names';
import { ScientificName } from '../../../ui/ScientificName';
import { ServerTable } from '../../../ui/table/ServerTable';
import { standardState, type TableColumn, type TableState } from '../../../ui/table/table-types';
import { RecordLine } from '../../../shared/records/RecordLine';
import type { RecordOrder } from '../data';

interface Props {
  records: readonly ListedObservation[];
  order: RecordOrder;
  onOrder: (order: RecordOrder) => void;
}

type Column = TableColumn<ListedObservation>;

const rowId = ({ id }: ListedObservation) => id;

/** The columns that the server sorts by, and in which order it has them. */
const SORTS: Record<RecordOrder, { id: string; isDescending: boolean }> = {
  observed: { id: 'observed_on', isDescending: true },
  oldest: { id: 'observed_on', isDescending: false },
  uploaded: { id: 'created_at', isDescending: true },
  name: { id: 'scientific_name', isDescending: false },
};

/** The records of the filter in columns; lines where there is no room for them. */
export default function RecordsTable({ records, order, onOrder }: Props) {
  const t = useRecordTranslation('explore');
  const language = useLanguage();
  const columns = useMemo(() => recordColumns(t, language), [t, language]);
  const rows = useNamed(records);
  const [shown, setShown] = useState(() => standardState(columns));
  const state = useMemo(() => ({ ...shown, sort: [SORTS[order]] }), [shown, order]);
  const texts = useTableTexts('');
  return (
    <ServerTable
      rows={rows}
      rowId={rowId}
      rowName={(record) => formatRecordName(record, t)}
      columns={columns}
      label={t('explore:view.records')}
      state={state}
      onState={(next) => {
        setShown(next);
        onOrder(orderOf(next, order));
      }}
      // The view has the button for more below, as for cards and lines.
      onMore={undefined}
      isLoadingMore={false}
      moreLabel=""
      hasSearch={false}
      renderCard={(record) => <RecordLine record={record} />}
      cardHeight={97}
      texts={texts}
    />
  );
}

/** The order that a sort means. A third press on a title would end the sort, which a list of the server always has. */
function orderOf({ sort: [sort] }: TableState, before: RecordOrder): RecordOrder {
  if (!sort) return before === 'observed' ? 'oldest' : 'observed';
  if (sort.id === SORTS.uploaded.id) return 'uploaded';
  if (sort.id === SORTS.name.id) return 'name';
  return sort.isDescending ? 'observed' : 'oldest';
}

function recordColumns(t: RecordTranslator<'explore'>, language: Language): Column[] {
  const unsorted = { isUnsorted: true } as const;
  return [
    {
      id: 'name',
      label: t('observations:taxon.title'),
      value: (record) => formatRecordName(record, t),
      to: ({ id }) => `/observations/${id}`,
      width: 13,
      ...unsorted,
    },
    {
      id: 'scientific_name',
      label: t('observations:workbench.scientific_name'),
      value: ({ taxon }) => taxon?.scientific_name ?? null,
      renderCell: ({ taxon }) => taxon && <ScientificName name={taxon.scientific_name} rank={taxon.rank} />,
      width: 12,
    },
    {
      id: 'observed_on',
      label: t('observations:field.observed_on'),
      value: ({ observed_on }) => observed_on,
      text: (record) => formatWhen(record, language) ?? '',
      width: 12,
    },
    {
      id: 'place',
      label: t('observations:where.title'),
      value: (record) => describeRecordPlace(record, language, t),
      width: 15,
      ...unsorted,
    },
    {
      id: 'user',
      label: t('observations:page.observer'),
      value: (record) => describeObserver(record, t).name,
      renderCell: (record) => <bdi>{describeObserver(record, t).name}</bdi>,
      to: (record) => describeObserver(record, t).to ?? null,
      width: 10,
      ...unsorted,
    },
    {
      id: 'count',
      label: t('observations:field.count'),
      value: ({ count }) => count,
      text: (record) => formatCount(record, t) ?? '',
      width: 9,
      isNumeric: true,
      ...unsorted,
    },
    {
      id: 'quality',
      label: t('explore:field.quality'),
      value: ({ quality }) => quality,
      text: ({ quality }) => t(`observations:quality.${quality}`),
      width: 8,
      ...unsorted,
    },
    {
      id: 'photos',
      label: t('observations:evidence.title'),
      value: ({ photo_count: photos }) => photos,
      width: 6,
      isNumeric: true,
      ...unsorted,
    },
    {
      id: 'created_at',
      label: t('observations:page.uploaded'),
      value: ({ created_at }) => created_at,
      // Of a record that hides its place, nobody else knows when it was added.
      text: ({ created_at }) => (created_at ? formatDate(new Date(created_at), language, { dateStyle: 'medium' }) : '–'),
      width: 9,
    },
  ];
}
