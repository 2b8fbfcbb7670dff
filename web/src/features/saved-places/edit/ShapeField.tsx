import { Button } from '@mantine/core';
import type { PlaceGeometry } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { DrawButton } from '../../../shared/geo/map/draw/DrawButton';
import type { PlaceForm } from '../data';
import { usePlaceSize } from '../place-size';
import { PlaceIcon } from '../PlaceIcon';
import classes from './ShapeField.module.css';

interface Props {
  form: PlaceForm;
  error: string | undefined;
  onDraw: (geometry: PlaceGeometry) => void;
  /** The map was opened or closed. */
  onOpen: (isOpen: boolean) => void;
  onRemove: () => void;
}

/** The shape of the place, in words and to be changed on the map; without it, the place is a point again. */
export function ShapeField({ form, error, onDraw, onOpen, onRemove }: Props) {
  const { t } = useTranslation('settings');
  const size = usePlaceSize(form);
  return (
    <div className={classes.shape}>
      <PlaceIcon place={form} />
      <p className={classes.size}>{size}</p>
      <DrawButton geometry={form.geometry ?? null} place={null} isArea onDraw={onDraw} onOpen={onOpen} />
      <Button variant="default" onClick={onRemove}>
        {t('places.shape.remove')}
      </Button>
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
