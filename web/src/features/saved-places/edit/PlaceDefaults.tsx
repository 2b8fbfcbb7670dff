import { NativeSelect } from '@mantine/core';
import { GEOPRIVACIES, HABITATS } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import type { PlaceForm } from '../data';
import classes from './PlaceDefaults.module.css';

interface Props {
  form: PlaceForm;
  onChange: (next: Partial<PlaceForm>) => void;
}

/** What new records at the place start with. */
export function PlaceDefaults({ form, onChange }: Props) {
  const { t } = useTranslation(['settings', 'common', 'observations']);
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t('places.records_here')}</legend>
      <NativeSelect
        label={t('observations:field.geoprivacy')}
        description={t('places.geoprivacy_hint')}
        value={form.geoprivacy ?? ''}
        onChange={(event) => onChange({ geoprivacy: GEOPRIVACIES.find((one) => one === event.currentTarget.value) ?? null })}
        data={[
          { value: '', label: t('places.geoprivacy_default') },
          ...GEOPRIVACIES.map((one) => ({ value: one, label: t(`common:geoprivacy.${one}`) })),
        ]}
      />
      <NativeSelect
        label={t('observations:attribute.habitat')}
        value={form.habitat ?? ''}
        onChange={(event) => onChange({ habitat: HABITATS.find((one) => one === event.currentTarget.value) ?? null })}
        data={[
          { value: '', label: t('places.no_habitat') },
          ...HABITATS.map((one) => ({ value: one, label: t(`observations:choice.habitat.${one}`) })),
        ]}
      />
    </fieldset>
  );
}
