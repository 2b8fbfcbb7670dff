import { useLiveQuery } from 'dexie-react-hooks';
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { stayAwakeWhileSending } from '../device/stay-awake';
import { appVersionWaiting, activateNewVersion } from '../local/app/app-version';
import { followLog } from '../local/app/recent-log';
import { database, notifier, reloadSafely, auth, currentSync } from '../local/app/veld';
import { storedAnswer } from '../local/app/version-check';
import { storageNotices } from '../local/db/storage-notices';
import { isPutOff, putOffUpdate } from '../local/device/put-off-update';
import type { NoticesProps } from '../ui/feature';
import { type AddedNotice, addedNotices } from '../ui/notices/added-notices';
import { NoticeArea } from '../ui/notices/NoticeArea';
import { FEATURES } from './screens';

followLog();

/** What features say outside of their screens. What cannot be loaded is left out. */
const OF_FEATURES = FEATURES.flatMap(({ notices }) => (notices ? [lazy(() => notices().catch(leaveOut))] : []));

function leaveOut(error: unknown): { default: ComponentType<NoticesProps> } {
  console.error('Notices', error);
  return { default: () => null };
}

/** Notices of the whole app: the notifier's message, the state of the storage, a new version, and those of features. */
export function Notices({ goTo }: NoticesProps) {
  const { t } = useTranslation('common');
  useScreenAwake();
  useDisputedAreas();
  const passing = usePassingNotices(goTo);
  const lasting = useLastingNotices(goTo);
  const added = useStore(addedNotices, (state) => state.notices);
  const notices: AddedNotice[] = [...passing, ...added.filter(({ stays }) => !stays), ...lasting, ...added.filter(({ stays }) => stays)];
  return (
    <>
      {OF_FEATURES.map((Part, index) => (
        <Suspense key={index} fallback={null}>
          <Part goTo={goTo} />
        </Suspense>
      ))}
      <NoticeArea
        notices={notices}
        onDismiss={(id) => notices.find((one) => one.id === id)?.onDismiss()}
        dismissLabel={t('action.close')}
        unfoldLabel={t('action.whole_message')}
      />
    </>
  );
}

/** The message of the notifier. */
function usePassingNotices(goTo: (address: string) => void): AddedNotice[] {
  const notice = useStore(notifier.store, (state) => state.notice);
  if (!notice) return [];
  const { id, type, text, link } = notice;
  const follow = (to: string) => {
    notifier.dismiss(id);
    goTo(to);
  };
  const action = link && { label: link.label, onClick: () => follow(link.to) };
  return [{ id: `notice-${id}`, type, text, ...(action ? { action } : {}), onDismiss: () => notifier.dismiss() }];
}

/** What stays until somebody closes it: the state of the storage, and new versions of the app. */
function useLastingNotices(goTo: (address: string) => void): AddedNotice[] {
  const { t } = useTranslation('common');
  const storage = useStore(storageNotices);
  const isWaiting = useStore(appVersionWaiting, (state) => state.isWaiting);
  const recommended = useLiveQuery(recommendedVersion) ?? null;
  const reload = { label: t('action.reload'), onClick: () => void reloadSafely() };
  const forgetReload = () => storageNotices.setState({ update: false, reload: false });

  const notices: AddedNotice[] = [];
  if (storage.update)
    notices.push({ id: 'storage-update', type: 'warning', text: t('error.storage_newer'), action: reload, onDismiss: forgetReload });
  else if (storage.reload)
    notices.push({ id: 'storage-reload', type: 'warning', text: t('error.update_ready'), action: reload, onDismiss: forgetReload });
  if (storage.blocked)
    notices.push({
      id: 'storage-blocked',
      type: 'warning',
      text: t('error.storage_blocked'),
      onDismiss: () => storageNotices.setState({ blocked: false }),
    });
  if (storage.failed)
    notices.push({
      id: 'storage-failed',
      type: 'negative',
      text: t('error.storage_failed'),
      action: reload,
      onDismiss: () => storageNotices.setState({ failed: false }),
    });
  if (storage.mayBeLost !== null)
    notices.push({
      id: 'storage-lost',
      type: 'negative',
      text: t('error.storage_lost', { count: storage.mayBeLost }),
      onDismiss: () => storageNotices.setState({ mayBeLost: null }),
    });
  if (isWaiting)
    notices.push({
      id: 'new-version',
      type: 'info',
      text: t('error.update_ready'),
      action: { label: t('action.reload'), onClick: () => activateNewVersion(() => void reloadSafely()) },
      onDismiss: () => appVersionWaiting.setState({ isWaiting: false }),
    });
  // Where a new version waits already, its notice is enough.
  if (recommended !== null && !isWaiting)
    notices.push({
      id: 'update-recommended',
      type: 'info',
      text: t('error.update_recommended', { version: recommended }),
      action: { label: t('screens.app_update'), onClick: () => goTo('/app-update') },
      onDismiss: () => void putOffUpdate(database, recommended),
    });
  return notices.map((one) => ({ ...one, stays: true }));
}

/** The version that the server recommends, unless somebody has put it off. */
async function recommendedVersion(): Promise<string | null> {
  const answer = await storedAnswer(database, __APP_VERSION__);
  const version = answer?.recommended_version ?? null;
  return version === null || (await isPutOff(database, version)) ? null : version;
}

/** Countries of places follow what the operator decided about disputed areas, also before a map is opened. */
export function useDisputedAreas(): void {
  const isLoggedIn = useStore(auth.store, ({ user }) => user !== null);
  useEffect(() => {
    if (!isLoggedIn) return;
    import('../shared/geo/map/sources/settings').then(
      ({ loadMapSources }) => loadMapSources(),
      (error: unknown) => console.error('Map settings', error),
    );
  }, [isLoggedIn]);
}

/** Keeps the screen on while the user's records are uploaded. */
export function useScreenAwake(): void {
  const userId = useStore(auth.store, (state) => state.user?.id);
  useEffect(() => (userId ? stayAwakeWhileSending(currentSync().sender.store) : undefined), [userId]);
}
