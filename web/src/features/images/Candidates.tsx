import { IconExternalLink } from '@tabler/icons-react';
import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { licenseName } from '../observations/value-labels';
import type { Candidate } from './candidates';
import classes from './Candidates.module.css';

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
    grid.current?.querySelectorAll<HTMLElement>('[data-candidate]')[to]?.focus();
  };
  return (
    <div ref={grid} className={classes.grid} role="group" aria-label={t('candidates')}>
      {candidates.map((candidate, index) => (
        <div key={`${candidate.source} ${candidate.id}`} className={classes.card} data-unusable={!candidate.is_usable || undefined}>
          <button
            type="button"
            className={classes.candidate}
            data-candidate
            tabIndex={index === marked ? 0 : -1}
            // Still in reach of the arrows, so that its reason is read out.
            aria-disabled={isDisabled || !candidate.is_usable}
            onFocus={() => onMark(index)}
            onKeyDown={onKeyDown}
            onClick={() => candidate.is_usable && !isDisabled && onChoose(candidate)}
          >
            <img src={candidate.url} alt={t('candidate', { number: index + 1 })} loading="lazy" decoding="async" />
            <Facts candidate={candidate} />
          </button>
          {candidate.page_url && (
            <a className={classes.page} href={candidate.page_url} target="_blank" rel="noreferrer">
              {t('page_of', { site: t(`source.${candidate.source as 'commons'}`) })} <IconExternalLink size={15} aria-hidden />
            </a>
          )}
        </div>
      ))}
    </div>
  );
}

function Facts({ candidate }: { candidate: Candidate }) {
  const { t } = useTranslation('images');
  const { attribution, license_name, source, width, height, is_usable } = candidate;
  return (
    <span className={classes.facts}>
      <span className={classes.person}>{attribution || t('no_author')}</span>
      <span>
        {[licenseName(license_name), t(`source.${source as 'commons'}`), width && height && `${width} × ${height}`]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {!is_usable && <span className={classes.reason}>{t(attribution ? 'not_accepted' : 'not_creditable')}</span>}
    </span>
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
