import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { number } from '../../../i18n/format';
import { useLanguage } from '../../../shared/session/session';
import { useNeighbours } from '../../../shared/records/own';
import classes from './NeighbourLinks.module.css';

/** Links to the previous and next record while editing. Unsaved changes are kept as a draft of their record. */
export function NeighbourLinks({ id }: { id: string }) {
  const { t } = useTranslation('observations');
  const language = useLanguage();
  const place = useNeighbours(id);
  if (!place || place.total < 2) return null;
  return (
    <nav className={classes.line} aria-label={t('neighbour.position', { number: place.number, total: place.total })}>
      <Step to={place.previous} label={t('neighbour.previous')} icon={<IconChevronLeft size={22} aria-hidden />} />
      <span className={classes.position} aria-hidden>
        {t('neighbour.position', { number: number(place.number, language), total: number(place.total, language) })}
      </span>
      <Step to={place.next} label={t('neighbour.next')} icon={<IconChevronRight size={22} aria-hidden />} />
    </nav>
  );
}

function Step({ to, label, icon }: { to: string | null; label: string; icon: ReactNode }) {
  if (to === null)
    return (
      <ActionIcon variant="default" disabled aria-label={label}>
        {icon}
      </ActionIcon>
    );
  return (
    <ActionIcon component={Link} to={`/observe?edit=${to}`} replace variant="default" aria-label={label}>
      {icon}
    </ActionIcon>
  );
}
