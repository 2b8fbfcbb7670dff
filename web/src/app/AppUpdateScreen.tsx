import { Button, Group, Stack, Text } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useStore } from 'zustand';
import { isAnyUnsent, waitingLabel } from '../features/observations/sync-labels';
import { saveFiles } from '../device/save-files';
import { openUserDatabase } from '../local/db/database';
import { exportUnsent } from '../local/outbox/export';
import { outboxCounts } from '../local/outbox/outbox-counts';
import { activateNewVersion } from '../local/app/app-version';
import { auth, notifier, reloadSafely } from '../local/app/veld';
import { HillPath } from '../ui/drawings/HillPath';
import { EmptyState } from '../ui/EmptyState';
import { SyncChip } from '../ui/SyncChip';

const RELOADS = 'veld-update-reloads';
const MOST_RELOADS = 2;

/** The server requires a newer app. Recording, uploading and exporting stay possible (decision 0025). */
export default function AppUpdateScreen() {
  const { t } = useTranslation('common');
  const updateUrl = safeAddress((useLocation().state as { url?: string | null } | null)?.url);
  const userId = useStore(auth.store, (state) => state.user?.id ?? null);
  const counts = useLiveQuery(() => (userId ? outboxCounts(openUserDatabase(userId)) : null), [userId]);
  const unsent = counts && isAnyUnsent(counts) ? counts : null;
  const hasTriedEnough = reloads() >= MOST_RELOADS;

  const reload = () => {
    sessionStorage.setItem(RELOADS, String(reloads() + 1));
    activateNewVersion(() => void reloadSafely());
  };
  const exportAll = async () => {
    if (!userId) return;
    try {
      saveFiles(await exportUnsent(openUserDatabase(userId)));
    } catch (error) {
      notifier.show('negative', t('error.title'), { cause: error });
    }
  };

  return (
    <EmptyState
      drawing={<HillPath />}
      title={t('screens.app_update')}
      headingLevel={1}
      sentence={hasTriedEnough ? t('update.still_old') : t('update.message')}
      action={
        <Stack align="center" gap="md">
          {userId && <SyncChip state={unsent ? 'waiting' : 'safe'} label={unsent ? waitingLabel(unsent, t) : t('sync.all_synced')} />}
          <Group justify="center">
            {updateUrl ? (
              <Button component="a" href={updateUrl} rel="noopener noreferrer">
                {t('update.update_now')}
              </Button>
            ) : (
              <Button onClick={reload}>{t('action.reload')}</Button>
            )}
            {unsent && (
              <Button variant="default" onClick={() => void exportAll()}>
                {t('update.export')}
              </Button>
            )}
          </Group>
          {userId && (
            <Text size="sm">
              <Link to="/observe">{t('update.keep_recording')}</Link>
            </Text>
          )}
          <Text size="sm" c="dimmed">
            {t('nav.version', { version: __APP_VERSION__ })}
          </Text>
        </Stack>
      }
    />
  );
}

function reloads(): number {
  return Number(sessionStorage.getItem(RELOADS) ?? 0);
}

/** Accepts only http(s) URLs, because the URL comes from the server. */
function safeAddress(url: string | null | undefined): string | null {
  return url && /^https?:\/\//i.test(url) ? url : null;
}
