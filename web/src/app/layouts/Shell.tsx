import { IconLogout } from '@tabler/icons-react';
import { computeLevel } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useStore } from 'zustand';
import { location } from '../../device/location';
import { useThrottledQuery } from '../../device/use-throttled-query';
import { useLogOut } from '../../features/accounts/log-out';
import { auth, currentDatabase, currentSync, network } from '../../local/app/veld';
import { rememberPlaces } from '../../local/device/last-place';
import { isAnyUnsent, outboxCounts } from '../../local/outbox/outbox-counts';
import { readReceiving } from '../../local/pull/pull-store';
import { number } from '../../i18n/format';
import { currentLocale } from '../../i18n/locale';
import { sendingRules } from '../../local/outbox/sending-rules';
import { countOwnObservations } from '../../local/records/own-count';
import { pausedLabel, receivingLabel, sendingLabel, waitingLabel } from '../../shared/records/sync-labels';
import { SyncChip, type SyncState } from '../../ui/SyncChip';
import classes from './shell.module.css';

/** The sync state of the user's records, with a link to the outbox. */
export function ShellSync() {
  const { t } = useTranslation('common');
  const userId = useStore(auth.store, (state) => state.user?.id);
  const needsLogin = useStore(auth.store, (state) => state.needs_login);
  const senderState = useStore(currentSync().sender.store, (state) => state.state);
  const isOnline = useStore(network.store, (state) => state.state === 'online');
  const counts = useThrottledQuery(() => outboxCounts(currentDatabase()), [userId]);
  const isPaused = useLiveQuery(async () => (await sendingRules(currentDatabase(), null)).paused, [userId]);
  const receiving = useThrottledQuery(() => readReceiving(currentDatabase()), [userId]);
  if (!counts || receiving === undefined) return null;
  const { needsAttention } = counts;
  const waiting = counts.unsent || counts.changes;
  const isAny = isAnyUnsent(counts);
  const chip = (state: SyncState, label: string, count?: number | string) => (
    <SyncChip state={state} label={label} count={count} to={state === 'login' ? '/login' : '/outbox'} />
  );
  if (needsLogin) return chip('login', t('sync.log_in_again'));
  if (needsAttention > 0) return chip('attention', t('sync.attention', { count: needsAttention }), needsAttention);
  if (receiving) {
    const format = (value: number) => number(value, currentLocale());
    const { received, total } = receiving;
    return (
      <SyncChip
        state="receiving"
        label={receivingLabel(receiving, isOnline, format, t)}
        count={total === null ? undefined : `${format(received)}/${format(total)}`}
      />
    );
  }
  if (isPaused) return chip('paused', pausedLabel(counts, t), waiting);
  // Offline, the offline chip is enough.
  if (!isAny) return isOnline ? chip('safe', t('sync.all_synced')) : null;
  return senderState === 'sending' ? chip('sending', sendingLabel(counts, t), waiting) : chip('waiting', waitingLabel(counts, t), waiting);
}

const PositionChip = lazy(() => import('../../shared/geo/position/PositionChip'));

/** The state of the location, shown whenever it is in use. */
export function ShellPosition() {
  const userId = useStore(auth.store, (state) => state.user?.id);
  const isRunning = useStore(location.store, ({ state }) => state !== 'off');
  useEffect(() => (userId === undefined ? undefined : rememberPlaces(location.store, currentDatabase())), [userId]);
  useEffect(() => {
    if (userId === undefined) return;
    let stop = () => {};
    let isCurrent = true;
    const target = () => auth.state().user?.preferences.recording.target_accuracy_m ?? 10;
    import('./late')
      .then(async ({ loadLatePlaces, loadLocalTimes }) => {
        const { followLatePlaces } = await loadLatePlaces();
        const localTimes = async () => (await loadLocalTimes()).localTimes();
        if (isCurrent) stop = followLatePlaces({ database: currentDatabase(), target, localTimes });
      })
      .catch((error: unknown) => console.error('Late places', error));
    return () => {
      isCurrent = false;
      stop();
    };
  }, [userId]);
  if (!isRunning) return null;
  return (
    <Suspense fallback={null}>
      <PositionChip isShort />
    </Suspense>
  );
}

/** Takes longer: each species is looked up in the taxonomy once. */
const SpeciesFigure = lazy(() => import('./SpeciesFigure'));

/** Numbers of the user's records and species, from the device, with links to their lists. None while a new device receives them. */
export function ShellStatistics() {
  const { t } = useTranslation('common');
  const user = useStore(auth.store, (state) => state.user);
  const userId = user?.id;
  const records = useThrottledQuery(() => countOwnObservations(currentDatabase()), [userId]);
  const isComplete = useThrottledQuery(async () => (await readReceiving(currentDatabase())) === null, [userId]);
  if (records === undefined || !isComplete) return null;
  return (
    <p className={classes.figures}>
      <Link to="/profile">{t('count.records', { count: records })}</Link>
      <Suspense fallback={null}>
        <SpeciesFigure />
      </Suspense>
      {user?.preferences.gamification && <Link to="/profile?tab=badges">{t('count.level', { level: computeLevel(user.total_xp) })}</Link>}
    </p>
  );
}

/**
 * Logs out at once if nothing is unsent; else calls `onAsk`. The dialog is rendered by the caller, because this button is in a sheet
 * that closes on a tap.
 */
export function LogOut({ onAsk }: { onAsk: () => void }) {
  const { t } = useTranslation('common');
  const logOut = useLogOut(onAsk);
  return (
    <div className={classes.foot}>
      <button type="button" className={classes.logOut} data-leads-away onClick={() => void logOut()}>
        <IconLogout size={20} aria-hidden /> {t('nav.log_out')}
      </button>
      <Link to="/app-update">{t('nav.version', { version: __APP_VERSION__ })}</Link>
    </div>
  );
}
