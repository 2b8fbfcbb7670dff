import { Button } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { useLiveQuery } from 'dexie-react-hooks';
import { useTranslation } from 'react-i18next';
import { privateZoneAt } from '../../../local/records/lists/home-zone';
import { savedPlaces } from '../../../local/records/lists/saved-places';
import { currentDatabase } from '../../../shared/session/session';
import type { ObserveForm } from '../use-observe-form';
import classes from './PlaceField.module.css';

/** Says that the new record lies in a private zone and is saved as obscured, unless the person shows it. */
export function HomeZoneNotice({ form }: { form: ObserveForm }) {
  const { t } = useTranslation('recording');
  const database = currentDatabase();
  const places = useLiveQuery(() => savedPlaces(database), [database]) ?? [];
  const { values, recordId } = form;
  const zone = recordId === null && values.geoprivacy === 'open' ? privateZoneAt(places, values) : undefined;
  const isShown = values.shows_home === true;
  return (
    <div role="status">
      {zone && (
        <div className={classes.defaults}>
          <IconEyeOff size={20} aria-hidden />
          <p>{t(isShown ? 'home_zone.shown' : 'home_zone.hidden', { name: zone.name })}</p>
          <Button variant="subtle" onClick={() => form.change({ shows_home: !isShown })}>
            {t(isShown ? 'home_zone.hide' : 'home_zone.show')}
          </Button>
        </div>
      )}
    </div>
  );
}
