import { Button } from '@mantine/core';
import { IconBell, IconBookmark } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedViewsProps } from './view-address';

const SavedViewsDialog = lazy(() => import('./SavedViewsDialog'));

/** Opens the person's saved views, of which each is one tap more; with `onlyFollow`, what is shown can only be followed. */
export function SavedViews({ onlyFollow = false, ...props }: SavedViewsProps & { onlyFollow?: boolean }) {
  const { t } = useTranslation(['explore', 'common']);
  const [open, setOpen] = useState<'views' | 'follow' | null>(null);
  return (
    <>
      {!onlyFollow && (
        <Button variant="default" leftSection={<IconBookmark size={20} aria-hidden />} onClick={() => setOpen('views')}>
          {t('common:table.views')}
        </Button>
      )}
      {props.screen === 'explore' && (
        <Button variant="default" leftSection={<IconBell size={20} aria-hidden />} onClick={() => setOpen('follow')}>
          {t('follow.this')}
        </Button>
      )}
      {open && (
        <Suspense fallback={null}>
          <SavedViewsDialog {...props} isToFollow={open === 'follow'} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  );
}
