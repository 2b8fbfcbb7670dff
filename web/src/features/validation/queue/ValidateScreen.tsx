import { ActionIcon, Button, NativeSelect, Checkbox, Modal } from '@mantine/core';
import { IconArrowLeft, IconChecks } from '@tabler/icons-react';
import { isOneOf, type RecordToValidate, VALIDATION_STATES, type ValidationState, MAX_BATCH } from '@veld/contract';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { number } from '../../../i18n/format';
import { LocationSelect } from '../../../shared/location/LocationSelect';
import { FilterChips, MoreFilters } from '../../../shared/record-filter/FilterChips';
import { makeRecordRequest, splitList } from '../../../shared/record-filter/record-query';
import { useRecordQuery } from '../../../shared/record-filter/use-record-query';
import { LoadFailure } from '../../../shared/records/lists/ListParts';
import { type Undoable, UndoNotice } from '../../../shared/records/UndoNotice';
import { notifier, useLanguage } from '../../../shared/session/session';
import { groupFrom, GroupSelect } from '../../../shared/taxa/GroupSelect';
import { Binoculars } from '../../../ui/drawings/EmptyDrawings';
import { EmptyState } from '../../../ui/EmptyState';
import { FilterLine } from '../../../ui/FilterLine';
import { PageHeader } from '../../../ui/PageHeader';
import { RecordCardSkeletons } from '../../../ui/Skeletons';
import { steadyFocus, useFocusBack } from '../../../ui/steady-focus';
import { type Decided, isUnsuspicious, takeBatchBack, type ToValidate, useDecided, useToValidate, acceptAll, acceptedState } from './data';
import { useUndoKey } from './DecisionBar';
import { ValidateCard } from './ValidateCard';
import { newId } from '../../../local/db/ids';
import { describeRecordPlace, formatRecordName, formatWhen, listChips, useRecordTranslation } from '../../../shared/records/record-labels';
import { useNamedRecord } from '../../../shared/taxa/names';
import { DialogActions, DialogText } from '../../../ui/DialogBody';
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
  const isStranger = queue.records !== undefined && !queue.isValidator;
  return (
    <>
      <PageHeader
        title={t('common:screens.validate')}
        lead={
          !isStranger && (
            <>
              {t('queue.lead')} <span className={classes.keys}>{t('queue.keys')}</span>
            </>
          )
        }
      />
      {!isStranger && (
        <div className={classes.filters}>
          <FilterLine>
            <NativeSelect
              aria-label={t('queue.state')}
              value={query.values.validation ?? 'unverified'}
              onChange={({ currentTarget: { value } }) => changes.change({ validation: value === 'unverified' ? null : value })}
              data={[
                ...VALIDATION_STATES.map((state) => ({ value: state, label: say(state) })),
                ...(states.length > 1 ? [{ value: states.join(','), label: states.map(say).join(', ') }] : []),
              ]}
            />
            <MoreFilters query={query} changes={changes} />
            <GroupSelect
              value={groupFrom(query.values.group ?? null)}
              onChange={(group) => changes.change({ group, ...(group !== null && { taxon_id: null, below: null }) })}
            />
            <LocationSelect value={query.location} onChange={changes.setLocation} hasPlaces />
            <Button component={Link} to="/validate/rules" variant="default">
              {t('common:screens.validation_rules')}
            </Button>
          </FilterLine>
          <FilterChips query={query} changes={changes} />
        </div>
      )}
      {queue.error && <LoadFailure error={queue.error} onRetry={queue.refresh} />}
      {!queue.error && !queue.records && <RecordCardSkeletons count={1} label={t('queue.loading')} />}
      {isStranger && <EmptyState drawing={<Binoculars />} sentence={t('queue.no_validator')} />}
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
        <ActionIcon
          size="xl"
          variant="subtle"
          aria-label={t('queue.previous')}
          aria-keyshortcuts="ArrowLeft"
          disabled={!goBack}
          onClick={goBack}
        >
          <IconArrowLeft size={22} aria-hidden />
        </ActionIcon>
        <p className={classes.position} role="status">
          {t(queue.total?.is_minimum ? 'queue.left_minimum' : 'queue.left', {
            number: number(Math.max((queue.total?.count ?? records.length) - (records.length - open.length), open.length), language),
          })}
        </p>
        {easy.length > 1 && (
          <Button
            variant="light"
            className={classes.batch}
            leftSection={<IconChecks size={20} aria-hidden />}
            onClick={() => setAccepting(true)}
          >
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
function useOrder(records: readonly RecordToValidate[], decided: Decided | undefined) {
  // Those that were decided or skipped here; the device may take a moment until it lists what was done.
  const [done, setDone] = useState<ReadonlySet<string>>(NONE);
  // Undone here, although the device lists a decision.
  const [again, setAgain] = useState<ReadonlySet<string>>(NONE);
  const [passed, setPassed] = useState<readonly string[]>([]);
  const [back, setBack] = useState<string | null>(null);
  const sorted = useMemo(() => records.toSorted((one, other) => Number(isUnsuspicious(one)) - Number(isUnsuspicious(other))), [records]);
  const isOpen = ({ id, is_answered: isAnswered }: RecordToValidate) => {
    if (again.has(id) || done.has(id)) return again.has(id);
    const act = decided?.get(id);
    // The server has an answer to what was asked.
    return act === undefined || (act === 'asked' && isAnswered);
  };
  const open = sorted.filter(isOpen);
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

interface Props {
  /** Nothing was found about them. */
  records: readonly RecordToValidate[];
  onAccepted: (batch: string, ids: readonly string[]) => void;
  onClose: () => void;
}

/** Shows the records that are accepted in one request, each of which can be left out. */
function BatchDialog({ records, onAccepted, onClose }: Props) {
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
