import { Alert, Button, Modal } from '@mantine/core';
import type { TrackPoint } from '@veld/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LocalObservation } from '../../../../shared/records/own';
import { DialogActions } from '../../../../ui/DialogBody';
import { useFocusBack } from '../../../../ui/steady-focus';
import type { LocalJourney } from '../../own-journeys';
import classes from './JourneyDialog.module.css';

interface Props {
  title: string;
  onClose: () => void;
  /** What the button that changes something says. */
  action: string;
  isDangerous?: boolean;
  isDisabled?: boolean;
  /** Changes the device. The dialog closes once it is done, and says so if it failed. */
  onAct: () => Promise<void>;
  size?: string;
  children: ReactNode;
}

/** A dialog that changes a journey. */
export function JourneyDialog({ title, onClose, action, isDangerous = false, isDisabled = false, onAct, size, children }: Props) {
  useFocusBack();
  const { t } = useTranslation(['journeys', 'common']);
  const [state, setState] = useState<'open' | 'working' | 'failed'>('open');
  const act = () => {
    setState('working');
    onAct().then(onClose, (error: unknown) => {
      console.error('Journey', error);
      setState('failed');
    });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      {...(size !== undefined && { size })}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <div className={classes.body}>{children}</div>
      {state === 'failed' && (
        <Alert color="brick" role="alert">
          {t('dialog.failed')}
        </Alert>
      )}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('common:action.cancel')}
        </Button>
        <Button {...(isDangerous && { color: 'brick' })} loading={state === 'working'} disabled={isDisabled} onClick={act}>
          {action}
        </Button>
      </DialogActions>
    </Modal>
  );
}

/** What each dialog of the page of a journey gets. */
export interface DialogProps {
  journey: LocalJourney;
  /** All points, those that are trimmed away included. */
  points: readonly TrackPoint[];
  records: readonly LocalObservation[];
  onClose: () => void;
}
