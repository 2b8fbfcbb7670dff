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
import { type Badge, BADGES, type Measure, type Motivation } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { formatDate, number } from '../../i18n/format';
import { useLanguage } from '../../shared/session/session';
import { GroupIcon } from '../../ui/GroupIcon';
import { useBadgeWords } from './words';
import classes from './BadgeList.module.css';

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

/** All badges: those that were earned, and how far the person is with the others; or only the former. */
export function BadgeList({ badges, isEarnedOnly = false }: { badges: Motivation['badges']; isEarnedOnly?: boolean }) {
  const { t } = useTranslation('motivation');
  const language = useLanguage();
  const { title, about } = useBadgeWords();
  const own = new Map(badges.map((badge) => [badge.id, badge]));
  return (
    <ul className={classes.list}>
      {BADGES.filter(({ id }) => !isEarnedOnly || own.get(id)?.earned_at).map((badge) => {
        const { earned_at, progress = 0 } = own.get(badge.id) ?? {};
        return (
          <li key={badge.id} className={classes.badge} data-earned={Boolean(earned_at) || undefined}>
            <span className={classes.icon} data-tier={badge.tier}>
              <BadgeIcon badge={badge} />
            </span>
            <div className={classes.words}>
              <h3 className={classes.title}>{title(badge)}</h3>
              <p className={classes.about}>{about(badge)}</p>
              {earned_at ? (
                <p className={classes.state}>
                  {t(`tier.${badge.tier}`)} ·{' '}
                  {formatDate(new Date(earned_at), language, { day: 'numeric', month: 'short', year: 'numeric' })}
                </p>
              ) : (
                <>
                  <progress className={classes.bar} max={badge.goal} value={progress} aria-label={title(badge)} />
                  <p className={classes.state}>{t('progress', { done: number(progress, language), goal: number(badge.goal, language) })}</p>
                </>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function BadgeIcon({ badge }: { badge: Badge }) {
  if (badge.measure === 'group_species') return <GroupIcon group={badge.group} size={SIZE} isPlain />;
  const Icon = ICONS[badge.measure];
  return <Icon size={SIZE} stroke={1.75} aria-hidden />;
}
