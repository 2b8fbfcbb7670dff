import type { PublicObservation } from '@veld/contract';
import { lazy, Suspense } from 'react';
import { listChips } from '../../../shared/records/record-labels';
import { PublicRecordCard } from '../../../shared/records/RecordCards';
import { useRecordTranslation } from '../../../shared/records/use-record-translation';
import classes from './FeedRecord.module.css';
import { NewForYou } from './NewForYou';
import { countPhotos, PhotoStrip } from './PhotoStrip';

/** Loaded apart, so that the records are on the screen first. */
const CardActions = lazy(() => import('./CardActions'));
const WHOLE_CARD = '(min-width: 64em) 384px, (min-width: 37.5em) 50vw, 100vw';

interface Props {
  record: PublicObservation;
  /** Of a species that the user has not recorded. */
  isNew: boolean;
  isFirst: boolean;
}

/** A record in the feed, with all its photos and what can be done with it. */
export function FeedRecord({ record, isNew, isFirst }: Props) {
  const t = useRecordTranslation('feed');
  const hasPhoto = record.media.length > 0;
  const strip = countPhotos(record) > 1 &&
    hasPhoto && {
      picture: <PhotoStrip record={record} sizes={WHOLE_CARD} isFirst={isFirst} />,
      // The strip has its own.
      photoCount: { count: 0, label: '' },
    };
  // On the photo; without one, among the chips, so that the card stays small.
  const mark = isNew && (hasPhoto ? { mark: <NewForYou /> } : { chips: [t('feed:new_for_you'), ...listChips(record, t)] });
  return (
    <PublicRecordCard
      record={record}
      headingLevel={2}
      isFirst={isFirst}
      {...strip}
      {...mark}
      footer={
        <Suspense fallback={<span className={classes.actions} />}>
          <CardActions record={record} />
        </Suspense>
      }
    />
  );
}
