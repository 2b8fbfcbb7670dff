import { Button } from '@mantine/core';
import { IconDownload, IconLogin2, IconPencil, IconPlayerPause, IconPlayerPlay, IconSend } from '@tabler/icons-react';
import { type ReactNode, useContext, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useStore } from 'zustand';
import { useNow } from '../../device/use-now';
import { useThrottledQuery } from '../../device/use-throttled-query';
import { ago } from '../../i18n/format';
import { currentSync } from '../../local/app/veld';
import type { ItemState, LocalObservation, OutboxItem } from '../../local/db/rows';
import { storageNotices } from '../../local/db/storage-notices';
import type { DraftForm } from '../../local/outbox/files/import-drafts';
import type { CallLabel } from '../../local/outbox/operation';
import { labelCall } from '../../local/outbox/operations';
import { listOutbox } from '../../local/outbox/outbox';
import { classifyUnsent, type UnsentKind } from '../../local/outbox/outbox-counts';
import { findBlockReason, sendAnyway, setOnHold, setSendingRules } from '../../local/outbox/sending-rules';
import { observationsById } from '../../local/records/observations';
import { useSendingRules, useUnreadableCount } from '../../shared/records/own';
import { OwnPhoto } from '../../shared/records/photos/OwnPhoto';
import { formatRecordName, useRecordTranslation } from '../../shared/records/record-labels';
import { SyncMark } from '../../shared/records/RecordCards';
import { currentDatabase, notifier, useIsOnline, useLanguage, useNeedsLogin } from '../../shared/session/session';
import { saveUnsentFiles } from '../../shared/session/unsent';
import { useNamedRecord } from '../../shared/taxa/names';
import { EmptyState } from '../../ui/EmptyState';
import type { OutboxIcons } from '../../ui/feature';
import { GroupPanel } from '../../ui/GroupIcon';
import { OfflineChip } from '../../ui/OfflineChip';
import { PageHeader } from '../../ui/PageHeader';
import { SectionTitle } from '../../ui/SectionTitle';
import { steadyFocus } from '../../ui/steady-focus';
import { ImportUnsent } from './ImportUnsent';
import type { ShownReason } from './outbox-labels';
import { Icons, OutboxItemLine, useAttempt } from './OutboxItemLine';
import { SendingRulesFields, useNetworkKind } from './SendingRulesFields';
import shared from './outbox.module.css';
import classes from './OutboxScreen.module.css';

/** Calls have no record, and hooks need one. */
const NO_RECORD = { taxon: null };

const PAGE = 40;
const TICK_MS = 10_000;

/** What the app passes, because it belongs to other features: how an import makes drafts of records, and the icons of operations. */
interface OutboxParts {
  draftForm: DraftForm;
  icons: OutboxIcons;
}

export default function OutboxScreen({ draftForm, icons }: OutboxParts) {
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
        <Icons value={icons}>
          <Groups groups={records} title={others.length > 0 ? t('common:sync.title') : null} now={now} reasonOf={reasonOfShown} />
          <Groups groups={others} title={records.length > 0 ? t('outbox:other_changes') : null} now={now} reasonOf={reasonOfShown} />
        </Icons>
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

interface Props {
  group: OutboxGroup;
  now: number;
  /** Why an item is not sent although it is due. */
  blockReasonOf: (item: OutboxItem) => ShownReason | null;
}

/** A record, or a kind of calls, with its items. */
function OutboxCard({ group, now, blockReasonOf }: Props) {
  const t = useRecordTranslation('outbox');
  const language = useLanguage();
  const { taxon } = useNamedRecord(group.record ?? NO_RECORD);
  const record = group.record && { ...group.record, taxon };
  const name = record ? formatRecordName(record, t) : group.callLabel ? t(`outbox:group.${group.callLabel}`) : t('common:taxon.unnamed');
  const CallIcon = useContext(Icons)[group.callLabel ?? 'setting'] ?? IconSend;
  const [photo] = record?.media ?? [];
  return (
    <article className={classes.card} data-attention={group.state === 'needs_attention' || undefined}>
      <header className={classes.cardHead}>
        <span className={classes.picture}>
          {photo ? (
            <OwnPhoto
              photo={photo}
              alt=""
              sizes="56px"
              fallback={<GroupPanel group={record?.taxon?.group ?? 'other'} name={record?.taxon?.scientific_name} />}
            />
          ) : record ? (
            <GroupPanel group={record.taxon?.group ?? 'other'} name={record.taxon?.scientific_name} />
          ) : (
            <CallIcon size={28} aria-hidden />
          )}
        </span>
        <span className={classes.cardText}>
          <h2 className={classes.cardName}>
            <bdi dir="auto">{record && record.deleted === 0 ? <Link to={`/observations/${record.id}`}>{name}</Link> : name}</bdi>
          </h2>
          <span className={shared.quiet}>{ago(group.oldest, language, now)}</span>
        </span>
        <SyncMark state={group.state} isOnHold={group.isOnHold} />
      </header>
      <ul className={classes.items}>
        {group.items.map((item) => (
          <OutboxItemLine key={item.id} item={item} now={now} reason={blockReasonOf(item)} recordName={record?.taxon?.name ?? null} />
        ))}
      </ul>
      {group.callLabel === null && <RecordButtons group={group} blockReasonOf={blockReasonOf} />}
    </article>
  );
}

interface RecordButtonsProps {
  group: OutboxGroup;
  blockReasonOf: (item: OutboxItem) => ShownReason | null;
}

/** The actions on the record as a whole. */
function RecordButtons({ group, blockReasonOf }: RecordButtonsProps) {
  const t = useRecordTranslation('outbox');
  const { isBusy, attempt } = useAttempt();
  const { id, record, items, isOnHold } = group;
  const isBlocked = items.some((item) => item.state === 'waiting' && ['wifi', 'by_hand'].includes(blockReasonOf(item) ?? ''));
  const canHold = items.some((item) => item.state === 'waiting' && !item.on_hold);
  const isGone = items.some((item) => item.last_error?.code === 'gone');
  const save = () => saveUnsentFiles(id);
  const act = (label: string, icon: ReactNode, work: () => Promise<unknown>) => (
    <Button
      variant="subtle"
      size="compact-md"
      leftSection={icon}
      aria-disabled={isBusy || undefined}
      onClick={() => isBusy || void attempt(work)}
    >
      {label}
    </Button>
  );
  return (
    <footer className={classes.buttons}>
      {record && record.deleted === 0 && !isGone && (
        <Button
          variant="subtle"
          size="compact-md"
          leftSection={<IconPencil size={18} aria-hidden />}
          component={Link}
          to={`/observe?edit=${id}`}
        >
          {t('common:action.edit')}
        </Button>
      )}
      {isBlocked && act(t('common:sync.send_now'), <IconSend size={18} aria-hidden />, () => sendAnyway(currentDatabase(), id))}
      {/* One button with two labels, so that it keeps the focus. */}
      {isOnHold
        ? act(t('outbox:release'), <IconPlayerPlay size={18} aria-hidden />, () => setOnHold(currentDatabase(), id, false))
        : canHold && act(t('outbox:hold'), <IconPlayerPause size={18} aria-hidden />, () => setOnHold(currentDatabase(), id, true))}
      {act(t('common:action.export'), <IconDownload size={18} aria-hidden />, save)}
    </footer>
  );
}

/** Shown if the browser denied persistent storage and may delete unsent records. */
function StorageNotice() {
  const { t } = useTranslation('settings');
  const answer = useStore(storageNotices, (state) => state.isPersistent);
  const [isPersistent, setPersistent] = useState<boolean | null>(null);
  useEffect(() => {
    const storage = navigator.storage as StorageManager | undefined;
    void storage?.persisted?.().then(setPersistent, () => setPersistent(null));
  }, [answer]);
  if (isPersistent !== false) return null;
  return (
    <p className={shared.offline}>
      {t('storage.persistent.no')} <Link to="/storage">{t('storage.persist')}</Link>
    </p>
  );
}

/** All items of one record, or all calls with the same label. */
interface OutboxGroup {
  /** Id of the record, or the label of calls. */
  id: string;
  kind: UnsentKind | 'call';
  /** Null for the items of a record. */
  callLabel: CallLabel | null;
  record: LocalObservation | null;
  items: OutboxItem[];
  state: ItemState;
  oldest: number;
  /** Every item is on hold. */
  isOnHold: boolean;
}

/** Those that need attention first, then the oldest first. */
function useOutboxGroups(): OutboxGroup[] | undefined {
  const database = currentDatabase();
  return useThrottledQuery(async () => {
    const items = await listOutbox(database);
    const ids = [...new Set(items.flatMap((item) => item.observation_id ?? []))];
    return groupOutboxItems(items, await observationsById(database, ids));
  }, [database]);
}

function groupOutboxItems(items: readonly OutboxItem[], records: ReadonlyMap<string, LocalObservation>): OutboxGroup[] {
  const groups = new Map<string, OutboxGroup>();
  for (const item of items) {
    const callLabel = item.observation_id ? null : labelCall(item);
    const id = item.observation_id ?? labelCall(item);
    const group = groups.get(id) ?? {
      id,
      kind: 'call',
      callLabel,
      record: records.get(id) ?? null,
      items: [],
      state: 'waiting',
      oldest: item.created_at,
      isOnHold: true,
    };
    group.items.push(item);
    group.oldest = Math.min(group.oldest, item.created_at);
    if (item.state !== 'waiting' || !item.on_hold) group.isOnHold = false;
    if (item.state === 'needs_attention' || (item.state === 'sending' && group.state === 'waiting')) group.state = item.state;
    groups.set(id, group);
  }
  for (const group of groups.values()) if (group.callLabel === null) group.kind = classifyUnsent(group.items);
  const rank: Record<ItemState, number> = { needs_attention: 0, sending: 1, waiting: 2 };
  return [...groups.values()].sort((one, other) => rank[one.state] - rank[other.state] || one.oldest - other.oldest);
}
