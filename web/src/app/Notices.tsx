import { useLiveQuery } from 'dexie-react-hooks';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { appVersionWaiting, activateNewVersion } from '../local/app/app-version';
import { followLog } from '../local/app/recent-log';
import { storageNotices } from '../local/db/storage-notices';
import { database, notifier, reloadSafely, revocations } from '../local/app/veld';
import { storedAnswer } from '../local/app/version-check';
import { isPutOff, putOffUpdate } from '../local/device/put-off-update';
import { useDisputedAreas } from './disputed-areas';
import { useScreenAwake } from './screen-awake';
import { useSharedNotices } from './shared-notices';
import { useSyncReports } from './sync-reports';
import { addedNotices } from '../ui/notices/added-notices';
import type { NoticeItem } from '../ui/notices/Notice';
import { NoticeArea } from '../ui/notices/NoticeArea';

followLog();

/** Notices of the whole app: the notifier's message, the state of the storage, a new version. */
export function Notices({ goTo }: { goTo: (address: string) => void }) {
  const { t } = useTranslation('common');
  useSyncReports();
  useScreenAwake();
  useDisputedAreas();
  const notice = useStore(notifier.store, (state) => state.notice);
  const storage = useStore(storageNotices);
  const isWaiting = useStore(appVersionWaiting, (state) => state.isWaiting);
  const isDeletionRefused = useLiveQuery(() => revocations.hasRefusedDeletion()) ?? false;
  const recommended = useLiveQuery(recommendedVersion) ?? null;
  const reload = { label: t('action.reload'), onClick: () => void reloadSafely() };

  const shared = useSharedNotices(goTo);
  const added = useStore(addedNotices, (state) => state.notices);

  const notices: NoticeItem[] = [];
  if (storage.update) notices.push({ id: 'storage-update', type: 'warning', text: t('error.storage_newer'), action: reload });
  else if (storage.reload) notices.push({ id: 'storage-reload', type: 'warning', text: t('error.update_ready'), action: reload });
  if (storage.blocked) notices.push({ id: 'storage-blocked', type: 'warning', text: t('error.storage_blocked') });
  if (storage.failed) notices.push({ id: 'storage-failed', type: 'negative', text: t('error.storage_failed'), action: reload });
  if (storage.mayBeLost !== null)
    notices.push({ id: 'storage-lost', type: 'negative', text: t('error.storage_lost', { count: storage.mayBeLost }) });
  if (isWaiting) {
    notices.push({
      id: 'new-version',
      type: 'info',
      text: t('error.update_ready'),
      action: { label: t('action.reload'), onClick: () => activateNewVersion(() => void reloadSafely()) },
    });
  }
  // Where a new version waits already, its notice is enough.
  if (recommended !== null && !isWaiting) {
    const toUpdate = { label: t('screens.app_update'), onClick: () => goTo('/app-update') };
    notices.push({
      id: 'update-recommended',
      type: 'info',
      text: t('error.update_recommended', { version: recommended }),
      action: toUpdate,
    });
  }
  if (isDeletionRefused) {
    const toSettings = { label: t('screens.settings'), onClick: () => goTo('/settings/delete') };
    notices.push({ id: 'deletion-refused', type: 'negative', text: t('error.deletion_refused'), action: toSettings });
  }
  notices.push(...shared.notices);

  const passing: NoticeItem[] = [];
  if (notice) {
    const { id, type, text, link } = notice;
    const follow = (to: string) => {
      notifier.dismiss(id);
      goTo(to);
    };
    passing.push({ id: `notice-${id}`, type, text, ...(link ? { action: { label: link.label, onClick: () => follow(link.to) } } : {}) });
  }

  const lasting = notices.map((one) => ({ ...one, stays: true }));
  passing.push(...added.filter(({ stays }) => !stays));
  lasting.push(...added.filter(({ stays }) => stays).map((one) => ({ ...one, stays: true })));
  const dismiss = (id: string) => {
    const own = added.find((one) => one.id === id);
    if (own) own.onDismiss();
    else if (id === 'storage-update' || id === 'storage-reload') storageNotices.setState({ update: false, reload: false });
    else if (id === 'storage-blocked') storageNotices.setState({ blocked: false });
    else if (id === 'storage-failed') storageNotices.setState({ failed: false });
    else if (id === 'storage-lost') storageNotices.setState({ mayBeLost: null });
    else if (id === 'new-version') appVersionWaiting.setState({ isWaiting: false });
    else if (id === 'update-recommended') void putOffUpdate(database, recommended!);
    else if (id === 'deletion-refused') void revocations.forgetRefusedDeletion();
    else if (!shared.dismiss(id)) notifier.dismiss();
  };
  return (
    <NoticeArea
      notices={[...passing, ...lasting]}
      onDismiss={dismiss}
      dismissLabel={t('action.close')}
      unfoldLabel={t('action.whole_message')}
    />
  );
}

/** The version that the server recommends, unless somebody has put it off. */
async function recommendedVersion(): Promise<string | null> {
  const answer = await storedAnswer(database, __APP_VERSION__);
  const version = answer?.recommended_version ?? null;
  return version === null || (await isPutOff(database, version)) ? null : version;
}
