import { useTranslation } from 'react-i18next';
import { number } from '../../i18n/format';
import type { DeviceOnly } from '../../local/session/device-only';
import { useLanguage } from '../../shared/session/session';
import classes from './DeviceOnlyList.module.css';

const KINDS = [
  'records',
  'photos',
  'drafts',
  'tally',
  'saved_places',
  'wanted',
  'species_notes',
  'saved_views',
  'comments',
  'messages',
  'changes',
  'shared',
] as const;

/** Names what removing everything from this device would lose. `counts` is null if the device cannot say. */
export function DeviceOnlyList({ counts }: { counts: DeviceOnly | null }) {
  const { t } = useTranslation('accounts');
  const language = useLanguage();
  if (counts === null) return <p className={classes.text}>{t('leave.unreadable')}</p>;
  const lost = KINDS.filter((kind) => counts[kind] > 0);
  if (lost.length === 0) return <p className={classes.text}>{t('leave.nothing_lost')}</p>;
  return (
    <div>
      <p className={classes.text} id="device-only">
        {t('leave.lost')}
      </p>
      <dl className={classes.list} aria-labelledby="device-only">
        {lost.map((kind) => (
          <div key={kind} className={classes.row}>
            <dt>{t(`leave.${kind}`)}</dt>
            <dd>{number(counts[kind], language)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

export function isAnythingLost(counts: DeviceOnly | null): boolean {
  return counts === null || KINDS.some((kind) => counts[kind] > 0);
}
