import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CardGrid } from '../../ui/cards/CardGrid';
import { useIsOnline } from '../../shared/session/session';
import { useOwnObservation, useSyncStates } from '../../shared/records/own';
import { OwnRecordCard } from '../../shared/records/RecordCards';
import shared from './board.module.css';
import classes from './SavedAllPanel.module.css';
import type { SaveAllResult } from './save-all';

/** Cards shown; the rest is in the user's records. */
const SHOWN = 8;

/** How many records were saved and how many stayed drafts. */
export function SavedAllPanel({ result, isBoardEmpty }: { result: SaveAllResult; isBoardEmpty: boolean }) {
  const { t } = useTranslation(['photo-import', 'recording']);
  const isOnline = useIsOnline();
  const states = useSyncStates();
  const head = useRef<HTMLHeadingElement>(null);
  const { saved, failed } = result;
  useEffect(() => {
    head.current?.focus();
    window.scrollTo({ top: 0 });
  }, [result]);
  const isStored = states !== undefined && saved.every((id) => !states.has(id));
  return (
    <section className={classes.saved}>
      <div className={classes.savedHead}>
        <IconCircleCheck className={classes.savedIcon} size={40} stroke={1.6} aria-hidden />
        <div>
          <h2 className={classes.savedTitle} ref={head} tabIndex={-1}>
            {t('board.saved', { count: saved.length })}
          </h2>
          <p className={shared.hint} role="status">
            {saved.length > 0 && (isStored ? t('board.saved_synced') : t(isOnline ? 'board.saved_on_device' : 'board.saved_offline'))}{' '}
            {failed.length > 0 && t('board.kept_as_draft', { count: failed.length })}
          </p>
        </div>
        {saved.length > 0 && (
          <Button className={classes.savedLink} variant="default" component={Link} to={isStored ? '/' : '/outbox'}>
            {t(isStored ? 'recording:observe.go_home' : 'board.show_outbox')}
          </Button>
        )}
      </div>
      {isBoardEmpty && (
        <CardGrid>
          {saved.slice(0, SHOWN).map((id) => (
            <SavedCard key={id} id={id} state={states?.get(id) ?? 'stored'} />
          ))}
        </CardGrid>
      )}
    </section>
  );
}

function SavedCard({ id, state }: { id: string; state: Parameters<typeof OwnRecordCard>[0]['syncState'] }) {
  const record = useOwnObservation(id);
  return record ? <OwnRecordCard record={record} syncState={state} headingLevel={3} /> : null;
}
