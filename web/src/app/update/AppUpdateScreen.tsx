import { Button, Stack, Alert, Group, Text } from '@mantine/core';
import { listVersionNotes, type ReplyOf } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { formatDate } from '../../i18n/format';
import { currentLocale } from '../../i18n/locale';
import { installNewVersion } from '../../local/app/install-version';
import { auth, database, network, notifier, reloadSafely, api, askVersion } from '../../local/app/veld';
import { storedAnswer } from '../../local/app/version-check';
import { openUserDatabase } from '../../local/db/database';
import { putOffUpdate } from '../../local/device/put-off-update';
import { isAnyUnsent, outboxCounts } from '../../local/outbox/outbox-counts';
import { waitingLabel } from '../../shared/records/sync-labels';
import { saveUnsentFiles } from '../../shared/session/unsent';
import { HillPath } from '../../ui/drawings/EmptyDrawings';
import { EmptyState } from '../../ui/EmptyState';
import { SyncChip } from '../../ui/SyncChip';
import classes from './update.module.css';

/** Whether the server requires or recommends a newer app, and what is new in it. */
export default function AppUpdateScreen() {
  const need = useUpdateNeed(useLocation().state as { url?: string | null } | null);
  if (need.state === 'checking') return null;
  if (need.state === 'required') return <UpdateOffer url={need.url} />;
  if (need.state === 'recommended') return <UpdateOffer url={need.url} recommended={need.version} />;
  return <NoUpdate isKnown={need.state === 'current'} />;
}

function NoUpdate({ isKnown }: { isKnown: boolean }) {
  const { t } = useTranslation(['operations', 'common']);
  return (
    <EmptyState
      drawing={<HillPath />}
      title={isKnown ? t('update.not_needed') : t('common:screens.app_update')}
      headingLevel={1}
      sentence={isKnown ? t('update.up_to_date') : t('update.unknown')}
      action={
        <Stack align="center" gap="md">
          <Button component={Link} to="/">
            {t('common:action.go_home')}
          </Button>
          <WhatIsNew />
        </Stack>
      }
    />
  );
}

const RELOADS = 'veld-update-reloads';
const MOST_RELOADS = 2;

interface Props {
  url: string | null;
  /** The version that is recommended; absent if the update is required. */
  recommended?: string;
}

/** What is unsent comes first; recording, uploading and exporting stay possible (decision 0025). */
function UpdateOffer({ url, recommended }: Props) {
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

/** The versions and what is new in them, in the language of the person where there is a text. */
function WhatIsNew({ recommended }: { recommended?: string }) {
  const { t } = useTranslation(['operations', 'common']);
  const notes = useVersionNotes();
  const needed = recommended ?? notes?.required_version;
  const texts = notes?.data.filter((one) => one.notes !== '') ?? [];
  return (
    <div className={classes.news}>
      <dl className={classes.versions}>
        <dt>{t('update.installed')}</dt>
        <dd>{__APP_VERSION__}</dd>
        {needed && (
          <>
            <dt>{t(recommended ? 'update.recommended' : 'update.required')}</dt>
            <dd>{needed}</dd>
          </>
        )}
      </dl>
      {texts.length > 0 && (
        <section aria-labelledby="what-is-new">
          <h2 id="what-is-new" className={classes.title}>
            {t('update.new')}
          </h2>
          {texts.map(({ version, notes: text, language, created_at }) => (
            <article key={version}>
              <h3 className={classes.version}>
                {version} <span>{formatDate(new Date(created_at), currentLocale(), { dateStyle: 'long' })}</span>
              </h3>
              <p className={classes.text} lang={language ?? undefined}>
                {text}
              </p>
            </article>
          ))}
        </section>
      )}
    </div>
  );
}

type UpdateNeed =
  | { state: 'checking' | 'current' | 'unknown' }
  | { state: 'required'; url: string | null }
  | { state: 'recommended'; url: string | null; version: string };

/** Whether this version has to be updated, or could be: the server's answer, or the last one it gave. */
function useUpdateNeed(found: { url?: string | null } | null): UpdateNeed {
  const [need, setNeed] = useState<UpdateNeed>(found ? { state: 'required', url: found.url ?? null } : { state: 'checking' });
  useEffect(() => {
    if (found) return;
    void askForUpdate().then(setNeed);
  }, [found]);
  return need;
}

async function askForUpdate(): Promise<UpdateNeed> {
  const answer = await askVersion(__APP_VERSION__)
    .catch(() => storedAnswer(database, __APP_VERSION__))
    .catch(() => undefined);
  if (!answer) return { state: 'unknown' };
  const { update_required, update_url: url, recommended_version: version } = answer;
  if (update_required) return { state: 'required', url };
  return version ? { state: 'recommended', url, version } : { state: 'current' };
}

type VersionNotes = ReplyOf<typeof listVersionNotes>;

/** What is new in the versions after this one; null while it is not known, as without a connection. */
function useVersionNotes(): VersionNotes | null {
  const [notes, setNotes] = useState<VersionNotes | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    api.call(listVersionNotes, { query: { since: __APP_VERSION__.slice(0, 40) } }, { token: null, signal: stop.signal }).then(
      setNotes,
      // The screen says what it can without them.
      () => undefined,
    );
    return () => stop.abort();
  }, []);
  return notes;
}
