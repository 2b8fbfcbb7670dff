import type { Badge, Measure } from '@veld/contract';
import {
  IconCalendar,
  IconCalendarStats,
  IconCalendarWeek,
  IconCamera,
  IconCircleCheck,
  IconEyeOff,
  IconFeather,
  IconHeartHandshake,
  IconLeaf,
  IconMapPins,
  IconMapSearch,
  IconMoon,
  IconRosetteDiscountCheck,
  IconStack2,
  IconSunrise,
  IconTrees,
} from '@tabler/icons-react';
import { GroupIcon } from '../../ui/GroupIcon';

const ICONS: Record<Measure, typeof IconLeaf> = {
  records: IconFeather,
  species: IconLeaf,
  groups: IconStack2,
  confirmed: IconCircleCheck,
  confirmed_species: IconRosetteDiscountCheck,
  photo_species: IconCamera,
  helpful: IconHeartHandshake,
  months: IconCalendar,
  years: IconCalendarStats,
  week_days: IconCalendarWeek,
  cells: IconMapPins,
  gaps: IconMapSearch,
  night_moths: IconMoon,
  dawns: IconSunrise,
  patch_months: IconTrees,
  absences: IconEyeOff,
};

const SIZE = 26;

export function BadgeIcon({ badge }: { badge: Badge }) {
  if (badge.measure === 'group_species') return <GroupIcon group={badge.group} size={SIZE} isPlain />;
  const Icon = ICONS[badge.measure];
  return <Icon size={SIZE} stroke={1.75} aria-hidden />;
}
