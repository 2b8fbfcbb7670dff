import { IconSparkles } from '@tabler/icons-react';
import { useLiveQuery } from 'dexie-react-hooks';
import { useTranslation } from 'react-i18next';
import type { LocalObservation } from '../../../local/db/rows';
import { findFirsts } from '../../../local/records/saved/firsts';
import { currentDatabase, useUser } from '../../../shared/session/session';
import classes from './SavedPanel.module.css';

/** What a saved record is the first of, as far as this device knows; nothing if points and badges are switched off. */
export function Firsts({ record }: { record: LocalObservation }) {
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
