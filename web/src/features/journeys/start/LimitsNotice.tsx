import { Alert, Button } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useTranslation } from 'react-i18next';
import { backgroundTracking } from '../../../device/track/background';
import { seenLimits } from '../../../local/records/journeys/journeys';
import { currentDatabase } from '../../../shared/session/session';
import classes from './start.module.css';

/** What a browser cannot do with the screen off; until the person has read it. */
export function LimitsNotice() {
  const { t } = useTranslation('journeys');
  const database = currentDatabase();
  const isSeen = useLiveQuery(() => seenLimits.read(database), [database]);
  if (isSeen !== false || backgroundTracking()) return null;
  return (
    <Alert className={classes.limits} color="ochre" title={t('start.limits_title')}>
      <p className={classes.text}>{t('start.limits')}</p>
      <Button variant="default" onClick={() => void seenLimits.update(database, () => true)}>
        {t('start.limits_seen')}
      </Button>
    </Alert>
  );
}
