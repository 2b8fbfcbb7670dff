import { Button, NativeSelect } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { IconDownload, IconShare } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFiles, canShareFile, shareFile } from '../../../device/files';
import type { ReviewFacts } from '../../../local/records/figures/review-facts';
import { currentDatabase, useLanguage } from '../../../shared/session/session';
import { useAddressFilter } from '../../../ui/use-address-filter';
import { useBlobUrl } from '../../../ui/use-blob-url';
import { type Asked, useReviewFacts } from '../data';
import { CARD_HEIGHT, CARD_WIDTH, cardTexts, type CardTexts, drawCard, ownPicture } from './draw-card';
import classes from './YearReview.module.css';

/** A picture of a year to share. It is drawn on the device, and shows no place but countries. */
export function YearReview({ years, asked }: { years: readonly string[]; asked: Asked }) {
  const { t } = useTranslation('statistics');
  const [read, write] = useAddressFilter();
  const { ref, entry } = useIntersection({ rootMargin: '300px' });
  const [isNear, setNear] = useState(typeof IntersectionObserver === 'undefined');
  // Drawn once it comes near the window, because it fetches a photo.
  if (entry?.isIntersecting && !isNear) setNear(true);
  const year = years.find((one) => one === read('year')) ?? years[0];
  if (year === undefined) return null;
  return (
    <section className={classes.section} aria-labelledby="review">
      <h2 id="review" className={classes.title}>
        {t('review.title')}
      </h2>
      <p className={classes.note}>{t('review.note')}</p>
      <NativeSelect
        className={classes.year}
        aria-label={t('review.year')}
        data={[...years]}
        value={year}
        onChange={(event) => write({ year: event.currentTarget.value })}
      />
      <div ref={ref} className={classes.place}>
        {isNear && <CountedCard asked={asked} year={year} />}
      </div>
    </section>
  );
}

function CountedCard({ asked, year }: { asked: Asked; year: string }) {
  const facts = useReviewFacts(asked, year);
  return facts ? <Card facts={facts} /> : null;
}

function Card({ facts }: { facts: ReviewFacts }) {
  const { t } = useTranslation(['statistics', 'common', 'profile']);
  const language = useLanguage();
  const texts = useMemo(() => cardTexts(facts, t, language), [facts, t, language]);
  const blob = useCard(texts, facts.withPhoto);
  const url = useBlobUrl(blob);
  const [hasFailed, setFailed] = useState(false);
  const file = blob && { name: `veld-${facts.year}.png`, blob };
  const share = () => {
    setFailed(false);
    shareFile(file!).catch(() => setFailed(true));
  };
  const alt = [texts.title, ...texts.figures.map(({ value, label }) => `${value} ${label}`), ...texts.lines].join(', ');
  return (
    <>
      <div className={classes.card} style={{ aspectRatio: `${CARD_WIDTH} / ${CARD_HEIGHT}` }} aria-busy={blob === undefined}>
        {url && <img src={url} alt={alt} width={CARD_WIDTH} height={CARD_HEIGHT} />}
        {blob === null && <p role="status">{t('review.failed')}</p>}
      </div>
      {hasFailed && <p role="alert">{t('review.not_shared')}</p>}
      <div className={classes.actions}>
        {file && canShareFile(file) && (
          <Button leftSection={<IconShare size={20} aria-hidden />} onClick={share}>
            {t('review.share')}
          </Button>
        )}
        <Button variant="default" leftSection={<IconDownload size={20} aria-hidden />} disabled={!file} onClick={() => saveFiles([file!])}>
          {t('review.download')}
        </Button>
      </div>
    </>
  );
}

/** The picture of a year in review. Undefined while it is drawn, null if this browser can't draw it. */
function useCard(texts: CardTexts, photoOf: readonly string[]): Blob | null | undefined {
  const database = currentDatabase();
  const [card, setCard] = useState<{ of: CardTexts; blob: Blob | null } | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const draw = async () => drawCard(texts, await ownPicture(database, photoOf, stop.signal));
    draw().then(
      (blob) => {
        if (!stop.signal.aborted) setCard({ of: texts, blob });
      },
      (error: unknown) => {
        if (stop.signal.aborted) return;
        console.error('Year in review', error);
        setCard({ of: texts, blob: null });
      },
    );
    return () => stop.abort();
  }, [database, texts, photoOf]);
  return card?.of === texts ? card.blob : undefined;
}
