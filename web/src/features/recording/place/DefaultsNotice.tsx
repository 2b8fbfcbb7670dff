import { Button } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import type { FormValues } from '../form-values';
import type { AppliedDefaults } from './place-defaults';
import { useRecordTranslation } from '../../../shared/records/use-record-translation';
import classes from './PlaceField.module.css';

interface Props {
  applied: AppliedDefaults | null;
  values: FormValues;
  onUndo: () => void;
}

/** Says what the chosen saved place set in the form, where that still applies. */
export function DefaultsNotice({ applied, values, onUndo }: Props) {
  const t = useRecordTranslation('recording');
  const set = applied && [
    applied.geoprivacy && values.geoprivacy === applied.geoprivacy.set && t(`common:geoprivacy.${applied.geoprivacy.set}`),
    applied.habitat && values.attributes.habitat === applied.habitat && t(`observations:choice.habitat.${applied.habitat}`),
  ];
  const words = set?.filter((one) => typeof one === 'string') ?? [];
  return (
    <div role="status">
      {applied && words.length > 0 && (
        <div className={classes.defaults}>
          <IconBookmark size={20} aria-hidden />
          <p>{t('recording:place_defaults.applied', { name: applied.name, values: words.join(' · ') })}</p>
          <Button variant="subtle" onClick={onUndo}>
            {t('recording:place_defaults.undo')}
          </Button>
        </div>
      )}
    </div>
  );
}
