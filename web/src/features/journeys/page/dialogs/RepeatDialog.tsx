import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { startJourney } from '../../../../local/records/journeys/journeys';
import { currentDatabase } from '../../../accounts/data';
import { deviceTimeZone } from '../../../geo/time-zone';
import type { DialogProps } from './dialog-props';
import { JourneyDialog } from './JourneyDialog';

/** Starts a journey like this one. While another runs, that goes on. */
export default function RepeatDialog({ journey, onClose }: DialogProps) {
  const { t } = useTranslation('journeys');
  const navigate = useNavigate();
  const { name, protocol, target_groups, target_taxon_ids, companions, planned_duration_s, location_id } = journey;
  const start = async () => {
    const chosen = { name, protocol, target_groups, target_taxon_ids, companions, planned_duration_s, location_id };
    await startJourney(currentDatabase(), { ...chosen, time_zone: deviceTimeZone() ?? 'UTC' }, Date.now());
    await navigate('/my-journeys/new');
  };
  return (
    <JourneyDialog title={t('action.repeat')} action={t('start.start')} onClose={onClose} onAct={start}>
      <p>{t('repeat.text')}</p>
    </JourneyDialog>
  );
}
