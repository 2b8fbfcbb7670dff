import { TILE_REQUEST_STATES } from '@veld/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { bytes } from '../../../i18n/bytes';
import { ago } from '../../../i18n/format';
import { ServerTable } from '../../../ui/table/ServerTable';
import { standardState, type TableColumn, type TableState } from '../../../ui/table/table-types';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { TableCard } from '../../../ui/table/TableCard';
import { useLanguage } from '../../../shared/session/session';
import { useTableTexts } from '../../../shared/session/table-texts';
import { LoadFailure } from '../../../shared/session/LoadFailure';
import { AreaText } from './AreaText';
import { type AdminTileRequest, boxText, useTileRequests } from './data';
import { RequestDialog } from './RequestDialog';

const requestId = ({ id }: AdminTileRequest) => id;

/** The offline maps of everybody; a name opens what can be done. */
export default function RequestsTable() {
  const { t } = useTranslation(['admin', 'common']);
  const language = useLanguage();
  const columns = useMemo(
    (): TableColumn<AdminTileRequest>[] => [
      {
        id: 'user',
        label: t('maps.user'),
        value: ({ user }) => user?.name ?? t('former'),
        to: ({ id }) => `?map=${id}`,
        width: 10,
        isUnsorted: true,
      },
      {
        id: 'box',
        label: t('maps.box'),
        value: (one) => boxText(one, language),
        renderCell: (one) => <AreaText request={one} />,
        width: 20,
        isUnsorted: true,
      },
      { id: 'zoom', label: t('maps.zoom'), value: ({ max_zoom }) => max_zoom, width: 7, isNumeric: true, isUnsorted: true },
      {
        id: 'size',
        label: t('maps.size'),
        value: (one) => one.bytes,
        text: (one) => (one.bytes === null ? '' : bytes(one.bytes, language)),
        width: 7,
        isNumeric: true,
        isUnsorted: true,
      },
      {
        id: 'state',
        label: t('maps.state_label'),
        value: ({ state }) => t(`maps.state.${state}`),
        text: (one) => [t(`maps.state.${one.state}`), one.is_shared && t('maps.shared')].filter(Boolean).join(' · '),
        width: 9,
        isUnsorted: true,
        filter: 'choice',
        choices: TILE_REQUEST_STATES.map((value) => ({ value, label: t(`maps.state.${value}`) })),
      },
      { id: 'served', label: t('maps.served'), value: ({ served }) => served, width: 6, isNumeric: true, isUnsorted: true },
      { id: 'at', label: t('maps.asked'), value: ({ created_at }) => ago(created_at, language), width: 9, isUnsorted: true },
    ],
    [t, language],
  );
  const [state, setState] = useState<TableState>(() => standardState(columns));
  const [query, setQuery] = useSearchParams();
  const texts = useTableTexts('');
  const { rows, total, failure, retry, more, isLoadingMore } = useTileRequests(
    state.filters.state ? { state: state.filters.state as 'ready' } : {},
  );
  if (failure) return <LoadFailure error={failure} onRetry={retry} />;
  if (!rows) return <TaxonRowSkeletons label={t('loading')} />;
  const opened = rows.find(({ id }) => id === query.get('map'));
  return (
    <>
      <ServerTable
        rows={rows}
        total={total}
        rowId={requestId}
        rowName={({ user }) => user?.name ?? t('former')}
        columns={columns}
        label={t('common:screens.tile_requests')}
        state={state}
        onState={setState}
        onMore={more}
        isLoadingMore={isLoadingMore}
        moreLabel={t('common:action.show_more')}
        hasSearch={false}
        renderCard={(one) => (
          <TableCard>
            <Link to={`?map=${one.id}`}>{one.user?.name ?? t('former')}</Link>
            <span>
              <AreaText request={one} />
            </span>
            <small>
              {[
                t(`maps.state.${one.state}`),
                one.is_shared && t('maps.shared'),
                one.bytes !== null && bytes(one.bytes, language),
                ago(one.created_at, language),
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </TableCard>
        )}
        cardHeight={120}
        empty={t('maps.none')}
        texts={texts}
      />
      {opened && <RequestDialog key={opened.id} request={opened} onClose={() => setQuery({}, { replace: true })} />}
    </>
  );
}
