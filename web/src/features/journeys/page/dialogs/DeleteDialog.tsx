import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { removeJourney } from '../../own-journeys';
import { type DialogProps, JourneyDialog } from './JourneyDialog';

export default function DeleteDialog({ journey, records, onClose }: DialogProps) {
  const { t } = useTranslation('journeys');
  const navigate = useNavigate();
  return (
    <JourneyDialog
      title={t('delete.title')}
      action={t('action.delete')}
      isDangerous
      onClose={onClose}
      onAct={async () => {
        // First, so that the page does not ask the server for a journey that is gone.
        await navigate('/my-journeys', { replace: true });
        await removeJourney(journey.id);
      }}
    >
      <p>{t('delete.text', { name: journey.name })}</p>
      {records.length > 0 && <p>{t('delete.records', { count: records.length })}</p>}
    </JourneyDialog>
  );
}
