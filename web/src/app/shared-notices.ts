import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { shareNotices } from '../local/device/shared-files-news';
import { sharedFiles } from '../local/device/shared-files';
import { auth } from '../local/app/veld';
import type { NoticeItem } from '../ui/notices/Notice';
import { SHARE_FAULTS } from '../worker/share-target';

interface SharedNotices {
  notices: NoticeItem[];
  /** Returns false if the id is not one of these notices. */
  dismiss(id: string): boolean;
}

/** Notices that shared photos are waiting, or why they were not stored; also shown before login. */
export function useSharedNotices(goTo: (address: string) => void): SharedNotices {
  const userId = useStore(auth.store, (state) => state.user?.id ?? null);
  const { fault: word, isShown } = useStore(shareNotices);
  const fault = SHARE_FAULTS.find((one) => one === word);
  const count = useLiveQuery(() => sharedFiles().photosWaitingFor(userId), [userId]) ?? 0;
  const [dismissed, setDismissed] = useState(0);
  useEffect(() => {
    sharedFiles()
      .removeExpired()
      .catch((error: unknown) => console.error('Share', error));
  }, []);
  const isWaiting = count > dismissed && !isShown;
  const t = useTextsWhen(isWaiting || fault !== undefined);

  const notices: NoticeItem[] = [];
  if (t && fault) {
    const type = fault === 'full' || fault === 'failed' ? 'negative' : 'warning';
    notices.push({ id: 'share-fault', type, text: t(`photo-import:shared.fault.${fault}`) });
  }
  if (t && isWaiting) {
    const action = { label: t('photo-import:shared.create_records'), onClick: () => goTo('/observe/photos') };
    const text = userId ? t('photo-import:shared.waiting', { count }) : t('photo-import:shared.log_in', { count });
    notices.push({ id: 'share-waiting', type: 'info', text, ...(userId ? { action } : {}) });
  }
  return {
    notices,
    dismiss(id) {
      if (id === 'share-fault') shareNotices.setState({ fault: null });
      else if (id === 'share-waiting') setDismissed(count);
      else return false;
      return true;
    },
  };
}

/** The texts of the photo import, loaded only when there is something to show; null until then. */
function useTextsWhen(isNeeded: boolean) {
  const { i18n } = useTranslation('common');
  const [isHere, setHere] = useState(() => i18n.hasLoadedNamespace('photo-import'));
  useEffect(() => {
    if (!isNeeded || isHere) return;
    i18n.loadNamespaces('photo-import').then(
      () => setHere(true),
      (error: unknown) => console.error('Words', error),
    );
  }, [i18n, isNeeded, isHere]);
  return isNeeded && isHere ? i18n.getFixedT(i18n.language, ['photo-import']) : null;
}
