import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusBack } from '../../../ui/steady-focus';
import classes from './MapDialog.module.css';

interface Props {
  title: string;
  onClose: () => void;
  closeOnClickOutside?: boolean;
  children: ReactNode;
}

/** A dialog with a map; on phones it fills the screen. */
export function MapDialog({ title, onClose, closeOnClickOutside = true, children }: Props) {
  useFocusBack();
  const { t } = useTranslation('common');
  const isWide = useMediaQuery('(min-width: 37.5em)', false, { getInitialValueInEffect: false });
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={closeOnClickOutside}
      fullScreen={!isWide}
      size="48rem"
      title={title}
      closeButtonProps={{ 'aria-label': t('action.close') }}
      classNames={{ content: classes.content, body: classes.body }}
    >
      {children}
    </Modal>
  );
}
