import { Button } from '@mantine/core';
import { IconCheck, IconCircleCheck, IconCircleX, IconMessageQuestion, IconPlayerTrackNext } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { stickyBarRoom } from '../../../ui/publish-height';
import { usePageKeys } from '../../../ui/keys/use-page-keys';
import classes from './DecisionBar.module.css';

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
  usePageKeys([once('U', onUndo)]);
}

/** What can be decided about the record, in one line at the bottom edge, within reach of the thumb. */
export function DecisionBar({ onAccept, onPlausible, onAsk, onReject, onSkip, onPrevious }: BarActions) {
  const { t } = useTranslation(['validation', 'notifications']);
  usePageKeys([
    once('A', onAccept),
    once('P', onPlausible),
    once('Q', onAsk),
    once('N', onReject),
    once('S', onSkip),
    once('ArrowLeft', onPrevious),
  ]);
  return (
    <div className={classes.bar} ref={stickyBarRoom} data-save-bar>
      <BarButton keyName="A" icon={IconCheck} isMain onClick={onAccept}>
        {t('queue.accept')}
      </BarButton>
      <BarButton keyName="P" icon={IconCircleCheck} onClick={onPlausible}>
        {t('notifications:validation.plausible')}
      </BarButton>
      <BarButton keyName="Q" icon={IconMessageQuestion} onClick={onAsk}>
        {t('queue.ask')}
      </BarButton>
      <BarButton keyName="N" icon={IconCircleX} onClick={onReject}>
        {t('queue.reject')}
      </BarButton>
      <BarButton keyName="S" icon={IconPlayerTrackNext} isPicture onClick={onSkip}>
        {t('queue.skip')}
      </BarButton>
    </div>
  );
}

interface BarButtonProps {
  keyName: string;
  icon: typeof IconCheck;
  isMain?: true;
  /** On a phone, the picture stands for the word. */
  isPicture?: true;
  onClick: () => void;
  children: string;
}

function BarButton({ keyName, icon: Icon, isMain, isPicture, onClick, children }: BarButtonProps) {
  return (
    <Button
      className={isPicture ? `${classes.choice} ${classes.skip}` : classes.choice}
      aria-label={isPicture && children}
      variant={isMain ? 'filled' : 'default'}
      leftSection={<Icon size={20} aria-hidden />}
      rightSection={<kbd className={classes.key} data-key={keyName} aria-hidden />}
      aria-keyshortcuts={keyName}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}
