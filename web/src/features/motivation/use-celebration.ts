import { BADGES } from '@veld/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addNotice } from '../../ui/notices/added-notices';
import { useUser } from '../accounts/data';
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
  const isDue = unseen.length > 0 && (!isOn || CALM.has(pathname));
  const key = unseen.join();

  useEffect(() => {
    if (!isDue) return;
    const ids = key.split(',');
    if (isOn) setShown((before) => [...before, ...ids]);
    for (const id of ids) markSeen('badge', id);
  }, [isDue, isOn, key]);

  const isCalm = CALM.has(pathname);
  useEffect(() => {
    // Who leaves the calm screens has seen it.
    if (!isCalm || !isOn) setShown((before) => (before.length === 0 ? before : []));
  }, [isCalm, isOn]);

  const names = BADGES.filter(({ id }) => shown.includes(id)).map(title);
  const text =
    names.length > MAX_NAMED ? t('celebration.many', { number: names.length }) : t('celebration.named', { names: names.join(', ') });
  const isShown = shown.length > 0;
  useEffect(() => {
    if (!isShown) return;
    const close = () => setShown([]);
    const show = () => {
      close();
      goTo('/profile?tab=badges');
    };
    return addNotice({
      id: 'badges',
      type: 'positive',
      text,
      stays: true,
      action: { label: t('celebration.show'), onClick: show },
      onDismiss: close,
    });
    // oxlint-disable-next-line react/exhaustive-deps -- the words of the language stay
  }, [isShown, text]);
}
