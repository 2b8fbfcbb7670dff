import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { auth } from '../../local/app/veld';
import { sharedFiles } from '../../local/device/shared-files';
import { shareNotices } from '../../local/device/shared-files-news';
import type { NoticesProps } from '../../ui/feature';
import { addNotice } from '../../ui/notices/added-notices';
import { SHARE_FAULTS } from '../../worker/share-target';

/** Says that shared photos are waiting, or why they were not stored; also before login. */
export default function SharedNotices({ goTo }: NoticesProps) {
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

  const faultText = t && fault && t(`photo-import:shared.fault.${fault}`);
  const showFault = useEffectEvent((text: string) =>
    addNotice({
      id: 'share-fault',
      type: fault === 'full' || fault === 'failed' ? 'negative' : 'warning',
      text,
      stays: true,
      onDismiss: () => shareNotices.setState({ fault: null }),
    }),
  );
  useEffect(() => (faultText ? showFault(faultText) : undefined), [faultText]);

  const waitingText = t && isWaiting && t(userId ? 'photo-import:shared.waiting' : 'photo-import:shared.log_in', { count });
  const showWaiting = useEffectEvent((text: string) => {
    return addNotice({
      id: 'share-waiting',
      type: 'info',
      text,
      stays: true,
      ...(t && userId ? { action: { label: t('photo-import:shared.create_records'), onClick: () => goTo('/observe/photos') } } : {}),
      onDismiss: () => setDismissed(count),
    });
  });
  // After the fault, which is more urgent.
  useEffect(() => (waitingText ? showWaiting(waitingText) : undefined), [waitingText, faultText]);
  return null;
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
