import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Panel.module.css';

/** Shows over the map what was tapped. */
export function Panel({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const { t } = useTranslation('common');
  return (
    <div className={classes.panel}>
      <ActionIcon className={classes.close} aria-label={t('action.close')} title={t('action.close')} onClick={onClose}>
        <IconX size={20} aria-hidden />
      </ActionIcon>
      {children}
    </div>
  );
}
