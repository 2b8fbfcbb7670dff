import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../accounts/data';
import { BadgeTitle } from './badge-title';
import type { Notification } from './data';
import { entryText } from './entry-text';

/** What happened, in a sentence. */
export function useEntryText(entry: Notification): string {
  const { t } = useTranslation(['notifications', 'common']);
  return entryText(entry, t, { language: useLanguage(), badgeTitle: useContext(BadgeTitle) });
}
