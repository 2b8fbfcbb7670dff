import { Button } from '@mantine/core';
import { IconCircleCheck, IconPlus } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { steadyFocus } from '../../../ui/steady-focus';
import { useIsOnline } from '../../accounts/data';
import type { FormValues } from '../form-values';
import { useOwnObservation, useSyncStates } from '../../observations/own';
import type { FormStart } from '../use-observe-form';
import { OwnRecordCard } from '../../observations/RecordCards';
import classes from './saved.module.css';
import { UndoSave } from './UndoSave';

interface Props {
  id: string;
  values: FormValues;
  /** Null after a change: there is nothing to go on with, and nothing to take back. */
  next: { onSame: () => void; onAnother: () => void; onUndone: (start: FormStart) => void } | null;
}

/** Shown only once the disk has the record. */
export function SavedPanel({ id, values, next }: Props) {
  const { t } = useTranslation(['recording', 'observations']);
  const title = useRef<HTMLHeadingElement>(null);
  const record = useOwnObservation(id);
  const states = useSyncStates();
  const isOnline = useIsOnline();
  useEffect(() => title.current?.focus(), []);
  const isNamed = values.taxon !== null || values.verbatim_name.trim() !== '';
  const needsYou = states?.get(id) === 'needs_attention';
  const isStored = states !== undefined && !states.has(id);
  return (
    <div ref={steadyFocus} className={classes.saved}>
      <div className={classes.savedHead}>
        <IconCircleCheck className={classes.savedIcon} size={44} stroke={1.6} aria-hidden />
        <div>
          <h1 className={classes.savedTitle} ref={title} tabIndex={-1}>
            {t('saved.title')}
          </h1>
          <p className={classes.savedNote} role="status">
            {needsYou ? (
              <>
                {t('observations:page.needs_you')} <Link to="/outbox">{t('observations:page.to_outbox')}</Link>
              </>
            ) : isStored ? (
              t('saved.stored')
            ) : isOnline ? (
              t('saved.on_device')
            ) : (
              t('saved.on_device_offline')
            )}
          </p>
        </div>
        {next && <UndoSave id={id} values={values} onUndone={next.onUndone} />}
      </div>
      {record && <OwnRecordCard record={record} syncState={states?.get(id) ?? 'stored'} headingLevel={2} />}
      <div className={classes.savedButtons}>
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
      </div>
    </div>
  );
}
