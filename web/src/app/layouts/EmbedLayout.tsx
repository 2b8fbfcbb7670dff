import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmbedFrame } from '../../ui/frame/EmbedFrame';

/** For embeds on other websites. */
export function EmbedLayout({ children }: { children: ReactNode }) {
  const { t } = useTranslation('embeds');
  return (
    <EmbedFrame homeUrl="/" homeLabel={t('home')}>
      {children}
    </EmbedFrame>
  );
}
