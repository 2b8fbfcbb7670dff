import { Button, Progress, Modal } from '@mantine/core';
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { IconArrowLeft } from '@tabler/icons-react';
import type { WaitingRecord } from '@veld/contract';
import { type ComponentType, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { number } from '../../../../i18n/format';
import { agreeWithAll, takeBackAll } from '../../../../local/changes/identifications';
import { useRecordTranslation } from '../../../../shared/records/record-labels';
import { type Undoable, UndoNotice } from '../../../../shared/records/UndoNotice';
import { currentDatabase, notifier, useLanguage } from '../../../../shared/session/session';
import { steadyFocus, useFocusBack } from '../../../../ui/steady-focus';
import { stickyBarRoom } from '../../../../ui/publish-height';
import { GRID_SIZE, type Handled } from '../data';
import { QueueCard } from '../QueueCard';
import { once } from '../use-keys';
import { GridCell, pickAgreeable } from './GridCell';
import { useNamed } from '../../../../shared/taxa/names';
import { DialogActions } from '../../../../ui/DialogBody';
import { ScientificName } from '../../../../ui/ScientificName';
import classes from './GridView.module.css';

const NONE: ReadonlySet<string> = new Set();

interface Props {
  records: readonly WaitingRecord[];
  handled: Handled;
  /** When the server sent the records. */
  fetchedAt: number;
  total: { count: number; isMinimum: boolean };
  /** Asks for more records; absent without any. */
  onMore?: (() => void) | undefined;
  /** Shown after the last record. */
  end: ReactNode;
  talk?: ComponentType<{ record: WaitingRecord }> | undefined;
  lookAlikes?: ComponentType<{ record: WaitingRecord }> | undefined;
}

/**
 * Thirty records at a time. What the user agrees with stays in its place until the next thirty, so that nothing moves under the finger.
 * Where there is room, the record that has the focus stands beside them; elsewhere its name opens it.
 */
export default function GridView({ records, handled, fetchedAt, total, onMore, end, talk, lookAlikes }: Props) {
  const t = useRecordTranslation('identifications');
  const language = useLanguage();
  const isWide = useMediaQuery('(min-width: 75em)', false, { getInitialValueInEffect: false });
  const [from, setFrom] = useState(0);
  const [marked, setMarked] = useState(NONE);
  const [opened, setOpened] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [act, setAct] = useState<Undoable | null>(null);
  const page = records.slice(from, from + GRID_SIZE);
  useEffect(() => {
    if (records.length < from + GRID_SIZE) onMore?.();
  }, [records.length, from, onMore]);

  const isDone = ({ id }: WaitingRecord) => handled.identified.has(id) || handled.skipped.has(id);
  const open = page.filter((one) => !isDone(one));
  const chosen = open.filter(({ id }) => marked.has(id));
  const current = page.find(({ id }) => id === opened) ?? null;
  const ask = () => chosen.length > 0 && setAsking(true);
  const unmark = () => setMarked(NONE);
  useHotkeys([...once('A', ask), ...once('U', unmark)]);

  const agree = async () => {
    setAsking(false);
    const complain = (error: unknown) => notifier.show('negative', t('observations:outbox.failed'), { cause: error });
    try {
      const said = chosen.flatMap((record) => {
        const taxon = pickAgreeable(record);
        return taxon ? [{ recordId: record.id, taxonId: taxon.id }] : [];
      });
      const identifications = await agreeWithAll(currentDatabase(), said);
      const undo = () => void takeBackAll(currentDatabase(), identifications).catch(complain);
      setAct({ id: identifications[0]!.id, text: t('identifications:grid.agreed', { number: number(said.length, language) }), undo });
      unmark();
    } catch (error) {
      complain(error);
    }
  };
  const toggle = (id: string) => setMarked((all) => (all.has(id) ? new Set([...all].filter((one) => one !== id)) : new Set([...all, id])));
  const move = (to: number) => {
    setFrom(to);
    unmark();
    setOpened(null);
    window.scrollTo({ top: 0 });
  };
  const card = current && (
    <QueueCard
      key={current.id}
      isAside={isWide}
      record={current}
      fetchedAt={fetchedAt}
      isSkipped={handled.skipped.has(current.id)}
      onNext={() => setOpened(null)}
      onDone={(done) => {
        setAct(done);
        if (!isWide) setOpened(null);
      }}
      onPrevious={isWide ? undefined : () => setOpened(null)}
      talk={talk}
      lookAlikes={lookAlikes}
    />
  );
  const notice = <UndoNotice act={act} onDismiss={() => setAct(null)} />;
  if (card && !isWide)
    return (
      <div ref={steadyFocus}>
        <Button variant="subtle" leftSection={<IconArrowLeft size={20} aria-hidden />} onClick={() => setOpened(null)}>
          {t('identifications:grid.grid')}
        </Button>
        {card}
        {notice}
      </div>
    );
  if (page.length === 0) return <>{end}</>;
  const hasNext = records.length > from + GRID_SIZE || onMore !== undefined;
  const values = {
    from: number(from + 1, language),
    to: number(from + page.length, language),
    total: `${number(Math.max(total.count, from + page.length), language)}${total.isMinimum ? '+' : ''}`,
  };
  return (
    <div ref={steadyFocus} className={classes.view} data-beside={card ? true : undefined}>
      <div>
        <p className={classes.position} role="status">
          {t('identifications:grid.position', values)}
        </p>
        <Progress value={(100 * (from + page.length)) / Math.max(total.count, 1)} size="sm" aria-hidden />
        <Cells>
          {page.map((record, at) => (
            <GridCell
              key={record.id}
              record={record}
              isFirst={at < 6}
              isMarked={marked.has(record.id)}
              state={handled.identified.has(record.id) ? 'agreed' : handled.skipped.has(record.id) ? 'skipped' : 'open'}
              onToggle={() => toggle(record.id)}
              onFocus={isWide ? () => setOpened(record.id) : undefined}
              onOpen={() => setOpened(record.id)}
            />
          ))}
        </Cells>
        {!hasNext && open.length === 0 && end}
        <div className={classes.bar} ref={stickyBarRoom} data-save-bar>
          {chosen.length > 0 ? (
            <>
              <Button className={classes.agree} aria-keyshortcuts="A" onClick={ask}>
                {t('identifications:grid.agree', { number: number(chosen.length, language) })}
              </Button>
              <Button variant="default" aria-keyshortcuts="U" onClick={unmark}>
                {t('identifications:grid.unmark_all')}
              </Button>
            </>
          ) : (
            <>
              {open.some((one) => pickAgreeable(one) !== null) && (
                <Button variant="default" onClick={() => setMarked(new Set(open.flatMap((one) => (pickAgreeable(one) ? [one.id] : []))))}>
                  {t('identifications:grid.mark_all')}
                </Button>
              )}
              {from > 0 && (
                <Button variant="default" onClick={() => move(Math.max(0, from - GRID_SIZE))}>
                  {t('identifications:grid.previous')}
                </Button>
              )}
              {hasNext && (
                <Button className={classes.agree} variant={open.length === 0 ? 'filled' : 'default'} onClick={() => move(from + GRID_SIZE)}>
                  {t('identifications:grid.next')}
                </Button>
              )}
            </>
          )}
        </div>
      </div>
      {card && <aside className={classes.beside}>{card}</aside>}
      {isAsking && <AgreeDialog records={chosen} onAgree={() => void agree()} onClose={() => setAsking(false)} />}
      {notice}
    </div>
  );
}

/** The cells, among which the arrow keys move. */
function Cells({ children }: { children: ReactNode }) {
  const t = useRecordTranslation('identifications');
  const list = useRef<HTMLUListElement>(null);
  const cells = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-cell]') ?? [])];
  const onKeyDown = (event: KeyboardEvent) => {
    const all = cells();
    const at = all.findIndex((cell) => cell === document.activeElement);
    const next = at < 0 ? undefined : all[at + stepOf(event.key, countColumns(all))];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return (
    // The arrows move among the cells, which are the controls.
    <div role="presentation" onKeyDown={onKeyDown}>
      <ul ref={list} className={classes.cells} aria-label={t('identifications:grid.records')}>
        {children}
      </ul>
    </div>
  );
}

function countColumns(cells: readonly HTMLElement[]): number {
  const top = cells[0]?.getBoundingClientRect().top;
  const columns = cells.findIndex((cell) => cell.getBoundingClientRect().top !== top);
  return columns < 1 ? cells.length : columns;
}

function stepOf(key: string, columns: number): number {
  const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns };
  return steps[key] ?? Number.NaN;
}

interface AgreeDialogProps {
  /** Those that are marked. */
  records: readonly WaitingRecord[];
  onAgree: () => void;
  onClose: () => void;
}

/** Which names the user is about to agree with, and how often each. */
function AgreeDialog({ records, onAgree, onClose }: AgreeDialogProps) {
  useFocusBack();
  const t = useRecordTranslation('identifications');
  const language = useLanguage();
  const byTaxon = Map.groupBy(
    records.flatMap((record) => pickAgreeable(record) ?? []),
    ({ id }) => id,
  );
  const names = useNamed([...byTaxon.values()].map((all) => ({ taxon: all[0]!, count: all.length })));
  return (
    <Modal opened onClose={onClose} title={t('identifications:grid.preview')} closeButtonProps={{ 'aria-label': t('common:action.close') }}>
      <ul className={classes.preview}>
        {names.map(({ taxon, count }) => (
          <li key={taxon.id}>
            <span>
              {taxon.name}
              {taxon.name !== taxon.scientific_name && (
                <ScientificName className={classes.scientific} name={taxon.scientific_name} rank={taxon.rank} />
              )}
            </span>
            <strong>{number(count, language)}×</strong>
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('common:action.cancel')}
        </Button>
        <Button data-autofocus onClick={onAgree}>
          {t('identifications:grid.agree', { number: number(records.length, language) })}
        </Button>
      </DialogActions>
    </Modal>
  );
}
