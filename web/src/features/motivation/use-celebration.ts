import { BADGES } from '@veld/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addNotice } from '../../ui/notices/added-notices';
import { useUser } from '../../shared/session/session';
import { useBadgeWords } from './badge-words';
import { markSeen, useMotivation } from './data';

/** Screens on which nobody is recording. On all others, badges wait. */
const CALM: ReadonlySet<string> = new Set(['/', '/profile', '/my-species', '/feed', '/statistics', '/community']);
const MAX_NAMED = 3;

/**
 * Says once, on one device, which badges were earned. They are marked as seen when they are shown; with points and badges switched off,
 * at once and without a word.
 */
export function useCelebration(pathname: string, goTo: (address: string) => void): void {
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
