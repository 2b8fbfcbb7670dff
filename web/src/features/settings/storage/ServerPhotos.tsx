import { Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { bytes } from '../../../i18n/bytes';
import { ago } from '../../../i18n/format';
import { useIsOnline, useLanguage } from '../../../shared/session/session';
import { useServerPhotos } from './storage-facts';
import classes from '../storage.module.css';

/** The space of the user's photos on the server; without a connection as last known, with its age. */
export function ServerPhotos() {
  const { t } = useTranslation('settings');
  const language = useLanguage();
  const isOnline = useIsOnline();
  const { data, isError, dataUpdatedAt } = useServerPhotos();
  const isOld = data !== undefined && (isError || !isOnline);
  const share = data ? data.used_bytes / data.quota_bytes : 0;
  const amount =
    data && t('storage.server_photos_of', { used: bytes(data.used_bytes, language), quota: bytes(data.quota_bytes, language) });
  return (
    <div className={classes.kind}>
      <dt>
        {t('storage.server_photos')}
        <span className={classes.note}>
          {isOld ? t('storage.updated', { ago: ago(dataUpdatedAt, language) }) : t('storage.server_photos_note')}
        </span>
      </dt>
      <dd>
        {amount ?? (isError || !isOnline ? t('storage.server_photos_unknown') : null)}
        {amount && share > 0.9 && <Progress value={Math.min(share, 1) * 100} color="brick" aria-label={amount} />}
      </dd>
    </div>
  );
}
