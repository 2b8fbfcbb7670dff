import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { GuestFrame } from '../../ui/frame/GuestFrame';
import { LanguageChoice } from './layout-parts';

/** For visitors, with a choice of language. */
export function GuestLayout({ children }: { children: ReactNode }) {
  const { t } = useTranslation('common');
  const isCover = useLocation().pathname === '/welcome';
  return (
    <GuestFrame
      look={isCover ? 'cover' : 'form'}
      language={<LanguageChoice />}
      homeTo="/welcome"
      homeLabel={t('screens.welcome')}
      skipLabel={t('nav.skip')}
    >
      {children}
    </GuestFrame>
  );
}
