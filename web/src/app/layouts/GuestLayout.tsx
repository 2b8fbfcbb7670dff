import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { matchPath, useLocation } from 'react-router';
import { GuestFrame } from '../../ui/frame/GuestFrame';
import { SCREENS } from '../screens';
import { LanguageChoice } from './layout-parts';

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
