import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { saveUnsentFiles } from '../../shared/session/unsent';
import { waitingLabel } from '../../shared/records/sync-labels';
import { installNewVersion } from '../../local/app/install-version';
import { auth, database, network, notifier, reloadSafely } from '../../local/app/veld';
import { openUserDatabase } from '../../local/db/database';
import { putOffUpdate } from '../../local/device/put-off-update';
import { isAnyUnsent, outboxCounts } from '../../local/outbox/outbox-counts';
import { HillPath } from '../../ui/drawings/HillPath';
import { EmptyState } from '../../ui/EmptyState';
import { SyncChip } from '../../ui/SyncChip';
import { WhatIsNew } from './WhatIsNew';

const RELOADS = 'veld-update-reloads';
const MOST_RELOADS = 2;

interface Props {
  url: string | null;
  /** The version that is recommended; absent if the update is required. */
  recommended?: string;
}

/** What is unsent comes first; recording, uploading and exporting stay possible (decision 0025). */
export function UpdateOffer({ url, recommended }: Props) {
  const { t } = useTranslation(['operations', 'common']);
  const userId = useStore(auth.store, (state) => state.user?.id ?? null);
  const isOnline = useStore(network.store, (state) => state.state === 'online');
  const hasTriedEnough = reloads() >= MOST_RELOADS;
  const message = recommended ? t('update.recommended_message') : t('update.message');
  return (
    <EmptyState
      drawing={<HillPath />}
      title={t('common:screens.app_update')}
      headingLevel={1}
      sentence={hasTriedEnough ? t('update.still_old') : message}
      action={
        <Stack align="center" gap="md">
          {userId && <Unsent userId={userId} />}
          {!isOnline && <Alert color="ochre">{t('update.offline')}</Alert>}
          <Buttons url={safeAddress(url)} isOnline={isOnline} recommended={recommended} />
          {userId && (
            <Text size="sm">
              <Link to="/observe">{t('update.keep_recording')}</Link>
            </Text>
          )}
          <WhatIsNew {...(recommended ? { recommended } : {})} />
        </Stack>
      }
    />
  );
}

/** What only this device has, and a button that saves it as a file. */
function Unsent({ userId }: { userId: string }) {
  const { t } = useTranslation(['operations', 'common']);
  const { t: common } = useTranslation('common');
  const counts = useLiveQuery(() => outboxCounts(openUserDatabase(userId)), [userId]);
  const unsent = counts && isAnyUnsent(counts) ? counts : null;
  const exportAll = async () => {
    try {
      await saveUnsentFiles();
    } catch (error) {
      notifier.show('negative', t('common:error.title'), { cause: error });
    }
  };
  return (
    <Group justify="center">
      <SyncChip state={unsent ? 'waiting' : 'safe'} label={unsent ? waitingLabel(unsent, common) : t('common:sync.all_synced')} />
      {unsent && (
        <Button variant="default" onClick={() => void exportAll()}>
          {t('update.export')}
        </Button>
      )}
    </Group>
  );
}

function Buttons({ url, isOnline, recommended }: { url: string | null; isOnline: boolean; recommended: string | undefined }) {
  const { t } = useTranslation(['operations', 'common']);
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const update = () => {
    setBusy(true);
    setFailed(false);
    installNewVersion(() => {
      sessionStorage.setItem(RELOADS, String(reloads() + 1));
      void reloadSafely();
    })
      .catch((error: unknown) => {
        console.error('Update', error);
        setFailed(true);
      })
      .finally(() => setBusy(false));
  };
  const putOff = async () => {
    await putOffUpdate(database, recommended!).catch(() => undefined);
    await navigate('/');
  };
  return (
    <>
      {hasFailed && (
        <Alert color="brick" role="alert">
          {t('update.failed')}
        </Alert>
      )}
      <Group justify="center">
        {url ? (
          <Button component="a" href={url} rel="noopener noreferrer">
            {t('update.update_now')}
          </Button>
        ) : (
          <Button loading={isBusy} disabled={!isOnline} variant={reloads() >= MOST_RELOADS ? 'default' : 'filled'} onClick={update}>
            {t('common:action.reload')}
          </Button>
        )}
        {recommended && (
          <Button variant="default" onClick={() => void putOff()}>
            {t('update.later')}
          </Button>
        )}
      </Group>
    </>
  );
}

/** How often this tab was reloaded for an update, so that one that does not come is no loop. */
function reloads(): number {
  return Number(sessionStorage.getItem(RELOADS) ?? 0);
}

/** Accepts only http(s) URLs, because the URL comes from the server. */
function safeAddress(url: string | null): string | null {
  return url && /^https?:\/\//i.test(url) ? url : null;
}
