import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './RemovedPhotos.module.css';
import type { PhotoList } from './use-photo-list';

/** The photos that were just taken out; each can come back. */
export function RemovedPhotos({ list: { removed, undo } }: { list: PhotoList }) {
  const { t } = useTranslation(['recording', 'common']);
  return removed.map((one) => (
    <div key={one.photo.id} className={classes.removed} role="status">
      <span>{t('photo.removed')}</span>
      <Button
        variant="subtle"
        leftSection={<IconArrowBackUp size={20} aria-hidden />}
        aria-label={t('photo.put_back')}
        onClick={() => undo(one)}
      >
        {t('common:action.undo')}
      </Button>
    </div>
  ));
}
