import { BADGES, type Toast } from '@veld/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { systemClock } from '../../local/device/clock';
import { passingTime } from '../../local/device/passing-time';
import { useUser, notifier } from '../../shared/session/session';
import { markSeen } from '../../shared/hints/introductions';
import { addNotice } from '../../ui/notices/added-notices';
import { useMotivation, useWaitingToasts } from './data';
import { useBadgeWords } from './words';

/** Badges that were earned and messages of the administrators, as notices of the whole app. */
export default function MotivationHost() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const goTo = (address: string) => void navigate(address);
  useCelebration(pathname, goTo);
  useToasts(pathname, goTo);
  return null;
}

/** Screens on which nobody is recording. On all others, badges wait. */
const CALM: ReadonlySet<string> = new Set(['/', '/profile', '/my-species', '/feed', '/statistics', '/community']);
/** Screens at which people work with one hand or against time. On these, messages wait. */
const AT_WORK = /^\/(observe|tally|journeys|my-journeys|identify|map|images)(\/|$)/;
const MAX_NAMED = 3;

/**
 * Says once, on one device, which badges were earned. They are marked as seen when they are shown; with points and badges switched off,
 * at once and without a word.
 */
function useCelebration(pathname: string, goTo: (address: string) => void): void {
  const { t } = useTranslation('motivation');
  const { title } = useBadgeWords();
  const { badges, badges_seen, preferences } = useUser();
  const isOn = preferences.gamification;
  const { data } = useMotivation(isOn);
  const earned = new Set([...badges, ...(data?.badges ?? []).flatMap(({ id, earned_at }) => (earned_at ? [id] : []))]);
  const unseen = BADGES.filter(({ id }) => earned.has(id) && !badges_seen.includes(id)).map(({ id }) => id);
  const [shown, setShown] = useState<readonly string[]>([]);
  const isCalm = CALM.has(pathname);
  // Seeing one changes the user, and so what is unseen, before the others are.
  const [announced, setAnnounced] = useState<{ all: readonly string[]; latest: readonly string[] }>({ all: [], latest: [] });
  const fresh = unseen.filter((id) => !announced.all.includes(id));
  if (fresh.length > 0 && (!isOn || isCalm)) {
    setAnnounced({ all: [...announced.all, ...fresh], latest: fresh });
    if (isOn) setShown([...shown, ...fresh]);
  }
  // Who leaves the calm screens has seen it.
  if (shown.length > 0 && (!isCalm || !isOn)) setShown([]);

  useEffect(() => {
    for (const id of announced.latest) markSeen('badge', id);
  }, [announced]);

  const names = BADGES.filter(({ id }) => shown.includes(id)).map(title);
  const text =
    names.length > MAX_NAMED ? t('celebration.many', { number: names.length }) : t('celebration.named', { names: names.join(', ') });
  const isShown = shown.length > 0;
  const show = useEffectEvent((words: string) => {
    const close = () => setShown([]);
    const open = () => {
      close();
      goTo('/profile?tab=badges');
    };
    return addNotice({
      id: 'badges',
      type: 'positive',
      text: words,
      stays: true,
      action: { label: t('celebration.show'), onClick: open },
      onDismiss: close,
    });
  });
  useEffect(() => (isShown ? show(text) : undefined), [isShown, text]);
}

const SHOWN_MS = 5000;

/**
 * Shows the messages of the administrators one at a time, for five seconds each; longer under the pointer and with the focus. They wait
 * while somebody is at work.
 */
function useToasts(pathname: string, goTo: (address: string) => void): void {
  const { t } = useTranslation('motivation');
  const { toasts_seen } = useUser();
  const { data } = useWaitingToasts();
  const isBusy = useStore(notifier.store, (state) => state.notice !== null);
  const [shown, setShown] = useState<Toast | null>(null);
  const next = isBusy || shown || AT_WORK.test(pathname) ? undefined : data?.find(({ id }) => !toasts_seen.includes(id));

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
