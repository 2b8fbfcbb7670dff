import { Button } from '@mantine/core';
import { useState } from 'react';
import { resolveConflict } from '../../../local/outbox';
import type { OutboxItem } from '../../../local/rows';
import { currentDatabase, notifier, useLanguage } from '../../accounts/data';
import { clashLines } from '../outbox-words';
import classes from './outbox.module.css';
import { useRecordWords } from './RecordCards';

/** The same fields changed in two places: both side by side, and the person chooses. */
export function ConflictView({ item, mineName }: { item: OutboxItem; mineName: string | null }) {
  const t = useRecordWords();
  const language = useLanguage();
  const [isBusy, setBusy] = useState(false);
  const lines = clashLines(item, { mine: mineName }, t, language);
  const choose = async (choice: 'mine' | 'theirs') => {
    setBusy(true);
    try {
      await resolveConflict(currentDatabase(), item.id, choice);
    } catch (error) {
      notifier.show('negative', t('observations:outbox.could_not'), { cause: error });
      setBusy(false);
    }
  };
  return (
    <div className={classes.conflict}>
      <table className={classes.clashes}>
        <thead>
          <tr>
            <th scope="col">
              <span className="for-readers">{t('observations:outbox.field')}</span>
            </th>
            <th scope="col">{t('observations:outbox.mine')}</th>
            <th scope="col">{t('observations:outbox.theirs')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.label}>
              <th scope="row">{line.label}</th>
              <td>{line.mine}</td>
              <td>{line.theirs}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={classes.buttons}>
        <Button loading={isBusy} onClick={() => void choose('mine')}>
          {t('observations:outbox.keep_mine')}
        </Button>
        <Button variant="default" disabled={isBusy} onClick={() => void choose('theirs')}>
          {t('observations:outbox.take_theirs')}
        </Button>
      </div>
    </div>
  );
}
