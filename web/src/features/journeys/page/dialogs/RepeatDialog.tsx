import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { startJourney } from '../../../../local/records/journeys/journeys';
import { currentDatabase } from '../../../../shared/session/session';
import { deviceTimeZone } from '../../../../shared/geo/time-zone';
import { useOpenJourney } from '../../run/use-open-journey';
import { type DialogProps, JourneyDialog } from './JourneyDialog';

/** Starts a journey like this one, unless one runs already. */
export default function RepeatDialog({ journey, onClose }: DialogProps) {
  const { t } = useTranslation('journeys');
  const navigate = useNavigate();
  const { name, protocol, target_groups, target_taxon_ids, companions, planned_duration_s, location_id } = journey;
  const open = useOpenJourney();
  const isRunning = open?.ended_at === null;
  const start = async () => {
    const chosen = { name, protocol, target_groups, target_taxon_ids, companions, planned_duration_s, location_id };
    await startJourney(currentDatabase(), { ...chosen, time_zone: deviceTimeZone() ?? 'UTC' }, Date.now());
    await navigate('/my-journeys/new');
  };
  return (
    <JourneyDialog
      title={t('action.repeat')}
      action={t('start.start')}
      isDisabled={open === undefined || isRunning}
      onClose={onClose}
      onAct={start}
    >
      <p>{isRunning ? t('repeat.running', { name: open.name }) : t('repeat.text')}</p>
    </JourneyDialog>
  );
}
