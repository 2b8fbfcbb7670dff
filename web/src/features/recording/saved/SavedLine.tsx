import { Button, Loader } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useLiveQuery } from 'dexie-react-hooks';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAsksPermission } from '../../../device/use-location';
import { useNow } from '../../../device/use-now';
import type { LocalObservation } from '../../../local/db/rows';
import { findFirsts } from '../../../local/records/saved/firsts';
import { isWaiting, readWaitingPlaces } from '../../../local/records/waiting-places';
import { useOwnObservation, useSyncStates } from '../../../shared/records/own';
import { formatCount, formatRecordName } from '../../../shared/records/record-labels';
import { useRecordTranslation } from '../../../shared/records/record-labels';
import { currentDatabase, notifier, useIsOnline, useUser } from '../../../shared/session/session';
import { useNamedRecord } from '../../../shared/taxa/names';
import type { FormValues } from '../form-values';
import { addPlaceAddress } from '../place/place-address';
import type { FormStart } from '../use-observe-form';
import { addOne, countWithOneMore } from './save-count';
import { UndoSave } from './UndoSave';
import classes from './SavedLine.module.css';

interface Props {
  id: string;
  values: FormValues;
  onSame: () => void;
  onUndone: (start: FormStart) => void;
}

/** Confirms the record that was just saved, above the form for the next one; shown only once it is stored. */
export function SavedLine({ id, ...props }: Props) {
  const t = useRecordTranslation('recording');
  const record = useOwnObservation(id);
  return (
    <section className={classes.saved} aria-label={t('recording:saved.title')} data-record={id}>
      {record && <Line record={record} {...props} />}
    </section>
  );
}

function Line({ record: stored, values, onSame, onUndone }: Omit<Props, 'id'> & { record: LocalObservation }) {
  const t = useRecordTranslation('recording');
  const user = useUser();
  const record = useNamedRecord(stored);
  const now = useNow(60_000);
  const next = countWithOneMore(record, now);
  const isNamed = values.taxon !== null || values.verbatim_name.trim() !== '';
  const count = formatCount(record, t);
  const name = [formatRecordName(record, t), count].filter(Boolean).join(', ');
  const more = () => {
    const { id, name: person, is_pro } = user;
    addOne(currentDatabase(), record.id, { id, name: person, is_pro }).then(
      (isAdded) => {
        if (!isAdded) onSame();
      },
      (error: unknown) => notifier.show('negative', t('observations:outbox.failed'), { cause: error }),
    );
  };
  return (
    <>
      <div className={classes.line}>
        <p className={classes.words} role="status">
          <Link className={classes.name} to={`/observations/${record.id}`}>
            {name}
          </Link>{' '}
          <span className={classes.state}>
            <State record={record} />
          </span>
        </p>
        <UndoSave className={classes.act} id={record.id} values={values} onUndone={onUndone} />
        {isNamed &&
          (next === null ? (
            <Button className={classes.more} onClick={onSame}>
              {t('recording:saved.same')}
            </Button>
          ) : (
            <Button className={classes.more} aria-label={t('recording:saved.one_more', { count: next })} onClick={more}>
              +1
            </Button>
          ))}
      </div>
      <Notes record={record} />
    </>
  );
}

/** Where the record is. */
function State({ record }: { record: LocalObservation }) {
  const { t } = useTranslation(['recording', 'observations']);
  const states = useSyncStates();
  const isOnline = useIsOnline();
  if (states?.get(record.id) === 'needs_attention')
    return (
      <>
        {t('observations:page.needs_attention')} <Link to="/outbox">{t('observations:page.to_outbox')}</Link>
      </>
    );
  if (states !== undefined && !states.has(record.id)) return t('saved.stored');
  return t(isOnline ? 'saved.on_device' : 'saved.on_device_offline');
}

/** What the record is the first of, and that it still lacks its place. */
function Notes({ record }: { record: LocalObservation }) {
  const { t } = useTranslation('recording');
  const isOn = useUser().preferences.gamification;
  const database = currentDatabase();
  const firsts = useLiveQuery(() => (isOn ? findFirsts(database, record) : []), [database, record, isOn]);
  const wait = useWaitingPlace(record);
  return (
    <>
      {firsts && firsts.length > 0 && (
        <p className={classes.note}>
          <IconSparkles size={20} aria-hidden /> <span>{firsts.map((first) => t(`first.${first}`)).join(' · ')}</span>
        </p>
      )}
      {wait === 'waiting' && (
        <p className={classes.note} role="status">
          <Loader size="xs" color="currentColor" /> {t('saved.locating')}
        </p>
      )}
      {(wait === 'asking' || wait === 'missed') && (
        <p className={classes.note} role="status">
          <span>{t(wait === 'missed' ? 'saved.no_location' : 'saved.asking')}</span>{' '}
          <Link to={addPlaceAddress(record.id)}>{t('saved.add_place')}</Link>
        </p>
      )}
    </>
  );
}

/**
 * `asking`: the browser is asking for permission to use the location. `waiting`: the device is looking for the place of the record.
 * `missed`: it found none. Null if the record has a place or needs none.
 */
function useWaitingPlace(record: LocalObservation): 'asking' | 'waiting' | 'missed' | null {
  const database = currentDatabase();
  const entries = useLiveQuery(() => readWaitingPlaces(database), [database]);
  const entry = entries?.find(({ id, place }) => id === record.id && place === null);
  const now = useNow(1000, entry !== undefined);
  const isAsking = useAsksPermission(entry !== undefined && isWaiting(entry, now));
  if (!entry || record.latitude != null) return null;
  if (!isWaiting(entry, now)) return 'missed';
  return isAsking ? 'asking' : 'waiting';
}
