import { Alert, Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconCheck, IconExternalLink, IconPhotoOff, IconPlayerSkipForward, IconThumbDown } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { number } from '../../i18n/format';
import { licenseName } from '../../shared/records/record-labels';
import { useFormErrorText } from '../../shared/session/form';
import { useFailureText } from '../../shared/session/LoadFailure';
import { useLanguage } from '../../shared/session/session';
import type { Taxon } from '../../shared/taxa/data';
import { Binoculars } from '../../ui/drawings/EmptyDrawings';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorState } from '../../ui/ErrorState';
import { ScientificName } from '../../ui/ScientificName';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import { type Candidate, isOwn, prefetchCandidates, rankCandidates, useCandidates } from './candidates';
import { rejectCandidate } from './Details';
import type { Gap, Gaps } from './gaps';
import { Sites } from './ImageChoice';
import type { UndoStack } from './use-undo';
import classes from './FillGaps.module.css';

/** How many candidates can be seen at once; each loads a preview. */
const STRIP = 8;
/** For how many of the next species candidates are fetched. */
const AHEAD = 2;

interface Props {
  gaps: Gaps;
  undo: UndoStack;
  /** Opens the workbench, for a picture that no source offers. */
  onWorkbench: (taxon: Taxon) => void;
}

/** One species without an image after the other, each with its best candidate. */
export function FillGaps({ gaps, undo, onWorkbench }: Props) {
  const { t } = useTranslation(['images', 'common']);
  const client = useQueryClient();
  const textOf = useFailureText();
  const { open, failure } = gaps;
  const [gap] = open ?? [];
  const following = open?.slice(1, 1 + AHEAD).map(({ taxon }) => taxon.id) ?? [];
  const ids = following.join(' ');
  useEffect(() => {
    for (const id of ids.split(' ').filter(Boolean)) void prefetchCandidates(client, Number(id));
  }, [client, ids]);
  return (
    <div className={classes.fill}>
      {failure && (
        <Alert color="brick" role="alert" withCloseButton closeButtonLabel={t('common:action.close')} onClose={gaps.dismissFailure}>
          {t('fill.failed', { name: failure.name, reason: failure.reason })}
        </Alert>
      )}
      {gaps.listError && (
        <ErrorState
          sentence={`${t('list_failed')} ${textOf(gaps.listError)}`}
          action={
            <Button variant="default" onClick={gaps.retry}>
              {t('common:action.retry')}
            </Button>
          }
        />
      )}
      {!open && !gaps.listError && <TaxonRowSkeletons label={t('common:taxonomy.loading')} />}
      {open && !gap && (
        <EmptyState
          drawing={<Binoculars />}
          sentence={t('fill.done')}
          action={
            gaps.skippedCount > 0 ? (
              <Button onClick={gaps.offerSkipped}>{t('fill.skipped', { count: gaps.skippedCount })}</Button>
            ) : undefined
          }
        />
      )}
      {gap && (
        <OneGap
          key={gap.taxon.id}
          gap={gap}
          undo={undo}
          onUse={(candidate) => gaps.use(gap, candidate)}
          onSkip={() => gaps.skip(gap)}
          onWorkbench={() => onWorkbench(gap.taxon)}
        />
      )}
    </div>
  );
}

interface OneGapProps {
  gap: Gap;
  undo: UndoStack;
  onUse: (candidate: Candidate) => void;
  onSkip: () => void;
  onWorkbench: () => void;
}

/** The candidates of a species, one large. Its keys work wherever nothing is being typed. */
function OneGap({ gap: { taxon, records }, undo, onUse, onSkip, onWorkbench }: OneGapProps) {
  const { t } = useTranslation(['images', 'common']);
  const language = useLanguage();
  const errorOf = useFormErrorText();
  const offer = useCandidates(taxon.id);
  const [at, setAt] = useState(0);
  const [rejected, setRejected] = useState<ReadonlySet<string>>(new Set());
  const [errorText, setErrorText] = useState<string | null>(null);
  const [seen, setSeen] = useState<string | null>(null);
  const takeButton = useRef<HTMLButtonElement>(null);
  useEffect(() => takeButton.current?.focus({ preventScroll: true }), []);

  const isSearching = offer.sites.some(({ state }) => state === 'loading');
  const ranked = rankCandidates(offer.candidates ?? []).filter((candidate) => !rejected.has(keyOf(candidate)));
  // What is shown stays where it is: until all sites have answered, only the photos of this server are offered, which come first.
  const candidates = isSearching ? ranked.filter(isOwn) : ranked;
  const shown = candidates[Math.min(at, candidates.length - 1)];
  const isKnown = offer.candidates !== undefined && (!isSearching || candidates.length > 0);

  /** Nothing is chosen that could not be seen. */
  const take = () => {
    if (shown && seen === shown.url) onUse(shown);
  };
  const move = (by: number) =>
    setAt((before) => Math.max(0, Math.min(candidates.length - 1, Math.min(before, candidates.length - 1) + by)));
  const reject = () => {
    if (!shown) return;
    const key = keyOf(shown);
    const set = async (isRejected: boolean) => {
      await rejectCandidate(taxon.id, shown, isRejected);
      setRejected((before) => (isRejected ? new Set([...before, key]) : new Set([...before].filter((one) => one !== key))));
    };
    setErrorText(null);
    set(true).then(
      () => undo.push(() => set(false), t('rejected_for_good')),
      (error: unknown) => setErrorText(errorOf(error)),
    );
  };
  const once = (act: () => void) => (event: KeyboardEvent) => {
    if (!event.repeat) act();
  };
  useHotkeys([
    ['A', once(take)],
    ['shift+A', once(take)],
    // On a button, Enter presses that.
    ['Enter', once(() => (document.activeElement === document.body ? take() : undefined)), { preventDefault: false }],
    ['S', once(onSkip)],
    ['shift+S', once(onSkip)],
    ['R', once(reject)],
    ['shift+R', once(reject)],
    ['ArrowLeft', () => move(-1)],
    ['ArrowRight', () => move(1)],
  ]);

  return (
    <section className={classes.gap} aria-label={taxon.name}>
      <header>
        <h2 className={classes.name}>{taxon.name}</h2>
        <p className={classes.scientific}>
          {taxon.scientific_name !== taxon.name && <ScientificName name={taxon.scientific_name} rank={taxon.rank} />}
          {records > 0 && <span className={classes.quiet}>{t('records', { count: records, number: number(records, language) })}</span>}
        </p>
      </header>
      {errorText && (
        <Alert color="brick" role="alert">
          {errorText}
        </Alert>
      )}
      <figure className={classes.figure}>
        {shown ? (
          <Picture key={shown.url} url={shown.url} alt={t('candidate', { number: candidates.indexOf(shown) + 1 })} onSeen={setSeen} />
        ) : (
          <div className={classes.picture} role="status">
            {t(isKnown ? 'fill.none' : 'loading')}
          </div>
        )}
        {shown && <Credit candidate={shown} />}
      </figure>
      <div className={classes.actions}>
        <Button
          ref={takeButton}
          size="md"
          leftSection={<IconCheck size={20} aria-hidden />}
          aria-disabled={!shown || seen !== shown.url}
          data-disabled={!shown || seen !== shown.url || undefined}
          aria-keyshortcuts="A"
          onClick={take}
        >
          {t('address.take')}
        </Button>
        <Button
          size="md"
          variant="default"
          leftSection={<IconPlayerSkipForward size={20} aria-hidden />}
          aria-keyshortcuts="S"
          onClick={onSkip}
        >
          {t('skip')}
        </Button>
        <Button
          size="md"
          variant="default"
          leftSection={<IconThumbDown size={20} aria-hidden />}
          aria-keyshortcuts="R"
          disabled={!shown}
          onClick={reject}
        >
          {t('fill.reject')}
        </Button>
      </div>
      {candidates.length > 1 && (
        <ul className={classes.strip} aria-label={t('candidates')}>
          {candidates
            .slice(Math.max(0, Math.min(at - 2, candidates.length - STRIP)))
            .slice(0, STRIP)
            .map((candidate) => (
              <li key={keyOf(candidate)}>
                <button
                  type="button"
                  className={classes.small}
                  aria-current={candidate === shown}
                  onClick={() => setAt(candidates.indexOf(candidate))}
                >
                  <img
                    src={candidate.url}
                    alt={t('candidate', { number: candidates.indexOf(candidate) + 1 })}
                    loading="lazy"
                    decoding="async"
                  />
                </button>
              </li>
            ))}
        </ul>
      )}
      <Sites sites={offer.sites} />
      <Button className={classes.other} variant="subtle" onClick={onWorkbench}>
        {t('fill.workbench')}
      </Button>
    </section>
  );
}

const keyOf = ({ source, id }: Candidate) => `${source} ${id}`;

function Picture({ url, alt, onSeen }: { url: string; alt: string; onSeen: (url: string) => void }) {
  const { t } = useTranslation('images');
  const [isLost, setLost] = useState(false);
  if (!isLost) return <img className={classes.picture} src={url} alt={alt} onLoad={() => onSeen(url)} onError={() => setLost(true)} />;
  return (
    <div className={classes.picture}>
      <IconPhotoOff size={28} aria-hidden />
      {t('preview_failed', { photo: alt })}
    </div>
  );
}

/** Who made it, under which licence, where, and what speaks for or against it. */
function Credit({ candidate }: { candidate: Candidate }) {
  const { t } = useTranslation('images');
  const { attribution, license_name, license_url, source, page_url, width, height, is_exact, quality } = candidate;
  const site = t(`source.${source as 'commons'}`);
  return (
    <figcaption className={classes.credit}>
      <span className={classes.author} dir="auto">
        {attribution}
      </span>
      {license_url ? (
        <a href={license_url} target="_blank" rel="noreferrer">
          {licenseName(license_name)}
        </a>
      ) : (
        <span>{licenseName(license_name)}</span>
      )}
      {page_url ? (
        <a href={page_url} target="_blank" rel="noreferrer" aria-label={t('page_of', { site })}>
          {site} <IconExternalLink size={15} aria-hidden />
        </a>
      ) : (
        <span>{site}</span>
      )}
      {width && height && (
        <span>
          {width} × {height}
        </span>
      )}
      {quality && <span className={classes.praise}>{t(`fill.quality.${quality}`)}</span>}
      {!is_exact && <span className={classes.doubt}>{t('fill.not_exact')}</span>}
    </figcaption>
  );
}
