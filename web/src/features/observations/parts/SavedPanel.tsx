import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useIsOnline } from '../../accounts/data';
import { useOwnObservation, useSyncStates } from '../own';
import { OwnRecordCard } from './RecordCards';
import classes from './saved.module.css';

interface Props {
  id: string;
  /** Null after a change: there is nothing to go on with. */
  onAnother: (() => void) | null;
}

/** Shown only once the disk has the record. */
export function SavedPanel({ id, onAnother }: Props) {
  const { t } = useTranslation('observations');
  const title = useRef<HTMLHeadingElement>(null);
  const record = useOwnObservation(id);
  const states = useSyncStates();
  const isOnline = useIsOnline();
  useEffect(() => title.current?.focus(), []);
  const isStored = states !== undefined && !states.has(id);
  return (
    <div className={classes.saved}>
      <div className={classes.savedHead}>
        <IconCircleCheck className={classes.savedIcon} size={44} stroke={1.6} aria-hidden />
        <div>
          <h1 className={classes.savedTitle} ref={title} tabIndex={-1}>
            {t('saved.title')}
          </h1>
          <p className={classes.savedNote} role="status">
            {isStored ? t('saved.stored') : isOnline ? t('saved.on_device') : t('saved.on_device_offline')}
          </p>
        </div>
      </div>
      {record && <OwnRecordCard record={record} syncState={states?.get(id) ?? 'stored'} headingLevel={2} />}
      <div className={classes.savedButtons}>
        {onAnother && (
          <Button size="lg" onClick={onAnother}>
            {t('saved.another')}
          </Button>
        )}
        <Button size="lg" variant="default" component={Link} to={`/observations/${id}`}>
          {t('saved.show')}
        </Button>
      </div>
    </div>
  );
}
