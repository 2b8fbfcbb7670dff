import { Button, Modal, Progress } from '@mantine/core';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import type { TileRequest } from '@veld/contract';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { bytes } from '../../i18n/units';
import type { PackDownloads } from '../../local/tile-requests/downloads';
import { bytesOfPack, type KeptPack } from '../../local/tile-requests/kept-packs';
import type { StillShape } from '../../shared/geo/still/shapes';
import { StillMap } from '../../shared/geo/still/StillMap';
import { useFormErrorText } from '../../shared/session/form';
import { notifier, useIsOnline, useLanguage } from '../../shared/session/session';
import { DialogActions, DialogText } from '../../ui/DialogBody';
import { hasUpdate, type OfflineMap, useMapActions } from './data';
import { formatDate, number } from '../../i18n/format';
import classes from './tile-requests.module.css';

const SpeciesDialog = lazy(() => import('./SpeciesDialog'));

/** What the map shows from each zoom on. */
const SHOWN = [
  [0, 'world'],
  [2, 'continents'],
  [4, 'countries'],
  [6, 'regions'],
  [8, 'cities'],
  [10, 'towns'],
  [12, 'villages'],
  [14, 'streets'],
  [17, 'houses'],
] as const;

interface Props {
  map: OfflineMap;
  downloads: PackDownloads | null | undefined;
}

/** An offline map: what it has, what becomes of it, and what can be done with it. */
export function MapCard({ map, downloads }: Props) {
  const { t } = useTranslation(['tile-requests', 'common']);
  const language = useLanguage();
  const { server, kept } = map;
  const { layers, record_groups, max_zoom } = (kept ?? server)!;
  const { west, south, east, north } = (server ?? kept)!.box;
  const kind = server?.area_kind ?? null;
  const shapes = useMemo(() => [areaShape({ west, south, east, north }, kind)], [west, south, east, north, kind]);
  const size = kept && kept.files.length > 0 ? bytesOfPack(kept) : (server?.bytes ?? null);
  const facts = [
    ...layers.map((layer) => t(`layer.${layer}`)),
    ...(record_groups ?? []).map((group) => t(`common:group.${group}`)),
    t('to_zoom', { zoom: max_zoom, detail: t(`zoom.${shownAt(max_zoom)}`) }),
    size !== null && bytes(size, language),
  ];
  const share = fetchedShare(map.update ?? kept) ?? builtShare(map);
  return (
    <li className={classes.card} aria-label={map.name}>
      <div className={classes.picture}>
        <StillMap label={t('picture', { name: map.name })} shapes={shapes} height="9rem" />
      </div>
      <h2 className={classes.name}>{map.name}</h2>
      <p className={classes.note}>{facts.filter(Boolean).join(' · ')}</p>
      <StateLine map={map} downloads={downloads} />
      {share !== null && <Progress value={Math.min(100, 100 * share)} size="lg" aria-label={t('progress', { name: map.name })} />}
      <Actions map={map} downloads={downloads} />
    </li>
  );
}

/** How much of a version is on this device; null unless it is on its way. */
function fetchedShare(pack: KeptPack | null): number | null {
  return pack && pack.state !== 'asked' && pack.state !== 'stored' ? pack.stored_bytes / bytesOfPack(pack) : null;
}

/** How much of it the server has built; null if it builds nothing. */
function builtShare({ server }: OfflineMap): number | null {
  return server?.state === 'building' && server.tiles ? server.done_tiles / server.tiles : null;
}

function Actions({ map, downloads }: Props) {
  const { t } = useTranslation(['tile-requests', 'common']);
  const isOnline = useIsOnline();
  const errorText = useFormErrorText();
  const { begin, askAgain, update, remove } = useMapActions(downloads);
  const [dialog, setDialog] = useState<'delete' | 'species' | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { id, name, server, kept } = map;
  /** The version on its way. */
  const coming = map.update ?? kept;
  const run = (work: Promise<void>) => {
    setBusy(true);
    work.catch((error: unknown) => notifier.show('negative', errorText(error), { cause: error })).finally(() => setBusy(false));
  };
  // Its end is not awaited.
  const inBackground = (work: Promise<void> | undefined) => void work?.catch((error: unknown) => console.error('Offline map', error));
  const isOver = server?.state === 'failed' || server?.state === 'expired';
  const hasPart = coming !== null && coming.state !== 'gone' && coming.state !== 'damaged';
  const close = () => setDialog(null);
  return (
    <div className={classes.actions}>
      {server?.state === 'ready' && !hasPart && downloads && (
        <Button leftSection={<IconDownload size={20} aria-hidden />} onClick={() => begin(server)}>
          {t('action.download')}
        </Button>
      )}
      {coming?.state === 'waiting' && (
        <Button variant="default" onClick={() => inBackground(downloads?.pause(coming.id))}>
          {t('action.pause')}
        </Button>
      )}
      {(coming?.state === 'paused' || coming?.state === 'full') && (
        <Button onClick={() => inBackground(downloads?.goOn(coming.id))}>{t('action.go_on')}</Button>
      )}
      {hasUpdate(map) && downloads && (
        <Button variant="default" disabled={!isOnline} loading={isBusy} onClick={() => run(update(map))}>
          {t('action.update')}
        </Button>
      )}
      {isOver && !hasUpdate(map) && (
        <Button variant="default" disabled={!isOnline} loading={isBusy} onClick={() => run(askAgain(id))}>
          {t(server.state === 'failed' ? 'common:action.retry' : 'action.ask_again')}
        </Button>
      )}
      {kept?.state === 'stored' && kept.layers.includes('species') && (
        <Button variant="default" onClick={() => setDialog('species')}>
          {t('action.species')}
        </Button>
      )}
      <Button
        variant="subtle"
        color="brick"
        leftSection={<IconTrash size={20} aria-hidden />}
        aria-label={t('action.delete_of', { name })}
        onClick={() => setDialog('delete')}
      >
        {t('action.delete')}
      </Button>
      <Modal
        opened={dialog === 'delete'}
        onClose={close}
        title={t('delete.title', { name })}
        closeButtonProps={{ 'aria-label': t('common:action.close') }}
      >
        <DialogText>{t(kept?.state === 'stored' ? 'delete.stored' : 'delete.text')}</DialogText>
        <DialogActions>
          <Button variant="default" onClick={close}>
            {t('common:action.cancel')}
          </Button>
          <Button color="brick" loading={isBusy} onClick={() => run(remove(map))}>
            {t('action.delete')}
          </Button>
        </DialogActions>
      </Modal>
      {dialog === 'species' && <Species pack={kept!} onClose={close} />}
    </div>
  );
}

function Species({ pack, onClose }: { pack: KeptPack; onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <SpeciesDialog pack={pack} onClose={onClose} />
    </Suspense>
  );
}

const CORNERS = 48;

/** An area as its box, or as the ellipse in it if it is a circle. */
export function areaShape({ west, south, east, north }: TileRequest['box'], kind: TileRequest['area_kind'] | null): StillShape {
  // Across the antimeridian, the longitude goes on.
  const right = east < west ? east + 360 : east;
  const box = [
    [west, south],
    [right, south],
    [right, north],
    [west, north],
    [west, south],
  ];
  if (kind !== 'circle') return { kind: 'area', parts: [box] };
  const ring = Array.from({ length: CORNERS + 1 }, (_, at) => {
    const turn = (2 * Math.PI * (at % CORNERS)) / CORNERS;
    return [(west + right) / 2 + ((right - west) / 2) * Math.cos(turn), (south + north) / 2 + ((north - south) / 2) * Math.sin(turn)];
  });
  return { kind: 'area', parts: [ring] };
}

/** What one sees at a zoom, as the key of a text `zoom.*`. */
export function shownAt(zoom: number): (typeof SHOWN)[number][1] {
  return (SHOWN.findLast(([from]) => from <= zoom) ?? SHOWN[0])[1];
}

interface StateLineProps {
  map: OfflineMap;
  downloads: PackDownloads | null | undefined;
}

/** What becomes of an offline map, in one sentence. */
function StateLine({ map, downloads }: StateLineProps) {
  const { server, kept, update } = map;
  if (kept?.state !== 'stored') return <VersionState pack={kept} server={server} downloads={downloads} />;
  return (
    <>
      <KeptState pack={kept} downloads={downloads} />
      {update && <VersionState pack={update} server={server} downloads={downloads} />}
      {hasUpdate(map) && <UpdateState />}
    </>
  );
}

/** Of a version on its way: from the server, or to this device. */
function VersionState({
  pack,
  server,
  downloads,
}: {
  pack: KeptPack | null;
  server: OfflineMap['server'];
  downloads: StateLineProps['downloads'];
}) {
  if (pack && pack.state !== 'asked') return <KeptState pack={pack} downloads={downloads} />;
  return server ? <ServerState server={server} /> : <Asked />;
}

function UpdateState() {
  const { t } = useTranslation('tile-requests');
  return <Line text={t('state.update')} />;
}

function KeptState({ pack, downloads }: { pack: KeptPack; downloads: PackDownloads | null | undefined }) {
  const { t } = useTranslation('tile-requests');
  const language = useLanguage();
  const values = { stored: bytes(pack.stored_bytes, language), of: bytes(bytesOfPack(pack), language) };
  switch (pack.state) {
    case 'stored':
      return <Line text={t('state.stored', { date: formatDate(new Date(pack.ready_at ?? pack.at), language, { dateStyle: 'long' }) })} />;
    case 'paused':
      return <Line text={t('state.paused', values)} />;
    case 'full':
    case 'damaged':
    case 'gone':
      return <Line text={t(`state.${pack.state}`, values)} isTrouble />;
    default:
      return downloads ? (
        <Downloading id={pack.id} values={values} downloads={downloads} />
      ) : (
        <Line text={t('state.downloading', values)} />
      );
  }
}

function Downloading({ id, values, downloads }: { id: string; values: { stored: string; of: string }; downloads: PackDownloads }) {
  const { t } = useTranslation('tile-requests');
  const isOnline = useIsOnline();
  const { running, isWaiting } = useStore(downloads.store);
  const isHeld = !isOnline || (running === id && isWaiting);
  return <Line text={t(isHeld ? 'state.held' : 'state.downloading', values)} />;
}

function ServerState({ server }: { server: NonNullable<OfflineMap['server']> }) {
  const { t } = useTranslation('tile-requests');
  const language = useLanguage();
  switch (server.state) {
    case 'estimating':
      return <Line text={t('state.estimating')} />;
    case 'queued':
      return <Line text={t('state.queued', { place: number(server.place_in_queue ?? 1, language) })} />;
    case 'building':
      return (
        <Line text={t('state.building', { percent: number(server.done_tiles / (server.tiles || 1), language, { style: 'percent' }) })} />
      );
    case 'ready':
      return <Line text={t('state.ready', { date: formatDate(new Date(server.expires_at!), language, { dateStyle: 'long' }) })} />;
    case 'failed':
      return <Line text={t(`reason.${server.reason ?? 'internal'}`)} isTrouble />;
    case 'expired':
      return <Line text={t('state.expired')} />;
  }
}

function Asked() {
  const { t } = useTranslation('tile-requests');
  return <Line text={t('state.asked')} />;
}

function Line({ text, isTrouble = false }: { text: string; isTrouble?: boolean }) {
  return (
    <p className={classes.state} role="status" data-tone={isTrouble ? 'trouble' : undefined}>
      {text}
    </p>
  );
}
