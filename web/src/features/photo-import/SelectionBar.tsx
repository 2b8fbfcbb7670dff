import { ActionIcon, Button } from '@mantine/core';
import {
  IconArrowLeft,
  IconArrowMerge,
  IconArrowRight,
  IconArrowsSplit,
  IconCalendar,
  IconEye,
  IconFolderShare,
  IconLeaf,
  IconMapPin,
  IconNumbers,
  IconPhotoOff,
  IconX,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './SelectionBar.module.css';
import type { Group } from './board/board';

interface Props {
  selected: ReadonlySet<string>;
  /** Records with at least one selected photo. */
  touched: readonly Group[];
  hasOthers: boolean;
  /** Selects all photos that are shown; null if they are. */
  onAll: (() => void) | null;
  actions: Record<
    'merge' | 'split' | 'move' | 'leaveOut' | 'species' | 'date' | 'place' | 'count' | 'sharing' | 'earlier' | 'later' | 'clear',
    () => void
  >;
}

/** The actions for the selected photos and their records; those without effect are hidden. */
export function SelectionBar({ selected, touched, hasOthers, onAll, actions }: Props) {
  const { t } = useTranslation(['photo-import', 'common', 'observations']);
  const [first] = touched;
  const isOneWhole = touched.length === 1 && first!.photos.every(({ id }) => selected.has(id));
  const only = selected.size === 1 ? [...selected][0] : undefined;
  const at = only === undefined ? -1 : (first?.photos.findIndex(({ id }) => id === only) ?? -1);
  const isLast = first !== undefined && at === first.photos.length - 1;
  return (
    <div role="group" aria-label={t('board.selected', { count: selected.size })}>
      <div className={classes.selectionHead}>
        <strong role="status">
          {t('board.selected', { count: selected.size })}
          {touched.length > 1 ? ` · ${t('common:count.records', { count: touched.length })}` : ''}
        </strong>
        {onAll && (
          <Button variant="subtle" onClick={onAll}>
            {t('board.select_all')}
          </Button>
        )}
        <ActionIcon aria-label={t('board.clear_selection')} onClick={actions.clear}>
          <IconX size={22} aria-hidden />
        </ActionIcon>
      </div>
      <div className={classes.tools}>
        {touched.length > 1 && <Tool icon={<IconArrowMerge size={22} aria-hidden />} label={t('board.merge')} onClick={actions.merge} />}
        {!isOneWhole && <Tool icon={<IconArrowsSplit size={22} aria-hidden />} label={t('board.split')} onClick={actions.split} />}
        {hasOthers && <Tool icon={<IconFolderShare size={22} aria-hidden />} label={t('board.move')} onClick={actions.move} />}
        {at > 0 && <Tool icon={<IconArrowLeft size={22} aria-hidden />} label={t('board.earlier')} onClick={actions.earlier} />}
        {at >= 0 && !isLast && <Tool icon={<IconArrowRight size={22} aria-hidden />} label={t('board.later')} onClick={actions.later} />}
        <Tool icon={<IconLeaf size={22} aria-hidden />} label={t('board.species')} onClick={actions.species} />
        <Tool icon={<IconCalendar size={22} aria-hidden />} label={t('observations:field.observed_on')} onClick={actions.date} />
        <Tool icon={<IconMapPin size={22} aria-hidden />} label={t('board.place')} onClick={actions.place} />
        <Tool icon={<IconNumbers size={22} aria-hidden />} label={t('observations:field.count')} onClick={actions.count} />
        <Tool icon={<IconEye size={22} aria-hidden />} label={t('board.sharing')} onClick={actions.sharing} />
        <Tool icon={<IconPhotoOff size={22} aria-hidden />} label={t('board.leave_out')} onClick={actions.leaveOut} />
      </div>
    </div>
  );
}

function Tool({ icon, label, onClick }: { icon: ReactNode; label: string; onClick: () => void }) {
  return (
    <button type="button" className={classes.tool} onClick={onClick}>
      {icon}
      <span>{label}</span>
    </button>
  );
}
