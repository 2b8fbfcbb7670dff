import { IconRefreshAlert } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ago } from '../../../i18n/format';
import { OfflineChip } from '../../../ui/OfflineChip';
import { StatusChip } from '../../../ui/StatusChip';
import { useIsOnline, useLanguage } from '../../session/session';

interface Props {
  /** The last request failed. */
  isOutdated: boolean;
  /** Time of the shown response; milliseconds since 1970. */
  refreshedAt: number;
  onRetry: () => void;
}

/** The age of data that could not be refreshed, else nothing. A tap retries. */
export function FreshnessMark({ isOutdated, refreshedAt, onRetry }: Props) {
  const { t } = useTranslation('common');
  const language = useLanguage();
  const isOnline = useIsOnline();
  if (!isOutdated && (isOnline || refreshedAt <= 0)) return null;
  const since = ago(refreshedAt, language);
  if (!isOnline) return <OfflineChip label={t('network.stale', { ago: since })} />;
  return (
    <StatusChip
      tone="quiet"
      icon={<IconRefreshAlert size={18} aria-hidden />}
      label={`${t('network.could_not_refresh')} · ${since}`}
      onClick={onRetry}
    />
  );
}
