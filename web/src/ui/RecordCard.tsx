import { IconEyeOff, IconMapPin, IconPhoto } from '@tabler/icons-react';
import type { TaxonGroup } from '@veld/contract/vocabulary';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import card from './card.module.css';
import { GroupPanel } from './GroupIcon';
import { Photo, type PhotoSource } from './Photo';
import classes from './RecordCard.module.css';
import { ScientificName } from './ScientificName';

interface Props {
  /** Where the card leads; without it the card is not a link. */
  to?: string;
  name: string;
  scientificName?: string | null;
  rank?: string | null;
  group: TaxonGroup;
  photo?: PhotoSource | null;
  /** A picture that lies on the device, instead of `photo`. */
  picture?: ReactNode;
  /** What the photo shows, for readers; the name by default. */
  photoAlt?: string;
  /** How many photos there are, shown from two on, with the number in words. */
  photoCount?: { count: number; label: string };
  observer?: { name: string; to?: string } | null;
  /** The wall-clock time in words, and the same for machines. */
  when?: string | null;
  dateTime?: string;
  place?: string | null;
  /** "Shown blurred": present where the place shown is a cell. */
  blurredLabel?: string | null;
  /** Count, stage, sex and the like, in words. */
  chips?: readonly string[];
  /** One mark on the picture: a sync state, a quality. */
  mark?: ReactNode;
  /** The quiet last line: reactions, comments. */
  footer?: ReactNode;
  /** Level of the name as a heading. */
  headingLevel?: 2 | 3;
  isFirst?: boolean;
  sizes?: string;
}

/** A record, photo first. Takes words that are already translated and fetches nothing. */
export function RecordCard(props: Props) {
  const { to, name, scientificName, rank, group, photo, picture, photoAlt, photoCount, observer, when, dateTime, place, blurredLabel } =
    props;
  const { chips = [], mark, footer, headingLevel = 3, isFirst, sizes = '(min-width: 64em) 384px, (min-width: 37.5em) 50vw, 100vw' } = props;
  const Heading = `h${headingLevel}` as const;
  const panel = <GroupPanel group={group} size={88} fill />;
  const isOnlyScientific = scientificName === name;
  const shownName = isOnlyScientific && rank ? <ScientificName name={name} rank={rank} /> : name;
  const hasPicture = Boolean(photo || picture);

  return (
    <article className={card.card}>
      <div className={`${card.picture} ${classes.picture}`} data-panel={!hasPicture || undefined}>
        {picture ?? (photo ? <Photo photo={photo} alt={photoAlt ?? name} sizes={sizes} isFirst={isFirst} fallback={panel} /> : panel)}
        {photoCount && photoCount.count > 1 && (
          <span className={classes.photoCount} role="img" aria-label={photoCount.label}>
            <IconPhoto size={15} aria-hidden /> {photoCount.count}
          </span>
        )}
        {mark && <span className={classes.mark}>{mark}</span>}
      </div>
      <div className={classes.words}>
        <Heading className={`${card.name} ${classes.name}`}>
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
                <Link className={classes.person} to={observer.to}>
                  {observer.name}
                </Link>
              ) : (
                <span className={classes.personName}>{observer.name}</span>
              ))}
            {observer && when && <span aria-hidden> · </span>}
            {when && <time dateTime={dateTime}>{when}</time>}
          </p>
        )}
        {(place || blurredLabel) && (
          <p className={classes.line}>
            {place && <IconMapPin className={classes.pin} size={16} aria-hidden />}
            {place}
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
        {footer && <div className={classes.footer}>{footer}</div>}
      </div>
    </article>
  );
}
