import { Radio } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PLACE_COLOURS, type PlaceForm } from '../data';
import { PlaceIcon } from './PlaceIcon';
import classes from './ColourField.module.css';

interface Props {
  form: PlaceForm;
  onChange: (next: Partial<PlaceForm>) => void;
}

/** The colour of the place in lists and on maps. */
export function ColourField({ form, onChange }: Props) {
  const { t } = useTranslation('settings');
  return (
    <Radio.Group
      label={t('places.colour_label')}
      value={form.colour ?? 'moss'}
      onChange={(value) => onChange({ colour: PLACE_COLOURS.find((one) => one === value) ?? null })}
    >
      <div className={classes.colours}>
        {PLACE_COLOURS.map((colour) => (
          <Radio
            key={colour}
            value={colour}
            label={
              <span className={classes.colour}>
                <PlaceIcon place={{ geometry: form.geometry, colour }} />
                {t(`places.colour.${colour}`)}
              </span>
            }
          />
        ))}
      </div>
    </Radio.Group>
  );
}
