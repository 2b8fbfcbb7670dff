import { measureArea, measureLength, toPoint } from '@veld/geometry';
import { ActionIcon, Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { area } from '../../../../i18n/area';
import { distance } from '../../../../i18n/format';
import { steadyFocus } from '../../../../ui/steady-focus';
import { useLanguage, useUser } from '../../../session/session';
import classes from './DrawActions.module.css';
import { type Drawing, type DrawingFault, shapeSoFar } from './drawing';

interface Props {
  drawing: Drawing;
  fault: DrawingFault | null;
  /** To the next or the previous vertex. */
  onStep: (by: 1 | -1) => void;
  /** For the point under the cross; null without a map. */
  onAdd: (() => void) | null;
  onMove: (() => void) | null;
  onRemove: () => void;
  /** Null if there is nothing to undo. */
  onUndo: (() => void) | null;
  onUse: () => void;
}

/** What is drawn so far, in words, and the buttons that change it. */
export function DrawActions({ drawing, fault, onStep, onAdd, onMove, onRemove, onUndo, onUse }: Props) {
  const { t } = useTranslation(['geo', 'common']);
  const size = useSize(drawing);
  const { vertices, chosen } = drawing;
  const isEmpty = vertices.length === 0;
  const number = chosen === null ? null : chosen + 1;
  return (
    <div ref={steadyFocus} className={classes.box}>
      <div className={classes.steps}>
        <div role="status" className={classes.state}>
          <p className={classes.points}>
            {number === null ? t('draw.points', { number: vertices.length }) : t('draw.point', { number, total: vertices.length })}
            {size && ` · ${size}`}
          </p>
          {fault !== null && !isEmpty && <p>{t(`draw.fault.${fault}`)}</p>}
        </div>
        <ActionIcon
          variant="default"
          aria-label={t('draw.previous')}
          title={t('draw.previous')}
          disabled={isEmpty}
          onClick={() => onStep(-1)}
        >
          <IconChevronLeft size={20} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" aria-label={t('draw.next')} title={t('draw.next')} disabled={isEmpty} onClick={() => onStep(1)}>
          <IconChevronRight size={20} aria-hidden />
        </ActionIcon>
      </div>
      <div className={classes.actions}>
        <Button variant="default" disabled={!onAdd} onClick={onAdd ?? undefined}>
          {t('draw.add')}
        </Button>
        {chosen !== null && (
          <Button variant="default" disabled={!onMove} onClick={onMove ?? undefined}>
            {t('draw.move')}
          </Button>
        )}
        <Button variant="default" disabled={isEmpty} onClick={onRemove}>
          {t('draw.remove')}
        </Button>
        <Button variant="default" disabled={!onUndo} onClick={onUndo ?? undefined}>
          {t('common:action.undo')}
        </Button>
        <Button className={classes.use} disabled={fault !== null} onClick={onUse}>
          {t('draw.use')}
        </Button>
      </div>
    </div>
  );
}

/** The length of a line or the size of an area so far; null for a single point. */
function useSize(drawing: Drawing): string | null {
  const language = useLanguage();
  const { units } = useUser().preferences;
  const shape = shapeSoFar(drawing);
  if (!shape) return null;
  if (shape.type === 'LineString') return distance(measureLength(shape.coordinates.map(toPoint)), units, language);
  return area(measureArea(shape.coordinates), units, language);
}
