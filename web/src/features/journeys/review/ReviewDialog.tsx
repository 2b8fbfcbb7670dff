import { Modal } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { LocalJourney } from '../../../local/db/rows';
import { lastSettings, recordsOfJourney } from '../../../local/records/journeys/journeys';
import { readTrack } from '../../../local/records/journeys/point-log';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { useFocusBack } from '../../../ui/steady-focus';
import { currentDatabase } from '../../../shared/session/session';
import { summarizeTaxon, useTaxa } from '../../../shared/taxa/data';
import { JUST_SAVED } from '../own-journeys';
import { ReviewForm } from './ReviewForm';

interface Props {
  journey: LocalJourney;
  /** Whether it opens by itself after the end. A key that is pressed for something else does not close it then. */
  isFirst?: boolean;
  /** Whether it is shown. What was typed in the first one stays while it is put off. */
  isShown?: boolean;
  onClose: () => void;
}

/** The review of a journey that has ended: by itself until it is saved or put off, or opened again later. */
export default function ReviewDialog({ journey, isFirst = false, isShown = true, onClose }: Props) {
  useFocusBack();
  const { t } = useTranslation(['journeys', 'common']);
  const navigate = useNavigate();
  const database = currentDatabase();
  const facts = useLiveQuery(async () => {
    const [track, records, last] = await Promise.all([
      readTrack(database, journey.id),
      recordsOfJourney(database, journey.id),
      lastSettings.read(database),
    ]);
    return { track, records, sharing: last?.sharing ?? 'none' };
  }, [database, journey.id]);
  const taxa = useTaxa(journey.target_taxon_ids);
  const targets = useMemo(() => taxa?.map(summarizeTaxon), [taxa]);
  // The first one goes with the open journey, and leads to its end card.
  const done = () => {
    if (isFirst) void navigate(`/journey/${journey.id}`, { state: JUST_SAVED });
    else onClose();
  };
  return (
    <Modal
      opened={isShown}
      keepMounted
      onClose={onClose}
      closeOnEscape={!isFirst}
      closeOnClickOutside={false}
      title={t(isFirst ? 'review.title' : 'action.edit')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      {facts && targets ? (
        // Trimmed elsewhere while it is put off: it begins again.
        <ReviewForm key={trimKey(journey)} journey={journey} {...facts} targets={targets} onDone={done} onLeave={onClose} />
      ) : (
        <TaxonRowSkeletons label={t('page.loading')} />
      )}
    </Modal>
  );
}

const trimKey = ({ trim }: LocalJourney) => (trim ? `${trim.from_seq} ${trim.to_seq}` : '');
