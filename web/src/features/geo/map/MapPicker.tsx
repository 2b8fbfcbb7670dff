import { Button, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusBack } from '../../../ui/steady-focus';
import { useDistance } from '../position/words';
import { usePlaceWords } from '../use-place-words';
import { BaseMap } from './BaseMap';
import classes from './MapPicker.module.css';
import type { MapPoint, MapView } from './map-view';
import { pickedUncertainty } from './picked-uncertainty';
import { usePickerStart } from './picker-start';

interface Props {
  /** The place so far. */
  place: MapPoint | null;
  onPick: (place: MapPoint, uncertainty: number) => void;
  onClose: () => void;
}

const NOWHERE = { latitude: null, longitude: null };

/** Chooses a place: the map moves under a cross in its middle, so that one thumb is enough. */
export default function MapPicker({ place, onPick, onClose }: Props) {
  useFocusBack();
  const { t } = useTranslation(['geo', 'common']);
  const isWide = useMediaQuery('(min-width: 37.5em)', false, { getInitialValueInEffect: false });
  const start = usePickerStart(place);
  const [view, setView] = useState<MapView | null>(null);
  const words = usePlaceWords(view ?? NOWHERE);
  const length = useDistance();
  const picked = view && pickedUncertainty(view);
  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen={!isWide}
      size="48rem"
      title={t('map.pick_title')}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
      classNames={{ content: classes.content, body: classes.body }}
    >
      <div className={classes.map}>
        {start && (
          <BaseMap label={t('map.pick_hint')} start={start} onView={setView}>
            {picked && <Cross pixels={picked.pixels} />}
          </BaseMap>
        )}
      </div>
      <div className={classes.below}>
        <div role="status" className={classes.place}>
          {view && picked ? (
            <>
              {words && <p className={classes.words}>{words}</p>}
              <p className={classes.coordinates}>
                {shownDegrees(view, picked.metres)} ± {length(picked.metres)}
              </p>
            </>
          ) : (
            <p className={classes.coordinates}>{t('map.pick_hint')}</p>
          )}
        </div>
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <Button
            disabled={!view || !picked}
            onClick={() => view && picked && onPick({ latitude: view.latitude, longitude: view.longitude }, picked.metres)}
          >
            {t('map.pick_use')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

/** Degrees with as many decimals as the place is exact. */
function shownDegrees({ latitude, longitude }: MapPoint, metres: number): string {
  const decimals = metres >= 10_000 ? 1 : metres >= 1000 ? 2 : 4;
  return `${latitude.toFixed(decimals)}, ${longitude.toFixed(decimals)}`;
}

/** The cross, and how far off the place may be. */
function Cross({ pixels }: { pixels: number }) {
  return (
    <svg className={classes.cross} viewBox="-200 -200 400 400" aria-hidden>
      <circle className={classes.circle} r={pixels} />
      <path className={classes.halo} d="M-14 0H14M0 -14V14" />
      <path className={classes.lines} d="M-14 0H14M0 -14V14" />
    </svg>
  );
}
