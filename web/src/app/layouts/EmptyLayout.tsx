import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyFrame } from '../../ui/frame/EmptyFrame';

/** Only the screen, without navigation: not found, update. */
export function EmptyLayout({ children }: { children: ReactNode }) {
  const { t } = useTranslation('common');
  return (
    <EmptyFrame homeTo="/" homeLabel={t('action.go_home')}>
      {children}
    </EmptyFrame>
  );
}
