import { ActionIcon, Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconArrowLeft, IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { stickyBarRoom } from '../../../ui/publish-height';
import classes from './queue.module.css';

export interface BarActions {
  onAccept: () => void;
  onPlausible: () => void;
  onAsk: () => void;
  onReject: () => void;
  onSkip: () => void;
  onPrevious: (() => void) | undefined;
}

type Hotkey = [key: string, work: (event: KeyboardEvent) => void, options: { preventDefault: boolean }];

/** A key that works wherever nothing is being typed and no dialog is open, and once for each press. */
function once(key: string, work: (() => void) | undefined): Hotkey {
  const onKey = (event: KeyboardEvent) => {
    if (!work || event.repeat || document.querySelector('[role="dialog"]')) return;
    event.preventDefault();
    work();
  };
  return [key, onKey, { preventDefault: false }];
}

export function useUndoKey(onUndo: () => void): void {
  useHotkeys([once('U', onUndo)]);
}

/** What can be decided about the record, at the bottom edge, within reach of the thumb. */
export function DecisionBar({ onAccept, onPlausible, onAsk, onReject, onSkip, onPrevious }: BarActions) {
  const { t } = useTranslation(['validation', 'notifications']);
  useHotkeys([
    once('A', onAccept),
    once('P', onPlausible),
    once('Q', onAsk),
    once('N', onReject),
    once('S', onSkip),
    once('ArrowLeft', onPrevious),
  ]);
  return (
    <div className={classes.bar} ref={stickyBarRoom} data-save-bar>
      <ActionIcon
        className={classes.previous}
        variant="default"
        aria-label={t('queue.previous')}
        aria-keyshortcuts="ArrowLeft"
        disabled={!onPrevious}
        onClick={onPrevious}
      >
        <IconArrowLeft size={22} aria-hidden />
      </ActionIcon>
      <BarButton keyName="A" isMain onClick={onAccept}>
        {t('queue.accept')}
      </BarButton>
      <BarButton keyName="P" onClick={onPlausible}>
        {t('notifications:validation.plausible')}
      </BarButton>
      <BarButton keyName="Q" onClick={onAsk}>
        {t('queue.ask')}
      </BarButton>
      <BarButton keyName="N" onClick={onReject}>
        {t('queue.reject')}
      </BarButton>
      <BarButton keyName="S" onClick={onSkip}>
        {t('queue.skip')}
      </BarButton>
    </div>
  );
}

function BarButton({ keyName, isMain, onClick, children }: { keyName: string; isMain?: true; onClick: () => void; children: ReactNode }) {
  return (
    <Button
      className={classes.choice}
      variant={isMain ? 'filled' : 'default'}
      leftSection={isMain && <IconCheck size={20} aria-hidden />}
      rightSection={<kbd className={classes.key} data-key={keyName} aria-hidden />}
      aria-keyshortcuts={keyName}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}
