import { Button, Loader } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { SavedPage } from '../../../ui/SavedPage';
import { useIsOnline } from '../../../shared/session/session';
import type { FormValues } from '../form-values';
import { useOwnObservation, useSyncStates } from '../../../shared/records/own';
import type { FormStart } from '../use-observe-form';
import { OwnRecordCard } from '../../../shared/records/RecordCards';
import { addPlaceAddress } from '../place/place-address';
import { Firsts } from './Firsts';
import { UndoSave } from './UndoSave';
import { useWaitingPlace } from './use-waiting-place';
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
