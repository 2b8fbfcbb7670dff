import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../device/use-now';
import type { LastStep } from './data';
import classes from './TallyUndo.module.css';

const UNDO_MS = 10_000;

/** Offers to undo the last tap for ten seconds. */
export function TallyUndo({ step, onUndo, onOver }: { step: LastStep | null; onUndo: () => void; onOver: () => void }) {
  const { t } = useTranslation(['tally', 'common']);
  const now = useNow(500, step !== null);
  const left = step ? Math.ceil((step.at + UNDO_MS - now) / 1000) : 0;
  const isExpired = step !== null && now >= step.at + UNDO_MS;
  useEffect(() => {
    if (isExpired) onOver();
  }, [isExpired, onOver]);
  return (
    <div className={classes.undo}>
      <span className={classes.step} role="status">
        {step ? t(`step.${step.kind}`, { name: step.name }) : ''}
      </span>
      {step && (
        <Button
          variant="default"
          size="lg"
          classNames={{ root: classes.button, label: classes.words }}
          leftSection={<IconArrowBackUp size={22} aria-hidden />}
          aria-label={t('common:action.undo')}
          onClick={onUndo}
        >
          <span>{t('common:action.undo')}</span>
          <span className={classes.seconds} data-left={Math.min(10, Math.max(1, left))} />
        </Button>
      )}
    </div>
  );
}
