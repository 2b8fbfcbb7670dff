import { IconCloudOff } from '@tabler/icons-react';
import { StatusChip } from './StatusChip';

/** Says that there is no connection. Unobtrusive, because the app works offline. */
export function OfflineChip({ label }: { label: string }) {
  return <StatusChip tone="quiet" icon={<IconCloudOff size={18} aria-hidden />} label={label} />;
}
