import { Button, Modal } from '@mantine/core';
import type { ObservationDraft, TaxonSummary } from '@veld/contract';
import { useEffect, useState } from 'react';
import type { UserDatabase } from '../../../local/db/database';
import { readEditBase } from '../../../local/records/edit-base';
import { ownObservation, saveObservation } from '../../../local/records/observations';
import type { Observer } from '../../../local/records/record-shape';
import { summarizeTaxon, taxonById } from '../../../shared/taxa/data';
import { DialogActions, DialogText } from '../../../ui/DialogBody';
import { newId } from '../../../local/db/ids';
import { endUndoTime, UNDO_MS, undoSave } from '../../../local/records/undo-save';
import { currentDatabase, notifier } from '../../../shared/session/session';
import type { FormValues } from '../form-values';
import type { FormStart } from '../use-observe-form';
import { useRecordTranslation } from '../../../shared/records/record-labels';
import classes from './UndoSave.module.css';

const SECONDS = UNDO_MS / 1000;

interface Props {
  id: string;
  values: FormValues;
  onUndone: (start: FormStart) => void;
  className?: string | undefined;
}

/** Offers to undo a save for ten seconds. The record is sent after that, or earlier when the screen is left or hidden. */
export function UndoSave({ id, values, onUndone, className }: Props) {
  const t = useRecordTranslation('recording');
  const [left, setLeft] = useState(SECONDS);
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const isRunning = left > 0 && !isAsking && !isBusy;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [isRunning, left]);

  useEffect(() => {
    const database = currentDatabase();
    const send = (options = {}) => void endUndoTime(database, id, options).catch((error: unknown) => console.error('Undo', error));
    // A page in the background may not run again for hours.
    const onHide = () => {
      if (document.visibilityState === 'hidden') send();
    };
    document.addEventListener('visibilitychange', onHide);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      send({ keepsForPlace: true });
    };
  }, [id]);

  const undo = async (isAgreed: boolean) => {
    setBusy(true);
    try {
      const draftId = newId();
      const undone = await undoSave(currentDatabase(), id, { id: draftId, values }, { isAgreed });
      if (undone.outcome === 'sent') setAsking(true);
      else if (undone.outcome === 'gone') setLeft(0);
      else return onUndone({ draftId, recordId: null, values: undone.values, isStored: true });
    } catch (error) {
      notifier.show('negative', t('observations:outbox.failed'), { cause: error });
    }
    setBusy(false);
  };
  if (left === 0 && !isAsking) return null;
  return (
    <>
      <Button
        className={className}
        variant="subtle"
        aria-label={t('common:action.undo')}
        loading={isBusy && !isAsking}
        onClick={() => void undo(false)}
      >
        {t('common:action.undo')} <span className={classes.seconds}>{left}</span>
      </Button>
      <Modal
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('recording:undo.title')}
        closeButtonProps={{ 'aria-label': t('common:action.close') }}
      >
        <DialogText>{t('recording:undo.text')}</DialogText>
        <DialogActions>
          <Button variant="default" onClick={() => setAsking(false)} data-autofocus>
            {t('common:action.cancel')}
          </Button>
          <Button color="brick" loading={isBusy} onClick={() => void undo(true)}>
            {t('recording:undo.confirm')}
          </Button>
        </DialogActions>
      </Modal>
    </>
  );
}

interface Edit {
  /** The record as the form opened it. */
  before: ObservationDraft;
  /** As the form saved it. */
  after: ObservationDraft;
}

/**
 * Saves a record once more as it was before an edit. Only what the edit changed goes back; a change from elsewhere stays, whether it came
 * before the edit was saved or after. Throws `PhotoMissing` if a photo that was taken out is nowhere any more.
 */
export async function undoEdit(database: UserDatabase, id: string, { before, after }: Edit, user: Observer): Promise<void> {
  const record = await ownObservation(database, id);
  if (!record) return;
  const editBase = { ...(await readEditBase(database, record)), draft: after };
  const taxon = before.taxon_id === record.taxon_id ? record.taxon : await findTaxon(before.taxon_id);
  await saveObservation(database, before, [], { id, user, taxon, editBase });
}

/** The name can also come later, with the record from the server. */
async function findTaxon(id: number | null | undefined): Promise<TaxonSummary | null> {
  if (id == null) return null;
  const found = await taxonById(id).catch((error: unknown) => console.error('Undo', error));
  return found ? summarizeTaxon(found) : null;
}
