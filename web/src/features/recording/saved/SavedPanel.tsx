import { Button, Loader } from '@mantine/core';
import { IconPlus, IconSparkles } from '@tabler/icons-react';
import { useLiveQuery } from 'dexie-react-hooks';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAsksPermission } from '../../../device/use-location';
import { useNow } from '../../../device/use-now';
import type { LocalObservation } from '../../../local/db/rows';
import { findFirsts } from '../../../local/records/saved/firsts';
import { isWaiting, readWaitingPlaces } from '../../../local/records/waiting-places';
import { useOwnObservation, useSyncStates } from '../../../shared/records/own';
import { OwnRecordCard } from '../../../shared/records/RecordCards';
import { currentDatabase, useIsOnline, useUser } from '../../../shared/session/session';
import { SavedPage } from '../../../ui/SavedPage';
import type { FormValues } from '../form-values';
import { addPlaceAddress } from '../place/place-address';
import type { FormStart } from '../use-observe-form';
import { UndoSave } from './UndoSave';
import classes from './SavedPanel.module.css';

interface Props {
  id: string;
  values: FormValues;
  /** Null after an edit, which has no next record and no undo. */
  next: { onSame: () => void; onAnother: () => void; onUndone: (start: FormStart) => void } | null;
}

/** Confirms a saved record; shown only once it is stored. */
export function SavedPanel({ id, values, next }: Props) {
  const { t } = useTranslation(['recording', 'observations']);
  const record = useOwnObservation(id);
  const states = useSyncStates();
  const isOnline = useIsOnline();
  const wait = useWaitingPlace(record);
  const isNamed = values.taxon !== null || values.verbatim_name.trim() !== '';
  const needsYou = states?.get(id) === 'needs_attention';
  const isStored = states !== undefined && !states.has(id);
  return (
    <SavedPage
      title={t('saved.title')}
      note={
        needsYou ? (
          <>
            {t('observations:page.needs_attention')} <Link to="/outbox">{t('observations:page.to_outbox')}</Link>
          </>
        ) : isStored ? (
          t('saved.stored')
        ) : isOnline ? (
          t('saved.on_device')
        ) : (
          t('saved.on_device_offline')
        )
      }
      aside={next && <UndoSave id={id} values={values} onUndone={next.onUndone} />}
      actions={
        <>
          {next && isNamed && (
            <Button size="lg" leftSection={<IconPlus size={22} aria-hidden />} onClick={next.onSame}>
              {t('saved.same')}
            </Button>
          )}
          {next && (
            <Button size="lg" variant={isNamed ? 'default' : 'filled'} onClick={next.onAnother}>
              {t('saved.another')}
            </Button>
          )}
          <Button size="lg" variant="default" component={Link} to={`/observations/${id}`}>
            {t('saved.show')}
          </Button>
        </>
      }
    >
      {next && record && <Firsts record={record} />}
      {wait === 'waiting' && (
        <p className={classes.place} role="status">
          <Loader size="xs" /> {t('saved.locating')}
        </p>
      )}
      {(wait === 'asking' || wait === 'missed') && (
        <div className={classes.place} role="status">
          <p>{t(wait === 'missed' ? 'saved.no_location' : 'saved.asking')}</p>
          <Button variant="default" component={Link} to={addPlaceAddress(id)}>
            {t('saved.add_place')}
          </Button>
        </div>
      )}
      {record && <OwnRecordCard record={record} syncState={states?.get(id) ?? 'stored'} headingLevel={2} />}
    </SavedPage>
  );
}

/** What a saved record is the first of, as far as this device knows; nothing if points and badges are switched off. */
function Firsts({ record }: { record: LocalObservation }) {
  const { t } = useTranslation('recording');
  const isOn = useUser().preferences.gamification;
  const database = currentDatabase();
  const firsts = useLiveQuery(() => (isOn ? findFirsts(database, record) : []), [database, record, isOn]);
  if (!firsts || firsts.length === 0) return null;
  return (
    <p className={classes.place}>
      <IconSparkles size={22} aria-hidden /> {firsts.map((first) => t(`first.${first}`)).join(' · ')}
    </p>
  );
}

/**
 * `asking`: the browser is asking for permission to use the location. `waiting`: the device is looking for the place of the record.
 * `missed`: it found none. Null if the record has a place or needs none.
 */
function useWaitingPlace(record: LocalObservation | null | undefined): 'asking' | 'waiting' | 'missed' | null {
  const database = currentDatabase();
  const entries = useLiveQuery(() => readWaitingPlaces(database), [database]);
  const entry = entries?.find(({ id, place }) => id === record?.id && place === null);
  const now = useNow(1000, entry !== undefined);
  const isAsking = useAsksPermission(entry !== undefined && isWaiting(entry, now));
  if (!entry || !record || record.latitude != null) return null;
  if (!isWaiting(entry, now)) return 'missed';
  return isAsking ? 'asking' : 'waiting';
}
