import { Button, Checkbox, Modal } from '@mantine/core';
import { MAX_BATCH, type RecordToValidate } from '@veld/contract';
import { useState } from 'react';
import { newId } from '../../../local/db/ids';
import { describeRecordPlace, formatRecordName, formatWhen, listChips, useRecordTranslation } from '../../../shared/records/record-labels';
import { notifier, useLanguage } from '../../../shared/session/session';
import { useNamedRecord } from '../../../shared/taxa/names';
import { DialogActions, DialogText } from '../../../ui/DialogBody';
import { useFocusBack } from '../../../ui/steady-focus';
import { acceptAll, acceptedState } from './data';
import classes from './queue.module.css';

interface Props {
  /** Nothing was found about them. */
  records: readonly RecordToValidate[];
  onAccepted: (batch: string, ids: readonly string[]) => void;
  onClose: () => void;
}

/** Shows the records that are accepted in one request, each of which can be left out. */
export function BatchDialog({ records, onAccepted, onClose }: Props) {
  useFocusBack();
  const t = useRecordTranslation('validation');
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const [isBusy, setBusy] = useState(false);
  // The same in every attempt, so that one whose answer was lost can be repeated.
  const [batch] = useState(newId);
  const shown = records.slice(0, MAX_BATCH);
  const chosen = shown.filter(({ id }) => !leftOut.has(id));
  const toggle = (id: string) =>
    setLeftOut((before) => (before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id])));
  const accept = async () => {
    setBusy(true);
    try {
      const decided = await acceptAll(
        batch,
        chosen.map((record) => ({ id: record.id, basis: record.basis, state: acceptedState(record) })),
      );
      onAccepted(batch, decided);
    } catch (error) {
      notifier.show('negative', t('validation:batch.failed'), { cause: error });
      setBusy(false);
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size="40rem"
      title={t('validation:batch.title', { count: shown.length })}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <DialogText>{t('validation:batch.text')}</DialogText>
      <ul className={classes.preview}>
        {shown.map((record) => (
          <li key={record.id}>
            <Row record={record} isChosen={!leftOut.has(record.id)} onToggle={() => toggle(record.id)} />
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('common:action.cancel')}
        </Button>
        <Button disabled={chosen.length === 0} loading={isBusy} onClick={() => void accept()}>
          {t('validation:batch.accept', { count: chosen.length })}
        </Button>
      </DialogActions>
    </Modal>
  );
}

function Row({ record: given, isChosen, onToggle }: { record: RecordToValidate; isChosen: boolean; onToggle: () => void }) {
  const t = useRecordTranslation('validation');
  const language = useLanguage();
  const record = useNamedRecord(given);
  const facts = [formatWhen(record, language), describeRecordPlace(record, language, t), ...listChips(record, t), record.user.name];
  return (
    <Checkbox checked={isChosen} onChange={onToggle} label={formatRecordName(record, t)} description={facts.filter(Boolean).join(' · ')} />
  );
}
