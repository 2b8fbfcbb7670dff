import { Button, Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useBlocker } from 'react-router';
import { DialogActions, DialogText } from '../../../ui/DialogBody';
import { useFocusBack } from '../../../ui/steady-focus';
import type { ObserveForm } from '../use-observe-form';

/**
 * Asks before leaving a form whose draft could not be stored: the form holds the only copy. `onLeaving` is called when the person wants to
 * leave, and when they stay.
 */
export function UnsavedDraft({ form, onLeaving }: { form: ObserveForm; onLeaving: (isLeaving: boolean) => void }) {
  const { draftId, recordId, draftState, isDraftStored, flushDraft } = form;
  const isBad = draftState === 'full' || draftState === 'failed';
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    // Adding the id of the first draft to the address does not leave the form.
    const isOwn = recordId === null && nextLocation.search === `?draft=${draftId}` && nextLocation.pathname === currentLocation.pathname;
    if (isOwn || isDraftStored()) return false;
    onLeaving(true);
    return true;
  });
  const [isAsking, setAsking] = useState(false);

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    let isCurrent = true;
    // Space may have been freed, or the write was still running.
    void flushDraft().then((isStored) => {
      if (!isCurrent) return;
      if (isStored) blocker.proceed();
      else setAsking(true);
    });
    return () => {
      isCurrent = false;
    };
  }, [blocker, flushDraft]);

  useEffect(() => {
    if (!isBad) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!isDraftStored()) event.preventDefault();
    };
    globalThis.addEventListener('beforeunload', ask);
    return () => globalThis.removeEventListener('beforeunload', ask);
  }, [isBad, isDraftStored]);

  if (!isAsking || blocker.state !== 'blocked') return null;
  return (
    <LeaveDialog
      isFull={draftState === 'full'}
      onStay={() => {
        onLeaving(false);
        setAsking(false);
        blocker.reset();
      }}
      onLeave={() => {
        setAsking(false);
        blocker.proceed();
      }}
    />
  );
}

function LeaveDialog({ isFull, onStay, onLeave }: { isFull: boolean; onStay: () => void; onLeave: () => void }) {
  useFocusBack();
  const { t } = useTranslation(['recording', 'common']);
  return (
    <Modal opened onClose={onStay} title={t('leave.title')} closeButtonProps={{ 'aria-label': t('common:action.close') }}>
      <DialogText>{t(isFull ? 'leave.full' : 'leave.failed')}</DialogText>
      <DialogActions>
        {isFull && (
          <Button variant="default" component={Link} to="/storage" target="_blank">
            {t('problem.free_space')}
          </Button>
        )}
        <Button onClick={onStay} data-autofocus>
          {t('leave.stay')}
        </Button>
        <Button color="brick" variant="subtle" onClick={onLeave}>
          {t('leave.confirm')}
        </Button>
      </DialogActions>
    </Modal>
  );
}
