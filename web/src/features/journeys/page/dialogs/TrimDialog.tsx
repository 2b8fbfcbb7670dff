import { trimmed } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { timeSpan } from '../../formats/track-points';
import { changeJourney } from '../../own-journeys';
import { TrimField } from '../../review/TrimField';
import { type DialogProps, JourneyDialog } from './JourneyDialog';

/** Leaves out the ends of a track. The points stay stored, so that it can be undone. */
export default function TrimDialog({ journey, points, onClose }: DialogProps) {
  const { t } = useTranslation(['journeys', 'common']);
  const [trim, setTrim] = useState(journey.trim);
  return (
    <JourneyDialog
      title={t('action.trim')}
      action={t('common:action.save')}
      size="48rem"
      onClose={onClose}
      onAct={() => changeJourney(journey.id, { trim, ...endsOf(trimmed(points, trim)) })}
    >
      <TrimField track={points} value={trim} onChange={setTrim} zone={journey.time_zone} />
    </JourneyDialog>
  );
}

/** The journey begins and ends with its track. */
function endsOf(points: DialogProps['points']) {
  const span = timeSpan(points);
  return span ? { started_at: new Date(span.from).toISOString(), ended_at: new Date(span.to).toISOString() } : {};
}
