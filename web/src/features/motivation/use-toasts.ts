import type { Toast } from '@veld/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { systemClock } from '../../local/device/clock';
import { addNotice } from '../../ui/notices/added-notices';
import { notifier, useUser } from '../../shared/session/session';
import { markSeen, useWaitingToasts } from './data';
import { passingTime } from '../../local/device/passing-time';

const SHOWN_MS = 5000;

/** Shows the messages of the administrators one at a time, for five seconds each; longer under the pointer and with the focus. */
export function useToasts(goTo: (address: string) => void): void {
  const { t } = useTranslation('motivation');
  const { toasts_seen } = useUser();
  const { data } = useWaitingToasts();
  const isBusy = useStore(notifier.store, (state) => state.notice !== null);
  const [shown, setShown] = useState<Toast | null>(null);
  const next = isBusy || shown ? undefined : data?.find(({ id }) => !toasts_seen.includes(id));

  if (next) setShown(next);

  const show = useEffectEvent(({ id, level, text, link }: Toast) => {
    markSeen('toast', id);
    const close = () => setShown(null);
    const time = passingTime(systemClock, SHOWN_MS, close);
    const remove = addNotice({
      id: `toast-${id}`,
      type: level,
      text,
      onHold: (isHeld) => time.hold(isHeld),
      ...(link ? { action: { label: t('toast.open'), onClick: () => open(link, goTo, close) } } : {}),
      onDismiss: close,
    });
    return () => {
      time.stop();
      remove();
    };
  });
  useEffect(() => (shown ? show(shown) : undefined), [shown]);
}

function open(link: string, goTo: (address: string) => void, close: () => void): void {
  close();
  if (link.startsWith('/')) goTo(link);
  else window.open(link, '_blank', 'noopener,noreferrer');
}
