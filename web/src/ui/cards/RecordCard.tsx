import { IconEyeOff, IconMapPin, IconPhoto } from '@tabler/icons-react';
import type { TaxonGroup } from '@veld/contract/vocabulary';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import card from './card.module.css';
import { GroupPanel } from '../GroupIcon';
import { Photo, type PhotoSource } from '../Photo';
import classes from './RecordCard.module.css';
import { ScientificName } from '../ScientificName';

interface Props {
  /** Link target; without it, the card is not a link. */
  to?: string;
  name: string;
  scientificName?: string | null;
  rank?: string | null;
  group: TaxonGroup;
  photo?: PhotoSource | null;
  /** A picture on the device, instead of `photo`. */
  picture?: ReactNode;
  /** Alternative text of the photo; the name by default. */
  photoAlt?: string;
  /** Number of photos with a label, shown from two on. */
  photoCount?: { count: number; label: string };
  observer?: { name: string; to?: string } | null;
  /** Local date and time as text, and machine-readable. */
  when?: string | null;
  dateTime?: string;
  place?: string | null;
  /** Label of a hidden place. */
  blurredLabel?: string | null;
  /** Count, stage, sex and the like, as texts. */
  chips?: readonly string[];
  /** Badge on the picture: sync state or quality. */
  mark?: ReactNode;
  /** The last line: reactions, comments. */
  footer?: ReactNode;
  /** Heading level of the name. */
  headingLevel?: 2 | 3;
  isFirst?: boolean;
  sizes?: string;
  /** On a phone the photo stands beside the words, so that many records fit on the screen. */
  isCompactOnPhone?: boolean;
}

/** A card for a record. All texts are passed in translated. */
export function RecordCard(props: Props) {
  const { to, name, scientificName, rank, group, photo, picture, photoAlt, photoCount, observer, when, dateTime, place, blurredLabel } =
    props;
  const { chips = [], mark, footer, headingLevel = 3, isFirst, isCompactOnPhone } = props;
  const { sizes = `(min-width: 64em) 384px, (min-width: 37.5em) 50vw, ${isCompactOnPhone ? '112px' : '100vw'}` } = props;
  const Heading = `h${headingLevel}` as const;
  const isOnlyScientific = scientificName === name;
  const shownName = isOnlyScientific && rank ? <ScientificName name={name} rank={rank} /> : name;
  const hasPicture = Boolean(photo || picture);

  return (
    <article className={card.card} data-compact={!hasPicture || undefined} data-compact-on-phone={isCompactOnPhone || undefined}>
      {hasPicture ? (
        <div className={card.picture}>
          {picture ??
            (photo && (
              <Photo
                photo={photo}
                alt={photoAlt ?? name}
                sizes={sizes}
                isFirst={isFirst}
                fallback={<GroupPanel group={group} name={scientificName} size={40} fill />}
              />
            ))}
          {photoCount && photoCount.count > 1 && (
            <span className={classes.photoCount} role="img" aria-label={photoCount.label}>
              <IconPhoto size={15} aria-hidden /> {photoCount.count}
            </span>
          )}
        </div>
      ) : (
        <div className={classes.icon}>
          <GroupPanel group={group} name={scientificName} size={64} />
        </div>
      )}
      <div className={classes.words}>
        <Heading dir="auto" className={`${card.name} ${classes.name}`}>
          {to === undefined ? (
            shownName
          ) : (
            <Link className={card.link} to={to}>
              {shownName}
            </Link>
          )}
        </Heading>
        {scientificName && !isOnlyScientific && (
          <ScientificName className={`${card.scientific} ${classes.scientific}`} name={scientificName} rank={rank ?? 'species'} />
        )}
        {(observer || when) && (
          <p className={classes.line}>
            {observer &&
              (observer.to ? (
                <Link dir="auto" className={classes.person} to={observer.to}>
                  {observer.name}
                </Link>
              ) : (
                <span dir="auto" className={classes.personName}>
                  {observer.name}
                </span>
              ))}
            {observer && when && <span aria-hidden> · </span>}
            {when && <time dateTime={dateTime}>{when}</time>}
          </p>
        )}
        {(place || blurredLabel) && (
          <p className={classes.line}>
            {place && <IconMapPin className={classes.pin} size={16} aria-hidden />}
            <bdi dir="auto">{place}</bdi>
            {blurredLabel && (
              <span className={classes.blurred}>
                <IconEyeOff size={14} aria-hidden /> {blurredLabel}
              </span>
            )}
          </p>
        )}
        {chips.length > 0 && (
          <ul className={classes.chips}>
            {chips.map((chip) => (
              <li key={chip}>{chip}</li>
            ))}
          </ul>
        )}
        {mark && <span className={classes.mark}>{mark}</span>}
        {footer && <div className={classes.footer}>{footer}</div>}
      </div>
    </article>
  );
}
