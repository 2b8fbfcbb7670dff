import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { findLocationError } from '../../../device/location';
import { ago } from '../../../i18n/format';
import { useLanguage } from '../../../shared/session/session';
import { AccuracyRing } from '../../../shared/geo/position/AccuracyRing';
import { PositionHelp } from '../../../shared/geo/position/PositionHelp';
import { useDistance, useStateText } from '../../../shared/geo/position/words';
import { useMeasuring } from '../../../shared/geo/data';
import type { Place } from './use-place';
import shared from './place.module.css';
import classes from './Measuring.module.css';

/** The state of a running measurement, or help if the location is unavailable. */
export function Measuring({ place, hasPlace }: { place: Place; hasPlace: boolean }) {
  const { t } = useTranslation(['recording', 'geo']);
  const language = useLanguage();
  const { target } = useMeasuring();
  const stateText = useStateText();
  const length = useDistance();
  if (!place.isMeasuring) return null;
  const { state, fix, rejected, retry } = place.live;
  const error = findLocationError(state);
  if (error) return <PositionHelp error={error} retry={retry} />;
  return (
    <div className={classes.measuring}>
      <AccuracyRing state={state} metres={fix?.accuracy_m ?? null} target={target} />
      <div className={classes.measuringWords}>
        <p className={classes.measuringState}>{stateText(state, fix?.accuracy_m ?? null)}</p>
        {fix ? (
          <p className={shared.quiet}>
            {ago(fix.at, language)} · {t('measure.until', { distance: length(target) })}
          </p>
        ) : (
          <p className={shared.quiet}>
            {rejected ? t(`geo:rejected.${rejected}`) : t(hasPlace ? 'measure.searching' : 'geo:state_hint.searching')}
          </p>
        )}
      </div>
      {fix && (
        <Button className={classes.enough} variant="default" onClick={place.freeze}>
          {t('measure.stop')}
        </Button>
      )}
    </div>
  );
}
