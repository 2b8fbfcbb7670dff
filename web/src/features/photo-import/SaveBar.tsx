import { Button, VisuallyHidden } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { IconArrowBackUp } from '@tabler/icons-react';
import { type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { stickyBarRoom } from '../../ui/publish-height';
import type { Group } from './board/board';
import type { BoardActions } from './board/use-board-actions';
import type { BoardScreen } from './data';
import type { Selection } from './board/use-selection';
import shared from './board.module.css';
import classes from './SaveBar.module.css';
import { SelectionBar } from './SelectionBar';

interface Props {
  /** Receives the focus when an action has removed the focused element. */
  bar: RefObject<HTMLDivElement | null>;
  screen: BoardScreen;
  groups: readonly Group[];
  selection: Selection;
  actions: BoardActions;
}

/** The bar at the bottom edge: tools for the selected photos, undo and save. */
export function SaveBar({ bar, screen, groups, selection, actions }: Props) {
  const { t } = useTranslation(['photo-import', 'common']);
  const { read, saving } = screen;
  const { canUndo, undo } = actions;
  const barRef = useMergedRef(bar, stickyBarRoom);
  const hasSelection = selection.selected.size > 0;
  return (
    <div className={classes.bar} ref={barRef} tabIndex={-1} data-save-bar data-empty={(groups.length === 0 && !canUndo) || undefined}>
      <VisuallyHidden role="status">{actions.announcement}</VisuallyHidden>
      {hasSelection && (
        <SelectionBar selected={selection.selected} touched={selection.touched} hasOthers={groups.length > 1} actions={actions.tools} />
      )}
      <div className={classes.line}>
        {saving && (
          <span className={shared.hint} role="status">
            {t('board.saving', { number: Math.min(saving.done + 1, saving.total), total: saving.total })}
          </span>
        )}
        {canUndo && !saving && (
          <Button variant="subtle" leftSection={<IconArrowBackUp size={20} aria-hidden />} onClick={() => void undo()}>
            {t('common:action.undo')}
          </Button>
        )}
        {groups.length > 0 && !hasSelection && (
          <Button
            className={classes.save}
            size="lg"
            disabled={read.isRunning}
            loading={saving !== null}
            onClick={() => void screen.save(groups.map(({ id }) => id))}
          >
            {t('board.save', { count: groups.length })}
          </Button>
        )}
      </div>
    </div>
  );
}
