import { Button } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedViewsProps } from './view-address';

const SavedViewsDialog = lazy(() => import('./SavedViewsDialog'));

/** Opens the person's saved views, of which each is one tap more. */
export function SavedViews(props: SavedViewsProps) {
  const { t } = useTranslation('common');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconBookmark size={20} aria-hidden />} onClick={() => setOpen(true)}>
        {t('table.views')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <SavedViewsDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
