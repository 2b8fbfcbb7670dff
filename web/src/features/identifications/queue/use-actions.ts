import type { IdentificationDraft, TaxonSummary } from '@veld/contract';
import { useRef } from 'react';
import { identify, withdraw } from '../../../local/records/identifications/identify';
import { skipRecord, unskipRecord } from '../../../local/records/identifications/skipped';
import { currentDatabase, notifier } from '../../../shared/session/session';
import type { Undoable } from '../../../shared/records/UndoNotice';
import { useRecordTranslation } from '../../../shared/records/use-record-translation';
import type { RecordIdentifications } from '../data';

/** What can be done with a record of the queue. Each is stored on the device at once; `onDone` gets what takes it back. */
export function useActions(recordId: string, found: RecordIdentifications, onDone: (act: Undoable) => void) {
  const t = useRecordTranslation('identifications');
  const database = currentDatabase();
  // A second tap comes before the next record is shown.
  const isBusy = useRef(false);
  const attempt = async (work: () => Promise<Undoable>) => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      onDone(await work());
    } catch (error) {
      notifier.show('negative', t('observations:outbox.failed'), { cause: error });
    } finally {
      isBusy.current = false;
    }
  };
  const complain = (error: unknown) => notifier.show('negative', t('observations:outbox.failed'), { cause: error });

  const say = (draft: IdentificationDraft, text: string) =>
    attempt(async () => {
      const { mine, minesOnServer } = found;
      const id = await identify(database, recordId, draft);
      const undo = () =>
        mine
          ? identify(database, recordId, { taxon_id: mine.taxon.id, disagrees: mine.disagrees, comment: mine.comment })
          : withdraw(database, recordId, { id, former: minesOnServer });
      return { id, text, undo: () => void undo().catch(complain) };
    });
  return {
    say,
    agree: ({ id, name }: TaxonSummary) => say({ taxon_id: id, disagrees: false, comment: '' }, t('identifications:queue.said', { name })),
    skip: () =>
      attempt(async () => {
        await skipRecord(database, recordId);
        const undo = () => void unskipRecord(database, recordId).catch(complain);
        return { id: `${recordId} ${Date.now()}`, text: t('identifications:queue.skipped'), undo };
      }),
  };
}
