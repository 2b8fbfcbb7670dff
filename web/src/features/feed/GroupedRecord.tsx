import { IconChevronDown } from '@tabler/icons-react';
import type { PublicObservation } from '@veld/contract';
import { lazy, Suspense, useId } from 'react';
import { Link } from 'react-router';
import { GroupPanel } from '../../ui/GroupIcon';
import { Photo } from '../../ui/Photo';
import { useLanguage } from '../../shared/session/session';
import { photosInOrder } from '../../shared/media/photos-in-order';
import {
  describeBlurring,
  listChips,
  formatRecordName,
  describeRecordPlace,
  formatWhen,
  useRecordTranslation,
} from '../../shared/records/record-labels';
import classes from './GroupedRecord.module.css';
import { countPhotos, PhotoStrip } from './PhotoStrip';

const CardActions = lazy(() => import('./CardActions'));
const WHOLE_CARD = '(min-width: 64em) 352px, (min-width: 37.5em) 45vw, 92vw';

interface Props {
  record: PublicObservation;
  /** Of a species that the user has not recorded. */
  isNew: boolean;
  isOpen: boolean;
  onToggle: () => void;
}

/** A name in the card of a walk or a tally, which opens to what the record shows and to the row of actions of every record. */
export function GroupedRecord({ record, isNew, isOpen, onToggle }: Props) {
  const t = useRecordTranslation('feed');
  const id = useId();
  const name = formatRecordName(record, t);
  const chips = [isNew && t('feed:new_for_you'), ...listChips(record, t)].filter(Boolean);
  return (
    <li className={classes.record}>
      <div className={classes.head}>
        <div className={classes.words}>
          <Link dir="auto" className={classes.name} to={`/observations/${record.id}`}>
            {name}
          </Link>
          {chips.length > 0 && <span className={classes.chips}>{chips.join(' · ')}</span>}
        </div>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          aria-label={t('feed:group.actions', { name })}
          onClick={onToggle}
        >
          <IconChevronDown size={20} aria-hidden />
        </button>
      </div>
      {isOpen && (
        <div id={id} className={classes.open}>
          <Opened record={record} />
        </div>
      )}
    </li>
  );
}

function Opened({ record }: { record: PublicObservation }) {
  const t = useRecordTranslation();
  const language = useLanguage();
  const [photo] = photosInOrder(record.media);
  const facts = [formatWhen(record, language), describeRecordPlace(record, language, t), describeBlurring(record, t)].filter(Boolean);
  const label = photo?.caption ?? formatRecordName(record, t);
  return (
    <>
      {photo && countPhotos(record) > 1 ? (
        <div className={classes.photo}>
          <PhotoStrip record={record} sizes={WHOLE_CARD} />
        </div>
      ) : (
        photo && (
          <Link className={classes.photo} to={`/observations/${record.id}`} aria-label={label}>
            <Photo
              photo={photo}
              alt={label}
              sizes={WHOLE_CARD}
              fallback={<GroupPanel group={record.taxon?.group ?? 'other'} name={record.taxon?.scientific_name} size={40} fill />}
            />
          </Link>
        )
      )}
      {facts.length > 0 && <p className={classes.facts}>{facts.join(' · ')}</p>}
      <Suspense fallback={<span className={classes.actions} />}>
        <CardActions record={record} />
      </Suspense>
    </>
  );
}
