import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { bytes } from '../../i18n/units';
import { formatDate, number } from '../../i18n/format';
import type { PackDownloads } from '../../local/tile-requests/downloads';
import { bytesOfPack, type KeptPack } from '../../local/tile-requests/kept-packs';
import { useIsOnline, useLanguage } from '../../shared/session/session';
import { hasUpdate, type OfflineMap } from './data';
import classes from './tile-requests.module.css';

interface Props {
  map: OfflineMap;
  downloads: PackDownloads | null | undefined;
}

/** What becomes of an offline map, in one sentence. */
export function StateLine({ map, downloads }: Props) {
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
function VersionState({ pack, server, downloads }: { pack: KeptPack | null; server: OfflineMap['server']; downloads: Props['downloads'] }) {
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
