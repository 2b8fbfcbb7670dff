import { Button } from '@mantine/core';
import { IconDownload, IconPencil, IconPlayerPause, IconPlayerPlay, IconSend } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { OutboxItem } from '../../local/db/rows';
import { sendAnyway, setOnHold } from '../../local/outbox/sending-rules';
import { currentDatabase } from '../../shared/session/session';
import { saveUnsentFiles } from '../../shared/session/unsent';
import { useRecordTranslation } from '../../shared/records/use-record-translation';
import type { OutboxGroup } from './outbox-groups';
import type { ShownReason } from './outbox-labels';
import { useAttempt } from './use-attempt';
import classes from './RecordButtons.module.css';

interface Props {
  group: OutboxGroup;
  blockReasonOf: (item: OutboxItem) => ShownReason | null;
}

/** The actions on the record as a whole. */
export function RecordButtons({ group, blockReasonOf }: Props) {
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
