import { Button } from '@mantine/core';
import { IconDownload, IconLogin2, IconPlayerPause, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useStore } from 'zustand';
import { useNow } from '../../device/use-now';
import { ago } from '../../i18n/format';
import type { DraftForm } from '../../local/outbox/files/import-drafts';
import type { OutboxItem } from '../../local/db/rows';
import { findBlockReason, sendAnyway, setSendingRules } from '../../local/outbox/sending-rules';
import { currentSync } from '../../local/app/veld';
import { EmptyState } from '../../ui/EmptyState';
import { OfflineChip } from '../../ui/OfflineChip';
import { PageHeader } from '../../ui/PageHeader';
import { SectionTitle } from '../../ui/SectionTitle';
import { steadyFocus } from '../../ui/steady-focus';
import { currentDatabase, notifier, useIsOnline, useLanguage, useNeedsLogin } from '../../shared/session/session';
import { saveUnsentFiles } from '../../shared/session/unsent';
import { type OutboxGroup, useOutboxGroups } from './outbox-groups';
import { useSendingRules, useUnreadableCount } from '../../shared/records/own';
import { OutboxCard } from './OutboxCard';
import type { ShownReason } from './outbox-labels';
import { StorageNotice } from './StorageNotice';
import { SendingRulesFields } from './SendingRulesFields';
import { ImportUnsent } from './ImportUnsent';
import shared from './outbox.module.css';
import classes from './OutboxScreen.module.css';
import { useRecordTranslation } from '../../shared/records/use-record-translation';
import { useNetworkKind } from './use-network-kind';

const PAGE = 40;
const TICK_MS = 10_000;

/** `draftForm`: how an import makes drafts of records; the app passes it, because the form belongs to a later feature. */
export default function OutboxScreen({ draftForm }: { draftForm: DraftForm }) {
  const t = useRecordTranslation('outbox');
  const language = useLanguage();
  const groups = useOutboxGroups();
  const unreadable = useUnreadableCount();
  const needsLogin = useNeedsLogin();
  const isOnline = useIsOnline();
  const rules = useSendingRules();
  const network = useNetworkKind();
  const now = useNow(TICK_MS, groups !== undefined && groups.length > 0);
  if (!groups || !rules) return null;

  const reasonOfShown = (item: OutboxItem) => (needsLogin && !item.on_hold ? 'log_in' : findBlockReason(item, rules, network));
  const resume = () => {
    setSendingRules(currentDatabase(), { paused: false }).catch((error: unknown) =>
      notifier.show('negative', t('observations:outbox.failed'), { cause: error }),
    );
  };
  const [records, others] = [groups.filter(isRecord), groups.filter((group) => !isRecord(group))];
  const changes = others.filter(({ kind }) => kind !== 'call').length;
  const oldest = records.reduce((least, group) => Math.min(least, group.oldest), Number.POSITIVE_INFINITY);
  const lead = [
    records.length > 0 && t('common:sync.waiting', { count: records.length }),
    changes > 0 && t('common:sync.changes_waiting', { count: changes }),
    records.length > 0 && t('common:sync.oldest', { ago: ago(oldest, language, now) }),
  ].flatMap((part) => (part ? `${part}.` : []));

  return (
    <div ref={steadyFocus} className={classes.page}>
      <PageHeader
        title={t('common:screens.outbox')}
        lead={lead.length > 0 ? lead.join(' ') : undefined}
        actions={groups.length > 0 || unreadable > 0 ? <Actions groups={groups} isBlocked={rules.paused || needsLogin} /> : null}
      />
      {needsLogin && (
        <div className={classes.banner} role="alert">
          <IconLogin2 size={24} aria-hidden />
          <p>{t('outbox:log_in')}</p>
          <Button component={Link} to="/login">
            {t('common:action.log_in')}
          </Button>
        </div>
      )}
      {rules.paused && !needsLogin && (
        <div className={classes.banner} role="status">
          <IconPlayerPause size={24} aria-hidden />
          <p>{t('outbox:paused')}</p>
          <Button onClick={resume}>{t('outbox:resume')}</Button>
        </div>
      )}
      {!isOnline && groups.length > 0 && (
        <p className={shared.offline}>
          <OfflineChip label={t('common:network.offline')} /> {t('common:network.offline_hint')}
        </p>
      )}
      {records.length + changes > 0 && <StorageNotice />}
      {unreadable > 0 && <p className={shared.offline}>{t('outbox:unreadable', { count: unreadable })}</p>}
      {groups.length === 0 ? (
        <EmptyState
          sentence={t('outbox:empty')}
          action={
            <Button component={Link} to="/observe">
              {t('common:nav.observe')}
            </Button>
          }
        />
      ) : (
        <>
          <Groups groups={records} title={others.length > 0 ? t('common:sync.title') : null} now={now} reasonOf={reasonOfShown} />
          <Groups groups={others} title={records.length > 0 ? t('outbox:other_changes') : null} now={now} reasonOf={reasonOfShown} />
        </>
      )}
      <section className={classes.rules}>
        <SectionTitle>{t('outbox:sending.title')}</SectionTitle>
        <SendingRulesFields />
      </section>
      <ImportUnsent draftForm={draftForm} />
    </div>
  );
}

const isRecord = ({ kind }: OutboxGroup) => kind === 'record';

interface GroupsProps {
  groups: readonly OutboxGroup[];
  /** Null if there is only one list. */
  title: string | null;
  now: number;
  reasonOf: (item: OutboxItem) => ShownReason | null;
}

function Groups({ groups, title, now, reasonOf }: GroupsProps) {
  const t = useRecordTranslation('outbox');
  const [shown, setShown] = useState(PAGE);
  if (groups.length === 0) return null;
  return (
    <section aria-label={title ?? undefined}>
      {title && <SectionTitle>{title}</SectionTitle>}
      <div className={classes.list}>
        {groups.slice(0, shown).map((group) => (
          <OutboxCard key={group.id} group={group} now={now} blockReasonOf={reasonOf} />
        ))}
        {groups.length > shown && (
          <Button variant="default" onClick={() => setShown(shown + PAGE)}>
            {t('common:action.show_more')}
          </Button>
        )}
      </div>
    </section>
  );
}

function Actions({ groups, isBlocked }: { groups: readonly OutboxGroup[]; isBlocked: boolean }) {
  const t = useRecordTranslation('outbox');
  const senderState = useStore(currentSync().sender.store, (state) => state.state);
  const [isExporting, setExporting] = useState(false);
  const send = () => {
    // A manual send uses any network.
    sendAnyway(currentDatabase())
      .then(() => currentSync().sender.flushNow())
      .catch((error: unknown) => notifier.show('negative', t('observations:outbox.failed'), { cause: error }));
  };
  const save = async () => {
    setExporting(true);
    try {
      await saveUnsentFiles();
    } catch (error) {
      notifier.show('negative', t('observations:outbox.failed'), { cause: error });
    } finally {
      setExporting(false);
    }
  };
  const canSend = !isBlocked && groups.some((group) => group.state !== 'needs_attention' && !group.isOnHold);
  return (
    <>
      {canSend && (
        <Button leftSection={<IconSend size={20} aria-hidden />} loading={senderState === 'sending'} onClick={send}>
          {t('common:sync.send_now')}
        </Button>
      )}
      <Button variant="default" leftSection={<IconDownload size={20} aria-hidden />} loading={isExporting} onClick={() => void save()}>
        {t('common:action.export')}
      </Button>
    </>
  );
}
