import {
  IconAlertTriangle,
  IconCloudCheck,
  IconCloudDown,
  IconCloudUp,
  IconLogin2,
  IconPlayerPause,
  IconRefresh,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './StatusChip.module.css';
import { StatusChip, type StatusChipProps } from './StatusChip';

export const SYNC_STATES = ['safe', 'waiting', 'sending', 'attention', 'login', 'paused', 'receiving'] as const;
export type SyncState = (typeof SYNC_STATES)[number];

interface Props extends Omit<StatusChipProps, 'tone' | 'icon'> {
  /** Synced, waiting, sending, needs attention, login required, on hold, arriving on a new device. */
  state: SyncState;
}

const LOOKS: Record<SyncState, { tone: StatusChipProps['tone']; icon: ReactNode }> = {
  safe: { tone: 'safe', icon: <IconCloudCheck size={18} aria-hidden /> },
  waiting: { tone: 'quiet', icon: <IconCloudUp size={18} aria-hidden /> },
  sending: { tone: 'quiet', icon: <IconRefresh className={classes.turning} size={18} aria-hidden /> },
  attention: { tone: 'trouble', icon: <IconAlertTriangle size={18} aria-hidden /> },
  login: { tone: 'care', icon: <IconLogin2 size={18} aria-hidden /> },
  receiving: { tone: 'quiet', icon: <IconCloudDown size={18} aria-hidden /> },
  paused: { tone: 'care', icon: <IconPlayerPause size={18} aria-hidden /> },
};

/** The sync state of the user's records. The caller passes the label ("3 waiting"). */
export function SyncChip({ state, ...rest }: Props) {
  return <StatusChip {...LOOKS[state]} {...rest} />;
}
