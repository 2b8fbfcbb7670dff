import { Button, Modal } from '@mantine/core';
import { isOneOf, TILE_REQUEST_STATES } from '@veld/contract';
import { wrapLongitude } from '@veld/geometry';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { bytes } from '../../../i18n/units';
import { ago, number } from '../../../i18n/format';
import { usePlaceWords } from '../../../shared/geo/data';
import { useFormErrorText } from '../../../shared/session/form';
import { LoadFailure } from '../../../shared/session/LoadFailure';
import { notifier, useLanguage } from '../../../shared/session/session';
import { useTableTexts } from '../../../shared/session/table-texts';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { ServerTable } from '../../../ui/table/ServerTable';
import { standardState, type TableColumn, type TableState } from '../../../ui/table/table-types';
import { TableCard } from '../../../ui/table/TableCard';
import { useAdminChange } from '../data';
import { act, actionsFor, type AdminTileRequest, boxText, useTileRequests } from './data';
import classes from '../admin.module.css';
import own from './RequestsTable.module.css';

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
  const { state: wanted = '' } = state.filters;
  const { rows, total, failure, retry, more, isLoadingMore } = useTileRequests(
    isOneOf(TILE_REQUEST_STATES, wanted) ? { state: wanted } : {},
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

interface Props {
  request: AdminTileRequest;
  onClose: () => void;
}

/** An offline map of somebody, and what an admin can do with it. */
function RequestDialog({ request, onClose }: Props) {
  const { t } = useTranslation(['admin', 'tile-requests', 'common']);
  const language = useLanguage();
  const errorText = useFormErrorText();
  const change = useAdminChange();
  const [isBusy, setBusy] = useState(false);
  const { id, user, state, reason, tiles, done_tiles, layers, record_groups, is_shared, served } = request;
  const actions = actionsFor(request);
  const run = (action: Parameters<typeof act>[1]) => {
    setBusy(true);
    change(act(id, action))
      .then(onClose, (error: unknown) => notifier.show('negative', errorText(error), { cause: error }))
      .finally(() => setBusy(false));
  };
  const contents = [
    ...layers.map((layer) => t(`tile-requests:layer.${layer}`)),
    ...(record_groups ?? []).map((group) => t(`common:group.${group}`)),
  ];
  const size = request.bytes === null ? null : bytes(request.bytes, language);
  const progress = tiles === null ? null : t('maps.tiles', { done: number(done_tiles, language), of: number(tiles, language) });
  return (
    <Modal opened onClose={onClose} title={user?.name ?? t('former')} closeButtonProps={{ 'aria-label': t('common:action.close') }}>
      <div className={own.parts}>
        <p>
          {t(`maps.state.${state}`)}
          {is_shared && `, ${t('maps.shared').toLocaleLowerCase(language)}`}
          {reason && `: ${t(`tile-requests:reason.${reason}`)}`}
        </p>
        <p className={classes.quiet}>
          <AreaText request={request} />
          {[...contents, size, progress].filter(Boolean).map((fact) => ` · ${fact}`)}
        </p>
        {served > 0 && <p className={classes.quiet}>{t('maps.served_times', { count: served })}</p>}
        <p className={classes.quiet}>{t('maps.box_about')}</p>
        {(actions.includes('share') || is_shared) && <p className={classes.quiet}>{t('maps.share_about')}</p>}
        <div className={classes.row}>
          {actions.map((action) => (
            <Button
              key={action}
              variant={action === 'delete' ? 'subtle' : 'default'}
              {...(action === 'delete' && { color: 'brick' })}
              disabled={isBusy}
              onClick={() => run(action)}
            >
              {t(`maps.${action}`)}
            </Button>
          ))}
        </div>
      </div>
    </Modal>
  );
}

/** Around which town the area of an offline map is, and its degrees. */
function AreaText({ request }: { request: AdminTileRequest }) {
  const language = useLanguage();
  const { west, south, east, north } = request.box;
  const words = usePlaceWords(
    { latitude: (south + north) / 2, longitude: wrapLongitude((west + (east < west ? east + 360 : east)) / 2) },
    { isArea: true },
  );
  const degrees = boxText(request, language);
  return words === null ? degrees : `${words} · ${degrees}`;
}
