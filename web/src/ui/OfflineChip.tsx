import { IconCloudOff } from '@tabler/icons-react';
import { StatusChip } from './StatusChip';

/** No connection: a quiet chip, because everything of one's own goes on working. */
export function OfflineChip({ label, isCompact }: { label: string; isCompact?: boolean }) {
  return <StatusChip tone="quiet" icon={<IconCloudOff size={18} aria-hidden />} label={label} isCompact={isCompact} />;
}
