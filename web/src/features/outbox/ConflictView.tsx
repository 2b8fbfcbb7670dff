import { Button } from '@mantine/core';
import { useState } from 'react';
import { ago } from '../../i18n/format';
import { resolveConflict } from '../../local/outbox/outbox';
import type { OutboxItem } from '../../local/db/rows';
import { currentDatabase, notifier, useLanguage } from '../../shared/session/session';
import { useRecordHistory } from '../observations/page/record-history';
import { useNamedTaxon } from '../../shared/taxa/names';
import { diffExcerpt } from './diff-excerpt';
import { type ConflictLine, conflictLines } from './outbox-labels';
import shared from './outbox.module.css';
import classes from './ConflictView.module.css';
import { useRecordTranslation } from '../../shared/records/use-record-translation';

/** Shows both versions of the conflicting fields, for the user to choose. */
export function ConflictView({ item, mineName }: { item: OutboxItem; mineName: string | null }) {
  const t = useRecordTranslation('outbox');
  const language = useLanguage();
  const [isBusy, setBusy] = useState(false);
  const current = item.conflict?.current;
  const theirTaxon = useNamedTaxon(current?.taxon ?? null);
  const { history } = useRecordHistory(item.subject, current?.version ?? 0);
  const device = history?.versions.find((one) => one.version === current?.version)?.device_name ?? null;
  const when = current ? ago(current.updated_at, language) : '';
  const lines = conflictLines(item, { mine: mineName, theirs: theirTaxon?.name ?? null }, t, language);
  const choose = async (choice: 'mine' | 'theirs') => {
    setBusy(true);
    try {
      await resolveConflict(currentDatabase(), item.id, choice);
    } catch (error) {
      notifier.show('negative', t('observations:outbox.failed'), { cause: error });
      setBusy(false);
    }
  };
  return (
    <div className={classes.conflict}>
      <table className={classes.conflicts}>
        <thead>
          <tr>
            <th scope="col">
              {t('outbox:mine')}
              <span className={classes.edit}>{t('outbox:your_edit', { ago: ago(item.created_at, language) })}</span>
            </th>
            <th scope="col">
              {t('outbox:theirs')}
              <span className={classes.edit}>
                {device ? t('outbox:their_edit_on', { ago: when, device }) : t('outbox:their_edit', { ago: when })}
              </span>
            </th>
          </tr>
        </thead>
        {lines.map((line) => (
          <ConflictRows key={line.label} line={line} />
        ))}
      </table>
      <div className={shared.buttons}>
        <Button loading={isBusy} onClick={() => void choose('mine')}>
          {t('outbox:use_mine')}
        </Button>
        <Button variant="default" disabled={isBusy} onClick={() => void choose('theirs')}>
          {t('outbox:use_theirs')}
        </Button>
      </div>
    </div>
  );
}

/** Both versions of a field. Long texts are shortened to an excerpt around the first difference, with a button to show all. */
function ConflictRows({ line }: { line: ConflictLine }) {
  const t = useRecordTranslation('outbox');
  const [isOpen, setOpen] = useState(false);
  const excerpt = diffExcerpt(line.mine, line.theirs);
  const { mine, theirs } = isOpen || !excerpt ? line : excerpt;
  const label = t(isOpen ? 'outbox:show_less' : 'outbox:show_all');
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={2}>
          <span className={classes.conflictField}>
            {line.label}
            {excerpt && (
              <button
                type="button"
                className={classes.fold}
                aria-expanded={isOpen}
                aria-label={`${label}, ${line.label}`}
                onClick={() => setOpen(!isOpen)}
              >
                {label}
              </button>
            )}
          </span>
        </th>
      </tr>
      <tr>
        <td>{mine}</td>
        <td>{theirs}</td>
      </tr>
    </tbody>
  );
}
