import {
  IconAt,
  IconAward,
  IconBookmark,
  IconChecklist,
  IconDownload,
  IconFolders,
  IconMail,
  IconMessageCircle,
  IconMessageQuestion,
  IconMoodSmile,
  IconShieldCheck,
  IconShieldLock,
  IconRosetteDiscountCheck,
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
  validation: IconRosetteDiscountCheck,
  question: IconMessageQuestion,
  comment: IconMessageCircle,
  mention: IconAt,
  message: IconMail,
  reaction: IconMoodSmile,
  follow: IconUserPlus,
  view: IconBookmark,
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
