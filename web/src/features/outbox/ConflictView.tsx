import { Button } from '@mantine/core';
import { useState } from 'react';
import { ago } from '../../i18n/format';
import type { OutboxItem } from '../../local/db/rows';
import { resolveConflict } from '../../local/outbox/outbox';
import { useRecordTranslation } from '../../shared/records/record-labels';
import { currentDatabase, notifier, useLanguage } from '../../shared/session/session';
import { useNamedTaxon } from '../../shared/taxa/names';
import { useRecordHistory } from '../observations/page/record-history';
import { type ConflictLine, conflictLines } from './outbox-labels';
import classes from './ConflictView.module.css';
import shared from './outbox.module.css';

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

/** Longer texts are shortened. All lengths are in code points. */
const LONGEST_WHOLE = 160;
const EXCERPT = 120;
/** Common text shown before the first difference. */
const CONTEXT = 30;

/** Excerpts of two versions of a text from shortly before their first difference. Null if both are short. */
export function diffExcerpt(mine: string, theirs: string): { mine: string; theirs: string } | null {
  const [one, other] = [[...mine], [...theirs]];
  if (one.length <= LONGEST_WHOLE && other.length <= LONGEST_WHOLE) return null;
  const start = startOf(one, other);
  return { mine: excerptFrom(one, start), theirs: excerptFrom(other, start) };
}

function startOf(one: readonly string[], other: readonly string[]): number {
  const difference = one.findIndex((letter, at) => letter !== other[at]);
  const from = (difference === -1 ? Math.min(one.length, other.length) : difference) - CONTEXT;
  if (from < EXCERPT / 2) return 0;
  // Starts at a word, if there are spaces.
  const space = one.findIndex((letter, at) => at >= from && at < from + CONTEXT && /\s/.test(letter));
  return space === -1 ? from : space + 1;
}

function excerptFrom(text: readonly string[], start: number): string {
  const end = start + EXCERPT;
  const whole = text.slice(start, end).join('');
  const shown = end < text.length ? `${whole.replace(/\s\S*$/, '')} …` : whole;
  return start > 0 ? `… ${shown}` : shown;
}
