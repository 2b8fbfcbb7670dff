import { Button, Progress } from '@mantine/core';
import { IconNote, IconPhoto, IconSettings, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { ago, number } from '../../../i18n/format';
import { retryItem, saveAsNew } from '../../../local/outbox';
import { HELD, type OutboxItem } from '../../../local/rows';
import { currentSync } from '../../../local/veld';
import { GroupPanel } from '../../../ui/GroupIcon';
import { currentDatabase, notifier, useLanguage } from '../../accounts/data';
import type { OutboxGroup } from '../outbox-groups';
import { errorWords, nextTryWords } from '../outbox-words';
import { nameOf } from '../record-words';
import { ConflictView } from './ConflictView';
import { DiscardItem } from './DiscardItem';
import classes from './outbox.module.css';
import { OwnPhoto } from './OwnPhoto';
import { SyncMark, useRecordWords } from './RecordCards';

interface Props {
  group: OutboxGroup;
  now: number;
}

/** One record and everything of it that waits. */
export function OutboxCard({ group, now }: Props) {
  const t = useRecordWords();
  const language = useLanguage();
  const { record } = group;
  const name = record ? nameOf(record, t) : group.id === 'settings' ? t('observations:outbox.settings') : t('common:taxon.unnamed');
  const [photo] = record?.media ?? [];
  return (
    <article className={classes.card} data-attention={group.state === 'needs_attention' || undefined}>
      <header className={classes.cardHead}>
        <span className={classes.picture}>
          {photo ? (
            <OwnPhoto photo={photo} alt="" sizes="56px" fallback={<GroupPanel group={record?.taxon?.group ?? 'other'} />} />
          ) : record ? (
            <GroupPanel group={record.taxon?.group ?? 'other'} />
          ) : (
            <IconSettings size={28} aria-hidden />
          )}
        </span>
        <span className={classes.cardWords}>
          <h2 className={classes.cardName}>
            {record && record.deleted === 0 ? <Link to={`/observations/${record.id}`}>{name}</Link> : name}
          </h2>
          <span className={classes.quiet}>{ago(group.oldest, language, now)}</span>
        </span>
        <SyncMark state={group.state} />
      </header>
      <ul className={classes.items}>
        {group.items.map((item) => (
          <ItemLine key={item.id} item={item} now={now} recordName={record?.taxon?.name ?? null} isDeleted={record?.deleted === 1} />
        ))}
      </ul>
    </article>
  );
}

const ICONS = { record: IconNote, deletion: IconTrash, photo: IconPhoto, call: IconSettings } as const;

function ItemLine({ item, now, recordName, isDeleted }: { item: OutboxItem; now: number; recordName: string | null; isDeleted: boolean }) {
  const t = useRecordWords();
  const language = useLanguage();
  const Icon = ICONS[item.kind];
  const next = nextTryWords(item, t, language, now);
  const { last_error: error } = item;
  return (
    <li className={classes.item}>
      <Icon className={classes.itemIcon} size={22} aria-hidden />
      <div className={classes.itemWords}>
        <p className={classes.itemTitle}>
          {t(`observations:outbox.kind.${item.kind}`)}
          {next && <span className={classes.quiet}> · {next}</span>}
        </p>
        {item.kind === 'photo' && <PhotoProgress id={item.subject} />}
        {error && <p className={item.state === 'needs_attention' ? classes.error : classes.quiet}>{errorWords(error, t)}</p>}
        {item.conflict ? <ConflictView item={item} mineName={recordName} /> : <ItemButtons item={item} isDeleted={isDeleted} />}
      </div>
    </li>
  );
}

function PhotoProgress({ id }: { id: string }) {
  const t = useRecordWords();
  const language = useLanguage();
  const progress = useStore(currentSync().push.progress, (state) => state[id]);
  if (!progress || progress.total === 0) return null;
  const share = progress.sent / progress.total;
  const percent = number(share, language, { style: 'percent', maximumFractionDigits: 0 });
  return (
    <div className={classes.progress}>
      <Progress value={share * 100} aria-label={t('observations:outbox.sent', { percent })} />
      <span className={classes.quiet}>{percent}</span>
    </div>
  );
}

/** What can be done about an item, by what is the matter with it. */
function ItemButtons({ item, isDeleted }: { item: OutboxItem; isDeleted: boolean }) {
  const t = useRecordWords();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const isStuck = item.state === 'needs_attention';
  const isGone = item.last_error?.code === 'gone' && item.kind === 'record';
  const attempt = async (work: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      notifier.show('negative', t('observations:outbox.could_not'), { cause: error });
    } finally {
      setBusy(false);
    }
  };
  if (item.state === 'sending') return null;
  const canRetry = item.next_try_at !== HELD && !isGone && (isStuck || item.last_error !== null);
  if (!isStuck && !canRetry) return null;
  return (
    <div className={classes.buttons}>
      {isGone && (
        <Button
          loading={isBusy}
          onClick={() =>
            void attempt(async () => {
              const id = await saveAsNew(currentDatabase(), item.id);
              if (id) void navigate(`/observations/${id}`);
            })
          }
        >
          {t('observations:outbox.save_as_new')}
        </Button>
      )}
      {canRetry && (
        <Button variant="default" loading={isBusy} onClick={() => void attempt(() => retryItem(currentDatabase(), item.id))}>
          {t('common:action.retry')}
        </Button>
      )}
      {isStuck && item.kind === 'record' && !isGone && !isDeleted && (
        <Button variant="default" component={Link} to={`/observe?edit=${item.observation_id}`}>
          {t('common:action.edit')}
        </Button>
      )}
      {isStuck && <DiscardItem item={item} />}
    </div>
  );
}
