import { VisuallyHidden } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import { type Language, LANGUAGES } from '@veld/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { matchPath, useLocation } from 'react-router';
import { languageName } from '../../i18n/format';
import { currentLocale } from '../../i18n/locale';
import { changeLanguage } from '../../local/app/language';
import { GuestFrame } from '../../ui/frame/GuestFrame';
import { SCREENS } from '../screens';
import classes from './shell.module.css';

/** What visitors can look at where the instance lets them. */
const PAGES = SCREENS.filter(({ visitor }) => visitor);

/** For visitors, with a choice of language. */
export function GuestLayout({ children }: { children: ReactNode }) {
  const { t } = useTranslation('common');
  const { pathname } = useLocation();
  return (
    <GuestFrame
      look={pathname === '/welcome' ? 'cover' : PAGES.some(({ path }) => matchPath(path, pathname)) ? 'page' : 'form'}
      language={<LanguageChoice />}
      homeTo="/welcome"
      homeLabel={t('screens.welcome')}
      skipLabel={t('nav.skip')}
    >
      {children}
    </GuestFrame>
  );
}

/** Selects the language of the app, each under its own name. A change reloads the page; drafts are kept. */
export function LanguageChoice() {
  const { t } = useTranslation('common');
  return (
    <label className={classes.language}>
      <IconLanguage size={20} aria-hidden />
      <VisuallyHidden>{t('nav.language')}</VisuallyHidden>
      <select value={currentLocale()} onChange={(event) => void changeLanguage(event.currentTarget.value as Language)}>
        {LANGUAGES.map((code) => (
          <option key={code} value={code} lang={code}>
            {languageName(code)}
          </option>
        ))}
      </select>
    </label>
  );
}
