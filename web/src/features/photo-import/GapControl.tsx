import { SegmentedControl } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useDistance } from '../../shared/geo/position/words';
import { APART_M } from '../recording/data';
import shared from './board.module.css';
import classes from './GapControl.module.css';
import { type Gap, GAPS } from './board/group-photos';

interface Props {
  gap: Gap;
  isDisabled: boolean;
  onChange: (gap: Gap) => void;
}

/** Chooses the time between two photos that starts a new record. */
export function GapControl({ gap, isDisabled, onChange }: Props) {
  const { t } = useTranslation('photo-import');
  const length = useDistance();
  const labelId = useId();
  return (
    <div className={classes.gap}>
      <span id={labelId} className={classes.label}>
        {t('board.gap')}
      </span>
      <SegmentedControl
        aria-labelledby={labelId}
        value={String(gap)}
        disabled={isDisabled}
        onChange={(value) => {
          const next = GAPS.find((one) => String(one) === value);
          if (next !== undefined) onChange(next);
        }}
        data={GAPS.map((one) => ({ value: String(one), label: t(`board.gaps.${one}`) }))}
      />
      <p className={`${shared.hint} ${classes.hint}`}>{t('board.gap_hint', { distance: length(APART_M) })}</p>
    </div>
  );
}
