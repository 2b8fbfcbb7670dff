import { Button, NativeSelect } from '@mantine/core';
import { isOneOf, type RecordToValidate, VALIDATION_STATES, type ValidationState } from '@veld/contract';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { number } from '../../../i18n/format';
import { FilterBar } from '../../../shared/record-filter/FilterBar';
import { makeRecordRequest, splitList } from '../../../shared/record-filter/record-query';
import { useRecordQuery } from '../../../shared/record-filter/use-record-query';
import { LoadFailure } from '../../../shared/records/lists/ListParts';
import { type Undoable, UndoNotice } from '../../../shared/records/UndoNotice';
import { notifier, useLanguage } from '../../../shared/session/session';
import { Binoculars } from '../../../ui/drawings/EmptyDrawings';
import { EmptyState } from '../../../ui/EmptyState';
import { PageHeader } from '../../../ui/PageHeader';
import { RecordCardSkeletons } from '../../../ui/Skeletons';
import { steadyFocus } from '../../../ui/steady-focus';
import { BatchDialog } from './BatchDialog';
import { isUnsuspicious, takeBatchBack, type ToValidate, useDecided, useToValidate } from './data';
import { useUndoKey } from './DecisionBar';
import { ValidateCard } from './ValidateCard';
import classes from './queue.module.css';

const OWN: readonly never[] = [];

/** Goes through the records that wait for the user as a validator. */
export default function ValidateScreen() {
  const { t } = useTranslation(['validation', 'notifications', 'common']);
  const [query, changes] = useRecordQuery(OWN);
  const request = useMemo(() => makeRecordRequest(query), [query]);
  const queue = useToValidate(request);
  const states = splitList(query.values.validation).filter((one) => isOneOf(VALIDATION_STATES, one));
  const say = (state: ValidationState) => t(`notifications:validation.${state}`);
  return (
    <>
      <PageHeader title={t('common:screens.validate')} lead={t('queue.lead')} />
      <FilterBar query={query} changes={changes}>
        <NativeSelect
          aria-label={t('queue.state')}
          value={query.values.validation ?? 'unverified'}
          onChange={({ currentTarget: { value } }) => changes.change({ validation: value === 'unverified' ? null : value })}
          data={[
            ...VALIDATION_STATES.map((state) => ({ value: state, label: say(state) })),
            ...(states.length > 1 ? [{ value: states.join(','), label: states.map(say).join(', ') }] : []),
          ]}
        />
        <Button component={Link} to="/validate/rules" variant="default">
          {t('common:screens.validation_rules')}
        </Button>
      </FilterBar>
      {queue.error && <LoadFailure error={queue.error} onRetry={queue.refresh} />}
      {!queue.error && !queue.records && <RecordCardSkeletons count={1} label={t('queue.loading')} />}
      {queue.records && !queue.isValidator && <EmptyState drawing={<Binoculars />} sentence={t('queue.no_validator')} />}
      {queue.records && queue.isValidator && <Queue key={JSON.stringify(request)} queue={queue} records={queue.records} />}
    </>
  );
}

const FEW = 10;

function Queue({ queue, records }: { queue: ToValidate; records: readonly RecordToValidate[] }) {
  const { t } = useTranslation(['validation', 'common']);
  const language = useLanguage();
  const decided = useDecided(queue.since);
  const [act, setAct] = useState<Undoable | null>(null);
  const [isAccepting, setAccepting] = useState(false);
  const dismiss = useCallback(() => setAct(null), []);
  const position = useOrder(records, decided);
  const { current, open, goOn, goBack, reopen } = position;
  const { more } = queue;
  useEffect(() => {
    if (open.length < FEW) more?.();
  }, [open.length, more]);
  const undo = () => {
    act?.undo();
    dismiss();
  };
  useUndoKey(undo);
  if (!decided) return <RecordCardSkeletons count={1} label={t('queue.loading')} />;
  const easy = open.filter(isUnsuspicious);
  const accepted = (batch: string, ids: readonly string[]) => {
    setAccepting(false);
    goOn(ids);
    const takeBack = () => {
      takeBatchBack(batch).then(
        () => reopen(ids),
        (error: unknown) => notifier.show('negative', t('batch.failed'), { cause: error }),
      );
    };
    setAct({ id: batch, text: t('batch.done', { count: ids.length }), undo: takeBack });
  };
  return (
    <div ref={steadyFocus}>
      <div className={classes.controls}>
        <p className={classes.position} role="status">
          {t(queue.total?.is_minimum ? 'queue.left_minimum' : 'queue.left', {
            number: number(Math.max((queue.total?.count ?? records.length) - (records.length - open.length), open.length), language),
          })}
        </p>
        {easy.length > 1 && (
          <Button variant="light" onClick={() => setAccepting(true)}>
            {t('batch.open', { count: easy.length })}
          </Button>
        )}
      </div>
      {current ? (
        <ValidateCard
          key={current.id}
          record={current}
          onNext={() => goOn([current.id])}
          onPrevious={goBack}
          onDone={(done) => {
            const takeBack = () => {
              done.undo();
              reopen([current.id]);
            };
            setAct({ ...done, undo: takeBack });
            goOn([current.id]);
          }}
        />
      ) : queue.hasMore ? (
        <RecordCardSkeletons count={1} label={t('queue.loading')} />
      ) : (
        <EmptyState
          drawing={<Binoculars />}
          sentence={t('queue.end')}
          action={
            <Button variant="default" onClick={queue.refresh}>
              {t('queue.again')}
            </Button>
          }
        />
      )}
      {isAccepting && <BatchDialog records={easy} onAccepted={accepted} onClose={() => setAccepting(false)} />}
      <UndoNotice act={act} onDismiss={dismiss} />
    </div>
  );
}

const NONE: ReadonlySet<string> = new Set();

/** Where the user is: what is suspicious, and what was answered, comes first. */
function useOrder(records: readonly RecordToValidate[], decided: ReadonlySet<string> | undefined) {
  // Those that were decided or skipped here; the device may take a moment until it lists what was done.
  const [done, setDone] = useState<ReadonlySet<string>>(NONE);
  // Undone here, although the device lists a decision.
  const [again, setAgain] = useState<ReadonlySet<string>>(NONE);
  const [passed, setPassed] = useState<readonly string[]>([]);
  const [back, setBack] = useState<string | null>(null);
  const sorted = useMemo(() => records.toSorted((one, other) => Number(isUnsuspicious(one)) - Number(isUnsuspicious(other))), [records]);
  const open = sorted.filter(({ id }) => again.has(id) || !(done.has(id) || decided?.has(id)));
  const last = passed.at(-1);
  return {
    open,
    current: sorted.find(({ id }) => id === back) ?? open[0] ?? null,
    goOn: (ids: readonly string[]) => {
      setDone((before) => new Set([...before, ...ids]));
      setAgain((before) => new Set([...before].filter((id) => !ids.includes(id))));
      setPassed((before) => [...before.filter((id) => !ids.includes(id)), ...ids]);
      setBack(null);
    },
    goBack:
      last === undefined
        ? undefined
        : () => {
            setBack(last);
            setPassed((before) => before.slice(0, -1));
          },
    reopen: (ids: readonly string[]) => {
      setAgain((before) => new Set([...before, ...ids]));
      setBack(ids[0] ?? null);
    },
  };
}
