import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { ImportResult } from '../../local/outbox/files/import';
import { useRecordTranslation } from '../../shared/records/use-record-translation';
import classes from './ImportUnsent.module.css';
import { ImportProblems } from './ImportProblems';

/** The result of an import. */
export function ImportOutcome({ result }: { result: ImportResult }) {
  const t = useRecordTranslation('outbox');
  const { records, drafts, kept, faults } = result;
  const list = useRef<HTMLUListElement>(null);
  // It appears at the end of the screen, where the navigation bar of a phone would hide it.
  useEffect(() => list.current?.scrollIntoView?.({ block: 'nearest' }), [result]);
  return (
    <ul className={classes.importResult} ref={list}>
      {records > 0 && <li>{t('outbox:import.done', { count: records })}</li>}
      {drafts > 0 && (
        <li>
          {t('outbox:import.drafts', { count: drafts })} <Link to="/observe">{t('common:nav.observe')}</Link>
        </li>
      )}
      {kept > 0 && <li>{t('outbox:import.kept', { number: kept })}</li>}
      {records + drafts + kept + faults.length === 0 && <li>{t('outbox:import.nothing')}</li>}
      <ImportProblems problems={faults} />
    </ul>
  );
}
