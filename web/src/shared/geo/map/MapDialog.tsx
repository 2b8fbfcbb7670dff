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

/** A cross over the middle of a map. `children`: SVG below it, in pixels from the middle. */
export function Cross({ children }: { children?: ReactNode }) {
  return (
    <svg className={classes.cross} viewBox="-200 -200 400 400" aria-hidden>
      {children}
      <path className={classes.halo} d="M-14 0H14M0 -14V14" />
      <path className={classes.lines} d="M-14 0H14M0 -14V14" />
    </svg>
  );
}
