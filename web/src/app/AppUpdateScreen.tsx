import { Button, Group, Stack, Text } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useStore } from 'zustand';
import { waitingLabel } from '../features/observations/sync-labels';
import { openUserDatabase } from '../local/db/database';
import { isAnyUnsent, outboxCounts } from '../local/outbox/outbox-counts';
import { storedAnswer } from '../local/app/version-check';
import { activateNewVersion } from '../local/app/app-version';
import { askVersion, auth, database, notifier, reloadSafely } from '../local/app/veld';
import { saveUnsentFiles } from '../features/accounts/unsent';
import { HillPath } from '../ui/drawings/HillPath';
import { EmptyState } from '../ui/EmptyState';
import { SyncChip } from '../ui/SyncChip';

const RELOADS = 'veld-update-reloads';
const MOST_RELOADS = 2;

/** Whether the server requires a newer app. */
export default function AppUpdateScreen() {
  const found = useLocation().state as { url?: string | null } | null;
  const [need, setNeed] = useState<UpdateNeed>(found ? { state: 'required', url: found.url ?? null } : { state: 'checking' });
  useEffect(() => {
    if (found) return;
    void askForUpdate().then(setNeed);
  }, [found]);
  if (need.state === 'checking') return null;
  return need.state === 'required' ? <UpdateRequired url={need.url} /> : <NoUpdate isKnown={need.state === 'current'} />;
}

type UpdateNeed = { state: 'checking' | 'current' | 'unknown' } | { state: 'required'; url: string | null };

/** The server's answer, or the last one it gave for this version. */
async function askForUpdate(): Promise<UpdateNeed> {
  const answer = await askVersion(__APP_VERSION__)
    .catch(() => storedAnswer(database, __APP_VERSION__))
    .catch(() => undefined);
  if (!answer) return { state: 'unknown' };
  return answer.update_required ? { state: 'required', url: answer.update_url } : { state: 'current' };
}

function NoUpdate({ isKnown }: { isKnown: boolean }) {
  const { t } = useTranslation('common');
  return (
    <EmptyState
      drawing={<HillPath />}
      title={isKnown ? t('update.not_needed') : t('screens.app_update')}
      headingLevel={1}
      sentence={isKnown ? t('update.up_to_date') : t('update.unknown')}
      action={
        <Stack align="center" gap="md">
          <Button component={Link} to="/">
            {t('action.go_home')}
          </Button>
          <Version />
        </Stack>
      }
    />
  );
}

function Version() {
  const { t } = useTranslation('common');
  return (
    <Text size="sm" c="dimmed">
      {t('nav.version', { version: __APP_VERSION__ })}
    </Text>
  );
}

/** Recording, uploading and exporting stay possible (decision 0025). */
function UpdateRequired({ url }: { url: string | null }) {
  const { t } = useTranslation('common');
  const updateUrl = safeAddress(url);
  const userId = useStore(auth.store, (state) => state.user?.id ?? null);
  const counts = useLiveQuery(() => (userId ? outboxCounts(openUserDatabase(userId)) : null), [userId]);
  const unsent = counts && isAnyUnsent(counts) ? counts : null;
  const hasTriedEnough = reloads() >= MOST_RELOADS;

  const reload = () => {
    sessionStorage.setItem(RELOADS, String(reloads() + 1));
    activateNewVersion(() => void reloadSafely());
  };
  const exportAll = async () => {
    try {
      await saveUnsentFiles();
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
          <Version />
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
