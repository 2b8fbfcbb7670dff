import {
  IconAt,
  IconAward,
  IconChecklist,
  IconDownload,
  IconFolders,
  IconMessageCircle,
  IconMoodSmile,
  IconShieldCheck,
  IconShieldLock,
  IconSpeakerphone,
  IconTag,
  IconThumbDown,
  IconUserPlus,
} from '@tabler/icons-react';
import type { NotificationKind } from './data';

const ICONS = {
  identification: IconTag,
  quality: IconChecklist,
  vote: IconThumbDown,
  comment: IconMessageCircle,
  mention: IconAt,
  reaction: IconMoodSmile,
  follow: IconUserPlus,
  project: IconFolders,
  badge: IconAward,
  offline_map: IconDownload,
  moderation: IconShieldCheck,
  announcement: IconSpeakerphone,
  security: IconShieldLock,
} as const satisfies Record<NotificationKind, typeof IconTag>;

export function pickKindIcon(kind: NotificationKind): typeof IconTag {
  return ICONS[kind];
}
