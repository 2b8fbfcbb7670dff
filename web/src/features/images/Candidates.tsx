import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { licenseName } from '../observations/value-labels';
import classes from './Candidates.module.css';
import type { Candidate } from './data';

interface Props {
  candidates: readonly Candidate[];
  /** The index of the one that Tab reaches. */
  marked: number;
  isDisabled: boolean;
  onMark: (index: number) => void;
  onChoose: (candidate: Candidate) => void;
}

/** A grid of photos. Arrows, Home and End move the focus; a click or Enter chooses. */
export function Candidates({ candidates, marked, isDisabled, onMark, onChoose }: Props) {
  const { t } = useTranslation('images');
  const grid = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = targetOf(event.key, marked, candidates.length, columnsOf(grid.current));
    if (to === null) return;
    event.preventDefault();
    onMark(to);
    grid.current?.querySelectorAll('button')[to]?.focus();
  };
  return (
    <div ref={grid} className={classes.grid} role="group" aria-label={t('candidates')}>
      {candidates.map((candidate, index) => (
        <button
          key={mediaOf(candidate.url)}
          type="button"
          className={classes.candidate}
          tabIndex={index === marked ? 0 : -1}
          disabled={isDisabled}
          onFocus={() => onMark(index)}
          onKeyDown={onKeyDown}
          onClick={() => onChoose(candidate)}
        >
          <img src={candidate.url} alt={t('candidate', { number: index + 1 })} loading="lazy" decoding="async" />
          <span className={classes.facts}>
            <span className={classes.person}>{candidate.attribution}</span>
            <span>
              {licenseName(candidate.license_name)} · {candidate.source === 'upload' ? t('source.upload') : t('source.observation')}
            </span>
          </span>
        </button>
      ))}
    </div>
  );
}

/** The number of pictures in a row, so that Up and Down move to the neighbour. */
function columnsOf(grid: HTMLElement | null): number {
  return grid ? Math.max(1, getComputedStyle(grid).gridTemplateColumns.split(' ').length) : 1;
}

/** The index that a key moves the focus to; null for keys that move nothing. */
function targetOf(key: string, from: number, count: number, columns: number): number | null {
  const last = count - 1;
  switch (key) {
    case 'ArrowRight':
      return Math.min(last, from + 1);
    case 'ArrowLeft':
      return Math.max(0, from - 1);
    case 'ArrowDown':
      return Math.min(last, from + columns);
    case 'ArrowUp':
      return Math.max(0, from - columns);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}

/** Signatures change by the hour, the photo does not. */
function mediaOf(url: string): string {
  return url.split('?')[0]!;
}
