import { gradeChangeText, notificationText, type NotificationTexts } from '@veld/contract';
import { useContext, createContext, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../i18n/format';
import { useLanguage } from '../../shared/session/session';
import type { Notification } from './data';

/** What happened, in a sentence, and what became of the grade by it. */
export function useEntryText(entry: Notification): { text: string; change: string | null } {
  return useEntryTexts()(entry);
}

/** As `useEntryText`, for the entries of a list. */
export function useEntryTexts(): (entry: Notification) => { text: string; change: string | null } {
  const { t } = useTranslation(['notifications', 'common']);
  const language = useLanguage();
  const badgeTitle = useContext(BadgeTitle);
  return useMemo(() => {
    const texts: NotificationTexts = (key, values) => t(key, { ...values });
    const formatDay = (day: Date) => formatDate(day, language, { dateStyle: 'long' });
    return (entry) => ({
      text: notificationText(entry, texts, { language, formatDay, badgeTitle }),
      change: gradeChangeText(entry, texts),
    });
  }, [t, language, badgeTitle]);
}

/** The title of a badge by its id, which a later feature has; null for one that is not known. */
export const BadgeTitle = createContext<(id: string) => string | null>(() => null);
