import { ActionIcon, Loader } from '@mantine/core';
import { IconExternalLink, IconPhotoOff, IconThumbDown } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { licenseName } from '../../shared/records/record-labels';
import type { Candidate } from './candidates';
import classes from './Candidates.module.css';

interface Props {
  candidates: readonly Candidate[];
  /** The index of the one that Tab reaches. */
  marked: number;
  isDisabled: boolean;
  onMark: (index: number) => void;
  onChoose: (candidate: Candidate) => void;
  /** Stops offering it. */
  onReject: (candidate: Candidate) => void;
}

/** A grid of photos. Arrows, Home and End move the focus; a click or Enter chooses. */
export function Candidates({ candidates, marked, isDisabled, onMark, onChoose, onReject }: Props) {
  const { t } = useTranslation('images');
  const grid = useRef<HTMLDivElement>(null);
  const [taken, setTaken] = useState<Candidate | null>(null);
  const take = (candidate: Candidate) => {
    if (!candidate.is_usable || isDisabled) return;
    setTaken(candidate);
    onChoose(candidate);
  };
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
            onClick={() => take(candidate)}
          >
            <PreviewPicture url={candidate.url} alt={t('candidate', { number: index + 1 })} />
            <Facts candidate={candidate} />
            {isDisabled && taken?.url === candidate.url && (
              <span className={classes.saving} role="status">
                <Loader size="sm" /> {t('saving')}
              </span>
            )}
          </button>
          <div className={classes.foot}>
            {candidate.page_url && (
              <a
                className={classes.page}
                href={candidate.page_url}
                target="_blank"
                rel="noreferrer"
                aria-label={t('page_of', { site: t(`source.${candidate.source as 'commons'}`) })}
              >
                {t(`source.${candidate.source as 'commons'}`)} <IconExternalLink size={15} aria-hidden />
              </a>
            )}
            <ActionIcon
              className={classes.reject}
              variant="subtle"
              color="stone"
              tabIndex={index === marked ? 0 : -1}
              disabled={isDisabled}
              aria-label={t('reject', { number: index + 1 })}
              title={t('reject', { number: index + 1 })}
              onClick={() => onReject(candidate)}
            >
              <IconThumbDown size={20} aria-hidden />
            </ActionIcon>
          </div>
        </div>
      ))}
    </div>
  );
}

/** The other site may have removed the picture, or be too slow; it can be chosen all the same. */
function PreviewPicture({ url, alt }: { url: string; alt: string }) {
  const { t } = useTranslation('images');
  const [failed, setFailed] = useState<string | null>(null);
  if (failed !== url) return <img src={url} alt={alt} loading="lazy" decoding="async" onError={() => setFailed(url)} />;
  return (
    <span className={classes.lost}>
      <IconPhotoOff size={28} aria-hidden />
      {t('preview_failed', { photo: alt })}
    </span>
  );
}

function Facts({ candidate }: { candidate: Candidate }) {
  const { t } = useTranslation('images');
  const { attribution, license_name, source, page_url, width, height, is_usable } = candidate;
  return (
    <span className={classes.facts}>
      <span className={classes.person}>{attribution || t('no_author')}</span>
      <span>
        {[licenseName(license_name), !page_url && t(`source.${source as 'commons'}`), width && height && `${width} × ${height}`]
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
