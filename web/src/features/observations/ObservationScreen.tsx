import { Button, Modal } from '@mantine/core';
import { IconCircleCheck, IconHelpCircle, IconNotebook, IconMapPin, IconPencil, IconTrash } from '@tabler/icons-react';
import { type ComponentType, useState, useMemo } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { deleteObservation, ownObservation } from '../../local/records/observations';
import { placeQuery } from '../../shared/geo/map/place-query';
import { StillMap } from '../../shared/geo/still/StillMap';
import { LoadFailure } from '../../shared/records/lists/ListParts';
import { fetchAgain, useSyncStates } from '../../shared/records/own';
import { Gallery } from '../../shared/records/photos/Gallery';
import {
  type AnyObservation,
  distinctVerbatimName,
  formatRecordName,
  isOwn,
  useRecordTranslation,
  describeRecordPlace,
} from '../../shared/records/record-labels';
import { shapesOfRecord } from '../../shared/records/RecordsMap';
import { SyncMark } from '../../shared/records/RecordCards';
import { currentDatabase, notifier, useIsOnline, useLanguage } from '../../shared/session/session';
import { speciesAddress } from '../../shared/taxa/data';
import { useNamedRecord, rankLabel } from '../../shared/taxa/names';
import { DialogActions, DialogText } from '../../ui/DialogBody';
import { LostTrail } from '../../ui/drawings/EmptyDrawings';
import { ErrorState } from '../../ui/ErrorState';
import { usePageTitle } from '../../ui/frame/page-title';
import { OfflineChip } from '../../ui/OfflineChip';
import { ScientificName } from '../../ui/ScientificName';
import { RecordCardSkeletons } from '../../ui/Skeletons';
import { StatusChip } from '../../ui/StatusChip';
import { steadyFocus } from '../../ui/steady-focus';
import { SyncChip } from '../../ui/SyncChip';
import { useOneRecord } from './page/one-record';
import { RecordFacts } from './page/RecordFacts';
import { RecordHistory } from './page/RecordHistory';
import classes from './ObservationScreen.module.css';

interface Props {
  /** What other features add to the page of a record. */
  more?: ComponentType<{ record: AnyObservation }> | undefined;
  /** What they say about a record before its facts. */
  notice?: ComponentType<{ record: AnyObservation }> | undefined;
}

export default function ObservationScreen({ more, notice }: Props) {
  const { id = '' } = useParams();
  const t = useRecordTranslation();
  const found = useOneRecord(id);
  const isOnline = useIsOnline();
  usePageTitle(found.state === 'missing' ? t('common:screens.not_found') : null);
  if (found.state === 'loading') return <RecordCardSkeletons count={1} label={t('observations:page.loading')} />;
  if (found.state === 'missing')
    return (
      <ErrorState
        drawing={<LostTrail />}
        title={t('common:screens.not_found')}
        headingLevel={1}
        sentence={t('observations:page.missing')}
        action={
          <Button component={Link} to="/feed" variant="default">
            {t('observations:page.to_feed')}
          </Button>
        }
      />
    );
  if (found.state === 'unreachable')
    return isOnline ? (
      <LoadFailure error={found.error} onRetry={found.retry} />
    ) : (
      <ErrorState
        sentence={t('observations:page.unreachable')}
        action={
          <Button variant="default" onClick={found.retry}>
            {t('common:action.retry')}
          </Button>
        }
      />
    );
  return <RecordPage record={found.record} isOld={found.state === 'theirs' && found.isOld} more={more} notice={notice} />;
}

const QUALITY_ICONS = { casual: IconNotebook, needs_id: IconHelpCircle, confirmed: IconCircleCheck } as const;

function RecordPage({ record: given, isOld, more: More, notice: Notice }: Props & { record: AnyObservation; isOld: boolean }) {
  const record = useNamedRecord(given);
  const t = useRecordTranslation();
  const states = useSyncStates();
  const name = formatRecordName(record, t);
  usePageTitle(name);
  const { taxon, quality } = record;
  const own = isOwn(record);
  const state = states?.get(record.id) ?? 'stored';
  const QualityIcon = quality ? QUALITY_ICONS[quality] : null;
  const verbatimName = distinctVerbatimName(record);
  const rank = taxon && rankLabel(taxon.rank, t);
  const scientific = taxon && taxon.scientific_name !== taxon.name ? taxon : null;
  return (
    <article ref={steadyFocus} className={classes.page} data-compact={record.media.length === 0 || undefined}>
      <Gallery record={record} name={name} group={taxon?.group ?? 'other'} />
      <div className={classes.words}>
        <header>
          <h1 dir="auto" className={classes.name}>
            {taxon ? <Link to={speciesAddress(taxon.id)}>{name}</Link> : name}
          </h1>
          {scientific && <ScientificName className={classes.scientific} name={scientific.scientific_name} rank={scientific.rank} />}
          {rank && <p className={classes.rank}>{rank}</p>}
          {verbatimName && (
            <p className={classes.verbatimName}>
              {t('observations:page.verbatim_name')} · <bdi dir="auto">{verbatimName}</bdi>
            </p>
          )}
          <div className={classes.marks}>
            {own &&
              states &&
              (state === 'stored' ? <SyncChip state="safe" label={t('common:sync.item_stored')} /> : <SyncMark state={state} />)}
            {quality && QualityIcon && (
              <StatusChip
                tone={quality === 'confirmed' ? 'safe' : 'quiet'}
                icon={<QualityIcon size={18} aria-hidden />}
                label={t(`observations:quality.${quality}`)}
              />
            )}
            {isOld && <OfflineChip label={t('common:network.could_not_refresh')} />}
          </div>
        </header>
        {own && state === 'needs_attention' && (
          <p className={classes.attention}>
            {t('observations:page.needs_attention')} <Link to="/outbox">{t('observations:page.to_outbox')}</Link>
          </p>
        )}
        {own && record.needs_review && (
          <p className={classes.review}>
            <IconHelpCircle size={20} aria-hidden />
            <span>
              {t('observations:review.text')} <Link to={`/observe?edit=${record.id}`}>{t('observations:review.choose_name')}</Link>
            </span>
          </p>
        )}
        {Notice && <Notice record={record} />}
        <RecordFacts record={record} />
        <RecordMap record={record} />
        {own && (
          <div className={classes.actions}>
            <Button component={Link} to={`/observe?edit=${record.id}`} leftSection={<IconPencil size={20} aria-hidden />}>
              {t('common:action.edit')}
            </Button>
            {record.latitude != null && (
              // To the map of the form (`MAP_HASH`).
              <Button
                component={Link}
                to={`/observe?edit=${record.id}#map`}
                variant="default"
                leftSection={<IconMapPin size={20} aria-hidden />}
              >
                {t('observations:where.correct')}
              </Button>
            )}
            <DeleteRecord id={record.id} name={name} />
          </div>
        )}
      </div>
      <div className={classes.replies}>
        {More && <More record={record} />}
        {own && record.version > 0 && <RecordHistory record={record} />}
      </div>
    </article>
  );
}

/** Asks for confirmation, because a deletion cannot be undone once it is sent. */
function DeleteRecord({ id, name }: { id: string; name: string }) {
  const t = useRecordTranslation();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      const database = currentDatabase();
      // The page may have the record from the server, before this device has it.
      if (!(await ownObservation(database, id))) await fetchAgain();
      if (!(await ownObservation(database, id))) throw new Error('not on this device');
      await deleteObservation(database, id);
      notifier.show('positive', t('observations:delete.done', { name }));
      void navigate('/profile', { replace: true });
    } catch (error) {
      notifier.show('negative', t('observations:delete.failed'), { cause: error });
      setBusy(false);
      setOpen(false);
    }
  };
  return (
    <>
      <Button variant="subtle" color="brick" leftSection={<IconTrash size={20} aria-hidden />} onClick={() => setOpen(true)}>
        {t('common:action.delete')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t('observations:delete.title')}
        closeButtonProps={{ 'aria-label': t('common:action.close') }}
      >
        <DialogText>{t('observations:delete.text', { name })}</DialogText>
        <DialogActions>
          <Button variant="default" onClick={() => setOpen(false)} data-autofocus>
            {t('common:action.cancel')}
          </Button>
          <Button color="brick" loading={isBusy} onClick={() => void remove()}>
            {t('observations:delete.confirm')}
          </Button>
        </DialogActions>
      </Modal>
    </>
  );
}

/** A small map of the place, as far as the person may see it. Nothing without a place. */
export function RecordMap({ record }: { record: AnyObservation }) {
  const t = useRecordTranslation();
  const language = useLanguage();
  const shapes = useMemo(() => shapesOfRecord(record), [record]);
  const [shape] = shapes;
  const { latitude, longitude } = record;
  if (!shape || latitude == null || longitude == null) return null;
  const place = describeRecordPlace(record, language, t) ?? '';
  return (
    <StillMap
      label={t(shape.kind === 'cell' ? 'observations:page.map_cell' : 'observations:page.map', { place })}
      shapes={shapes}
      to={`/map?${isOwn(record) ? '' : 'whose=everyone&'}${placeQuery({ latitude, longitude })}`}
    />
  );
}
