import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PlaceForm } from '../data';
import { usePlaceSize } from './place-size';
import { PlaceIcon } from './PlaceIcon';
import classes from './ShapeField.module.css';

/** The shape of the place, in words; without it, the place is a point again. */
export function ShapeField({ form, onRemove }: { form: PlaceForm; onRemove: () => void }) {
  const { t } = useTranslation('settings');
  const size = usePlaceSize(form);
  return (
    <div className={classes.shape}>
      <PlaceIcon place={form} />
      <p className={classes.size}>{size}</p>
      <Button variant="default" onClick={onRemove}>
        {t('places.shape.remove')}
      </Button>
    </div>
  );
}
