import {
  IconArrowBackUp,
  IconBell,
  IconMapPin,
  IconMessage,
  IconMessageCircle,
  IconMoodSmile,
  IconNote,
  IconPencil,
  IconPhoto,
  IconPhotoStar,
  IconRoute,
  IconSend,
  IconSettings,
  IconStar,
  IconTag,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react';
import type { OperationLabel } from '../../local/outbox/operations';

const ICONS: Partial<Record<OperationLabel, typeof IconSend>> = {
  record: IconNote,
  deletion: IconTrash,
  photo: IconPhoto,
  setting: IconSettings,
  feedback: IconMessage,
  saved_place: IconMapPin,
  wanted: IconStar,
  identification: IconTag,
  identification_withdrawal: IconArrowBackUp,
  reaction: IconMoodSmile,
  comment: IconMessageCircle,
  comment_deletion: IconTrash,
  tick_removal: IconTrash,
  tile_request_deletion: IconTrash,
  report: IconMessage,
  appeal: IconMessage,
  relation: IconUsers,
  relation_end: IconUsers,
  project_join: IconUsers,
  project_leave: IconUsers,
  journey: IconRoute,
  notification: IconBell,
  notification_mute: IconBell,
  species_note: IconPencil,
  species_image: IconPhotoStar,
};

export function pickOutboxIcon(label: OperationLabel): typeof IconSend {
  return ICONS[label] ?? IconSend;
}
