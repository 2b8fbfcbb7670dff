import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { LocationError } from '../../../device/location';
import { detectPlatform } from '../../../device/platform';
import classes from './PositionHelp.module.css';

/** Errors whose help text depends on the operating system. */
const BY_PLATFORM = ['denied_for_good', 'off_in_system', 'unavailable'] as const;
/** Errors that a retry cannot resolve. */
const HOPELESS: readonly LocationError[] = ['insecure', 'unsupported'];

/** Explains why there is no location, and what to do about it. */
export function PositionHelp({ error, retry }: { error: LocationError; retry: () => void }) {
  const { t } = useTranslation(['geo', 'common']);
  const byPlatform = BY_PLATFORM.find((one) => one === error);
  return (
    <div className={classes.error} role="alert">
      <IconAlertTriangle size={22} aria-hidden />
      <div>
        <p className={classes.errorTitle}>{t(`geo:error.${error}`)}</p>
        <p>{byPlatform ? t(`geo:platform_help.${byPlatform}.${detectPlatform(navigator)}`) : t(`geo:help.${error as 'denied'}`)}</p>
        {!HOPELESS.includes(error) && (
          <Button variant="subtle" onClick={retry}>
            {t('common:action.retry')}
          </Button>
        )}
      </div>
    </div>
  );
}
