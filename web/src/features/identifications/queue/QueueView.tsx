import { Button, Progress } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { WaitingRecord } from '@veld/contract';
import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react';
import { number } from '../../../i18n/format';
import { markSeen } from '../../../shared/hints/introductions';
import { photosInOrder } from '../../../shared/media/photos-in-order';
import { LARGE_SIZES } from '../../../shared/records/photos/Gallery';
import { type Undoable, UndoNotice } from '../../../shared/records/UndoNotice';
import { useRecordTranslation } from '../../../shared/records/record-labels';
import { useLanguage, useUser } from '../../../shared/session/session';
import { steadyFocus } from '../../../ui/steady-focus';
import type { Handled } from './data';
import { QueueCard } from './QueueCard';
import { useQueueKeys } from './use-keys';
import classes from './QueueView.module.css';

const NONE: ReadonlySet<string> = new Set();

interface Props {
  records: readonly WaitingRecord[];
  handled: Handled;
  /** When the server sent the records. */
  fetchedAt: number;
  /** How many wait, as the progress says it. */
  total: { count: number; isMinimum: boolean };
  isKept: boolean;
  /** Asks for more records; absent without any. */
  onMore?: (() => void) | undefined;
  /** Shown after the last record. */
  end: ReactNode;
  talk?: ComponentType<{ record: WaitingRecord }> | undefined;
  lookAlikes?: ComponentType<{ record: WaitingRecord }> | undefined;
}

/** With fewer records ahead than this, more are asked for. */
const FEW = 5;

/** One record after the other. */
export function QueueView({ records, handled, fetchedAt, total, isKept, onMore, end, talk, lookAlikes }: Props) {
  const t = useRecordTranslation('identifications');
  const position = usePosition(records, handled);
  const { at, current, next, openCount, goBack } = position;
  const [act, setAct] = useState<Undoable | null>(null);
  const dismiss = useCallback(() => setAct(null), []);
  useEffect(() => {
    if (openCount < FEW) onMore?.();
  }, [openCount, onMore]);
  usePreloaded(next);
  const undo = () => {
    act?.undo();
    dismiss();
  };
  useQueueKeys({ onPrevious: goBack, onUndo: undo });
  const { wizards_seen } = useUser();
  const take = (recordId: string, done: Undoable) => {
    // Whoever has done it needs no introduction to it.
    if (!wizards_seen.includes('identify')) markSeen('wizard', 'identify');
    const takeBack = () => {
      done.undo();
      position.reopen(recordId);
    };
    setAct({ ...done, undo: takeBack });
    position.goOn(recordId);
  };
  return (
    <div ref={steadyFocus}>
      <Position number={at < 0 ? records.length : at + 1} total={total} isKept={isKept} />
      {current ? (
        <QueueCard
          key={current.id}
          record={current}
          fetchedAt={fetchedAt}
          isSkipped={handled.skipped.has(current.id)}
          onNext={() => position.goOn(current.id)}
          onDone={(done) => take(current.id, done)}
          onPrevious={goBack}
          talk={talk}
          lookAlikes={lookAlikes}
        />
      ) : (
        <>
          {end}
          {goBack && (
            <p className={classes.back}>
              <Button variant="subtle" leftSection={<IconArrowLeft size={20} aria-hidden />} onClick={goBack}>
                {t('identifications:queue.previous')}
              </Button>
            </p>
          )}
        </>
      )}
      <UndoNotice act={act} onDismiss={dismiss} />
    </div>
  );
}

/** "12 of 240 waiting". */
function Position({ number: place, total, isKept }: { number: number } & Pick<Props, 'total' | 'isKept'>) {
  const t = useRecordTranslation('identifications');
  const language = useLanguage();
  const values = { number: number(place, language), total: number(Math.max(total.count, place), language) };
  const text = isKept
    ? t('identifications:queue.position_kept', values)
    : total.isMinimum
      ? t('identifications:queue.position_minimum', values)
      : t('identifications:queue.position', values);
  return (
    <div className={classes.position}>
      <p role="status">{text}</p>
      <Progress value={(100 * place) / Math.max(total.count, place, 1)} size="sm" aria-label={text} />
    </div>
  );
}

/** Loads the first picture of the next record, in the size that it will have. */
function usePreloaded(record: WaitingRecord | null): void {
  const urls = record && photosInOrder(record.media)[0]?.urls;
  const [small, middle, large] = urls ? [urls[128], urls[512], urls[1600]] : [];
  useEffect(() => {
    if (!small) return;
    const picture = new Image();
    picture.sizes = LARGE_SIZES;
    picture.srcset = `${small} 128w, ${middle} 512w, ${large} 1600w`;
  }, [small, middle, large]);
}

/** Where the user is in a list of records: at the first one that is neither identified nor skipped, or where they went back to. */
function usePosition(records: readonly WaitingRecord[], { identified, skipped }: Handled) {
  const [chosen, setChosen] = useState<string | null>(null);
  // The device may take a moment until it lists what was done.
  const [done, setDone] = useState(NONE);
  const isOpen = ({ id }: WaitingRecord) => !identified.has(id) && !skipped.has(id) && !done.has(id);
  const back = records.findIndex(({ id }) => id === chosen);
  const at = back >= 0 ? back : records.findIndex(isOpen);
  const before = records[at < 0 ? records.length - 1 : at - 1];
  return {
    /** The index of the current record; -1 at the end. */
    at,
    current: records[at] ?? null,
    next: records.slice(at + 1).find(isOpen) ?? null,
    openCount: records.filter(isOpen).length,
    goOn: (id: string) => {
      setDone((all) => new Set([...all, id]));
      setChosen(null);
    },
    goBack: before && (() => setChosen(before.id)),
    /** Shows a record again after what was done with it was undone. */
    reopen: (id: string) => {
      setDone((all) => new Set([...all].filter((one) => one !== id)));
      setChosen(id);
    },
  };
}
