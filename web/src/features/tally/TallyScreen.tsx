import { ActionIcon, Button, Modal, NativeSelect, Switch, VisuallyHidden } from '@mantine/core';
import { IconArrowBackUp, IconArrowLeft, IconSettings } from '@tabler/icons-react';
import { isAboveSpecies, type TaxonSummary, writeCount } from '@veld/contract';
import { useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { mayFollow } from '../../device/late-places';
import { formatDate } from '../../i18n/format';
import { TALLY_ORDERS } from '../../local/device/tally-view';
import type { FinishedTally } from '../../local/records/finish-tally';
import {
  addCounts,
  countTallied,
  findCurrentPlace,
  isTallying,
  listRows,
  rowKey,
  type Tally,
  type TallyStep,
} from '../../local/records/tally';
import { TallySignals, useTallyView } from '../../shared/records/tally-view';
import { notifier, useLanguage, useUser } from '../../shared/session/session';
import { useFamilies } from '../../shared/taxa/data';
import { useNamed, useNamedTaxon } from '../../shared/taxa/names';
import { TaxonSearch } from '../../shared/taxon-search/TaxonSearch';
import { DialogActions, DialogText } from '../../ui/DialogBody';
import { Binoculars } from '../../ui/drawings/EmptyDrawings';
import { EmptyState } from '../../ui/EmptyState';
import { stickyBarRoom } from '../../ui/publish-height';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import { type OpenTally, rowFor, saveTally, useTally } from './data';
import { orderRows, useArrangedList } from './tally-rows';
import { TallyDone } from './TallyDone';
import { TallyList } from './TallyList';
import { TallyPlaceField } from './TallyPlaceField';
import shared from './tally.module.css';
import classes from './TallyScreen.module.css';

/** Number of likely species. */
const OFFERED = 12;

/** Counts several species at once, one individual per tap. */
export default function TallyScreen() {
  const open = useTally();
  const [finished, setFinished] = useState<FinishedTally | null>(null);
  if (!open.tally) return null;
  if (finished && finished.saved.length > 0) return <TallyDone finished={finished} onContinue={() => setFinished(null)} />;
  return <Counting open={open} tally={open.tally} failed={finished?.failed ?? []} onFinished={setFinished} />;
}

interface Props {
  open: OpenTally;
  tally: Tally;
  failed: FinishedTally['failed'];
  onFinished: (finished: FinishedTally) => void;
}

function Counting({ open, tally, failed, onFinished }: Props) {
  const { t } = useTranslation(['tally', 'common']);
  const { list, isKnown, freeze, settle } = useList(tally);
  const [focused, setFocused] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const isCounting = isTallying(tally);
  const choose = (taxon: TaxonSummary) => {
    const row = rowFor(tally, taxon);
    settle();
    void open.add(row).then((isStored) => isStored && setFocused(rowKey(row)));
  };
  // What is typed and is no count would be lost.
  const unreadNumber = () => box.current?.querySelector<HTMLElement>('input[aria-invalid]') ?? null;

  return (
    <div ref={box} className={classes.tally}>
      <TallyHeader tally={tally} open={open} />
      <TallyPlaceField place={open.place} source={tally.source} />
      {failed.length > 0 && (
        <p className={shared.failed} role="alert">
          {t('failed', { count: failed.length })}
        </p>
      )}
      {list.counted.length + list.likely.length > 0 ? (
        <TallyList list={list} open={open} focused={focused} onFocus={setFocused} onUse={freeze} />
      ) : isKnown ? (
        <EmptyState drawing={<Binoculars />} sentence={t('empty')} />
      ) : (
        <TaxonRowSkeletons count={12} label={t('common:taxonomy.loading')} />
      )}
      <div ref={stickyBarRoom} className={classes.bar} data-save-bar>
        <AddSpecies onChoose={choose} />
        <div className={classes.buttons}>
          <UndoButton steps={tally.steps ?? []} onUndo={() => void open.undo()} />
          <SaveButton open={open} isCounting={isCounting} unreadNumber={unreadNumber} onFinished={onFinished} />
        </div>
      </div>
    </div>
  );
}

interface SaveProps extends Pick<Props, 'open' | 'onFinished'> {
  isCounting: boolean;
  /** The field of a number that could not be read. */
  unreadNumber: () => HTMLElement | null;
}

/** Saves the tally. Its progress is its own, so that the rows are not rendered for each record. */
function SaveButton({ open, isCounting, unreadNumber, onFinished }: SaveProps) {
  const { t } = useTranslation('tally');
  const { finish, progress } = useFinish(onFinished, open);
  const save = () => {
    const unread = unreadNumber();
    if (unread) unread.focus();
    else void finish();
  };
  return (
    <>
      <Button className={classes.finish} size="lg" disabled={!isCounting} loading={progress !== null} onClick={save}>
        {t('save')}
      </Button>
      <VisuallyHidden role="status">{progress && progress.total > 1 ? t('saving', { ...progress }) : ''}</VisuallyHidden>
    </>
  );
}

/** The title, what is counted so far, and the settings. */
function TallyHeader({ tally, open }: { tally: Tally; open: OpenTally }) {
  const { t } = useTranslation(['tally', 'common']);
  const language = useLanguage();
  const [isSetting, setSetting] = useState(false);
  const rows = listRows(tally).filter(({ value }) => value !== null);
  const total = addCounts(rows.map(({ value }) => value));
  const species = new Set(rows.filter(({ taxon }) => !isAboveSpecies(taxon.rank)).map(({ taxon }) => taxon.id)).size;
  const started = formatDate(tally.started_at, language, { hour: 'numeric', minute: '2-digit' });
  return (
    <header className={classes.header}>
      <ActionIcon
        component={Link}
        to="/observe"
        className={classes.icon}
        variant="subtle"
        size="xl"
        aria-label={t('common:screens.observe')}
      >
        <IconArrowLeft size={24} aria-hidden />
      </ActionIcon>
      <div className={classes.titles}>
        <h1 className={classes.title}>{t('common:screens.tally')}</h1>
        <p className={classes.lead}>
          {total === null ? t('lead') : [t('since', { time: started }), t('common:count.species', { count: species })].join(' · ')}
        </p>
      </div>
      {total !== null && (
        <p className={classes.total}>
          <VisuallyHidden>{t('total')}: </VisuallyHidden>
          {writeCount(total, language)}
        </p>
      )}
      <ActionIcon className={classes.icon} variant="subtle" size="xl" aria-label={t('more')} onClick={() => setSetting(true)}>
        <IconSettings size={24} aria-hidden />
      </ActionIcon>
      {isSetting && <TallySettings open={open} tally={tally} onClose={() => setSetting(false)} />}
    </header>
  );
}

/** The search at the bottom edge, whose hits are above it. */
function AddSpecies({ onChoose }: { onChoose: (taxon: TaxonSummary) => void }) {
  const { t } = useTranslation('tally');
  const searchId = useId();
  return (
    // A press on a hit leaves the focus in the field, so that the keyboard stays for the number.
    <div
      role="presentation"
      className={classes.search}
      onMouseDown={(event) => !(event.target instanceof HTMLInputElement) && event.preventDefault()}
    >
      <TaxonSearch labelledBy={searchId} placeholder={t('search')} onChoose={onChoose} quick={null} />
      <VisuallyHidden component="h2" id={searchId}>
        {t('search')}
      </VisuallyHidden>
    </div>
  );
}

/** Undoes the last of ten steps, and says which. */
function UndoButton({ steps, onUndo }: { steps: readonly TallyStep[]; onUndo: () => void }) {
  const { t } = useTranslation(['tally', 'common']);
  const last = steps.at(-1);
  const taxon = useNamedTaxon(last?.taxon ?? null);
  const said = last && taxon ? t(`step.${last.kind}`, { name: taxon.name }) : '';
  return (
    <>
      <Button
        variant="default"
        size="lg"
        className={classes.undo}
        disabled={!last}
        title={said}
        aria-label={last ? t('undo', { step: said }) : t('common:action.undo')}
        onClick={onUndo}
      >
        <IconArrowBackUp size={22} aria-hidden />
      </Button>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  );
}

/** Saves the tally, with progress. */
function useFinish(onFinished: (finished: FinishedTally) => void, { place: { isMeasuring, state }, settled }: OpenTally) {
  const { t } = useTranslation('tally');
  const user = useUser();
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const isRunning = useRef(false);
  const finish = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    setProgress({ done: 0, total: 0 });
    try {
      // The number of a field that the tap on the button left.
      await settled();
      const finished = await saveTally(user, {
        isMeasuring: isMeasuring && mayFollow(state),
        onProgress: (done, total) => setProgress({ done, total }),
      });
      onFinished(finished);
    } catch (error) {
      notifier.show('negative', t('not_finished'), { cause: error });
    }
    isRunning.current = false;
    setProgress(null);
  };
  return { finish, progress };
}

/** The list of this visit: the rows of the tally in the chosen order. */
function useList(tally: Tally) {
  const language = useLanguage();
  const { order } = useTallyView();
  const rows = useNamed(useMemo(() => listRows(tally), [tally]));
  const families = useFamilies(order === 'taxonomic' ? rows : []);
  const ordered = useMemo(() => orderRows(rows, order, language, families), [rows, order, language, families]);
  return useArrangedList(ordered, findCurrentPlace(tally), OFFERED);
}

/** The order of the rows, what becomes a record, sounds, and the end without saving. */
function TallySettings({ open, tally, onClose }: { open: OpenTally; tally: Tally; onClose: () => void }) {
  const { t } = useTranslation(['tally', 'common']);
  const { order, change } = useTallyView();
  return (
    <Modal opened onClose={onClose} title={t('more')} closeButtonProps={{ 'aria-label': t('common:action.close') }}>
      <div className={classes.settings}>
        <NativeSelect
          label={t('order.title')}
          value={order}
          data={TALLY_ORDERS.map((one) => ({ value: one, label: t(`order.${one}`) }))}
          onChange={(event) => change({ order: TALLY_ORDERS.find((one) => one === event.currentTarget.value) ?? 'added' })}
        />
        <Switch
          label={t('each')}
          description={t('each_hint')}
          checked={tally.is_each}
          onChange={(event) => open.setEach(event.currentTarget.checked)}
        />
        <TallySignals />
        {isTallying(tally) && <DiscardTally tally={tally} onDiscard={open.discard} />}
      </div>
    </Modal>
  );
}

/** Discards the tally after a confirmation. */
function DiscardTally({ tally, onDiscard }: { tally: Tally; onDiscard: () => Promise<void> }) {
  const { t } = useTranslation(['tally', 'common']);
  const [isAsking, setAsking] = useState(false);
  const discard = async () => {
    try {
      await onDiscard();
    } catch (error) {
      notifier.show('negative', t('not_saved'), { cause: error });
    }
    setAsking(false);
  };
  return (
    <>
      <Button variant="subtle" color="brick" onClick={() => setAsking(true)}>
        {t('discard')}
      </Button>
      <Modal
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('discard')}
        closeButtonProps={{ 'aria-label': t('common:action.close') }}
      >
        <DialogText>{t('discard_text', { count: countTallied(tally) })}</DialogText>
        <DialogActions>
          <Button variant="default" onClick={() => setAsking(false)} data-autofocus>
            {t('common:action.cancel')}
          </Button>
          <Button color="brick" onClick={() => void discard()}>
            {t('discard_confirm')}
          </Button>
        </DialogActions>
      </Modal>
    </>
  );
}
