import { Button, Modal, Switch, VisuallyHidden } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { isAboveSpecies } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayFollow } from '../../device/late-places';
import { useNow } from '../../device/use-now';
import { formatDate } from '../../i18n/format';
import { pinnedFields } from '../../local/device/pins';
import { type FinishedTally, finishTally } from '../../local/records/finish-tally';
import { countByTaxon, countTaps, findCurrentPlace, type Tally } from '../../local/records/tally';
import { deviceTimeZone, wallClock, zoneTable } from '../../shared/geo/time-zone';
import { currentDatabase, notifier, useLanguage, useUser } from '../../shared/session/session';
import { useNamed } from '../../shared/taxa/names';
import { TaxonSearch } from '../../shared/taxon-search/TaxonSearch';
import { DialogActions, DialogText } from '../../ui/DialogBody';
import { Binoculars } from '../../ui/drawings/EmptyDrawings';
import { EmptyState } from '../../ui/EmptyState';
import { PageHeader } from '../../ui/PageHeader';
import { stickyBarRoom } from '../../ui/publish-height';
import { useSuggestions } from '../recording/taxon/use-suggestions';
import { type LastStep, type OpenTally, useTally } from './data';
import { arrangeTiles, type TallyTile } from './tally-tiles';
import { TallyDone } from './TallyDone';
import { TallyGrid } from './TallyGrid';
import { TallyPlaceField } from './TallyPlaceField';
import shared from './tally.module.css';
import classes from './TallyScreen.module.css';

const UNDO_MS = 10_000;

const NO_PINS = {};
const LIMITS = { recent: 6, likely: 12 };
/** Number of suggested tiles. */
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
  const language = useLanguage();
  const searchId = useId();
  const { tiles, freeze } = useTiles(tally);
  const counts = countByTaxon(tally);
  const total = countTaps(tally);
  const species = [...counts.values()].filter(({ taxon, count }) => count > 0 && !isAboveSpecies(taxon.rank)).length;
  const started = formatDate(tally.started_at, language, { hour: 'numeric', minute: '2-digit' });
  const { finish, progress } = useFinish(onFinished, open.place);

  return (
    <div className={classes.tally}>
      <PageHeader
        title={t('common:screens.tally')}
        lead={
          total === 0
            ? t('lead')
            : [
                t('since', { time: started }),
                t('common:count.species', { count: species }),
                t('common:count.individuals', { count: total }),
              ].join(' · ')
        }
        back={{ to: '/observe', label: t('common:screens.observe') }}
      />
      <TallyPlaceField place={open.place} source={tally.source} />
      {failed.length > 0 && (
        <p className={shared.failed} role="alert">
          {t('failed', { count: failed.length })}
        </p>
      )}
      <VisuallyHidden component="h2" id={searchId}>
        {t('search')}
      </VisuallyHidden>
      <div className={classes.search}>
        <TaxonSearch
          labelledBy={searchId}
          placeholder={t('search')}
          onChoose={(taxon) => void open.add(taxon)}
          quick={
            tiles.length === 0 ? (
              <EmptyState drawing={<Binoculars />} sentence={t('empty')} />
            ) : (
              <TallyGrid
                tiles={tiles}
                onUse={freeze}
                onAdd={(taxon) => void open.add(taxon)}
                onRemove={(taxon) => void open.removeTap(taxon)}
              />
            )
          }
        />
      </div>
      <details className={classes.more}>
        <summary>{t('more')}</summary>
        <TallySettings open={open} tally={tally} isEmpty={total === 0} />
      </details>
      <div ref={stickyBarRoom} className={classes.bar} data-save-bar>
        <TallyUndo step={open.step} onUndo={() => void open.undo()} onOver={open.clearStep} />
        <Button className={classes.finish} size="lg" disabled={total === 0} loading={progress !== null} onClick={() => void finish()}>
          {t('finish')}
        </Button>
      </div>
      <VisuallyHidden role="status">{progress && progress.total > 1 ? t('saving', { ...progress }) : ''}</VisuallyHidden>
    </div>
  );
}

function TallySettings({ open, tally, isEmpty }: { open: OpenTally; tally: Tally; isEmpty: boolean }) {
  const { t } = useTranslation('tally');
  return (
    <div className={classes.settings}>
      <Switch
        label={t('each')}
        description={t('each_hint')}
        checked={tally.is_each}
        onChange={(event) => open.setEach(event.currentTarget.checked)}
      />
      {!isEmpty && <DiscardTally tally={tally} onDiscard={open.discard} />}
    </div>
  );
}

/** Saves the tally, with progress. */
function useFinish(onFinished: (finished: FinishedTally) => void, { isMeasuring, state }: OpenTally['place']) {
  const { t } = useTranslation('tally');
  const user = useUser();
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const isRunning = useRef(false);
  const finish = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    setProgress({ done: 0, total: 0 });
    try {
      const finished = await finishTally(currentDatabase(), {
        user: { id: user.id, name: user.name, is_pro: user.is_pro },
        preferences: user.preferences,
        zoneOf: await zoneTable(),
        clock: (at, zone) => wallClock(zone ?? deviceTimeZone(), new Date(at)),
        isMeasuring: isMeasuring && mayFollow(state),
        onProgress: (done, total) => setProgress({ done, total }),
      });
      for (const { error } of finished.failed) console.error('Tally', error);
      onFinished(finished);
    } catch (error) {
      notifier.show('negative', t('not_finished'), { cause: error });
    }
    isRunning.current = false;
    setProgress(null);
  };
  return { finish, progress };
}

/** The tiles of this visit, which keep their positions from the first touch on. */
function useTiles(tally: Tally): { tiles: readonly TallyTile[]; freeze: () => void } {
  const database = currentDatabase();
  const pins = useLiveQuery(() => pinnedFields.read(database), [database]) ?? NO_PINS;
  const place = findCurrentPlace(tally);
  const suggestions = useSuggestions({ place: { latitude: place?.latitude ?? null, longitude: place?.longitude ?? null }, pins }, LIMITS);
  const [tiles, setTiles] = useState<TallyTile[]>([]);
  const isFrozen = useRef(false);
  useEffect(() => {
    const offered = [...(suggestions?.recent ?? []), ...(suggestions?.likely ?? [])].sort((one, other) => other.score - one.score);
    setTiles((before) => arrangeTiles(isFrozen.current ? before : [], countByTaxon(tally), offered, OFFERED));
  }, [tally, suggestions]);
  const named = useNamed(tiles);
  return { tiles: named, freeze: () => (isFrozen.current = true) };
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
        <DialogText>{t('discard_text', { count: countTaps(tally) })}</DialogText>
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

/** Offers to undo the last tap for ten seconds. */
function TallyUndo({ step, onUndo, onOver }: { step: LastStep | null; onUndo: () => void; onOver: () => void }) {
  const { t } = useTranslation(['tally', 'common']);
  const now = useNow(500, step !== null);
  const left = step ? Math.ceil((step.at + UNDO_MS - now) / 1000) : 0;
  const isExpired = step !== null && now >= step.at + UNDO_MS;
  useEffect(() => {
    if (isExpired) onOver();
  }, [isExpired, onOver]);
  return (
    <div className={classes.undo}>
      <span className={classes.step} role="status">
        {step ? t(`step.${step.kind}`, { name: step.name }) : ''}
      </span>
      {step && (
        <Button
          variant="default"
          size="lg"
          classNames={{ root: classes.button, label: classes.words }}
          leftSection={<IconArrowBackUp size={22} aria-hidden />}
          aria-label={t('common:action.undo')}
          onClick={onUndo}
        >
          <span>{t('common:action.undo')}</span>
          <span className={classes.seconds} data-left={Math.min(10, Math.max(1, left))} />
        </Button>
      )}
    </div>
  );
}
