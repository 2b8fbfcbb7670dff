import { IconCheck } from '@tabler/icons-react';
import type { TaxonGroup } from '@veld/contract/vocabulary';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { GroupPanel } from '../GroupIcon';
import { RarityDots } from './RarityDots';
import { ScientificName } from '../ScientificName';
import classes from './TaxonRow.module.css';

export interface TaxonRowContentProps {
  /** In the user's language, or else the scientific name. */
  name: string;
  scientificName: string;
  rank: string;
  group: TaxonGroup;
  /** If it is known. */
  family?: string | null;
  /** The contract's `image_url`; shown in a small size. */
  imageUrl?: string | null;
  /** A picture to use instead, such as a photo on the device. */
  picture?: ReactNode;
  /** Label "Seen", if the taxon was seen. */
  seenLabel?: string | null;
  /** The rank of a higher taxon as text. */
  rankLabel?: string | null;
  rarity?: { level: number; label: string } | null;
  /** "as Parus ater": the name that matched the search, if it is another one. */
  matchedAs?: ReactNode;
  /** A secondary line, for example why it is suggested. */
  note?: ReactNode;
  trailing?: ReactNode;
}

type Props = TaxonRowContentProps & { isSelected?: boolean } & (
    | { to: string; state?: object | undefined; onClick?: () => void }
    | { to?: undefined; state?: undefined; onClick: () => void }
    | { to?: undefined; state?: undefined; onClick?: undefined }
  );

type PictureProps = Pick<TaxonRowContentProps, 'imageUrl' | 'group' | 'family' | 'scientificName'> & {
  /** Edge in pixels. */
  size?: number;
};

/** The photo of a taxon, or a drawing where it has none. */
export function TaxonPicture({ imageUrl, group, family = null, scientificName, size = 56 }: PictureProps) {
  const [failed, setFailed] = useState<string | null>(null);
  if (!imageUrl || failed === imageUrl) return <GroupPanel group={group} name={scientificName} family={family} size={size} />;
  const address = imageUrl.includes('?') ? imageUrl : `${imageUrl}?size=128`;
  return (
    <span className={classes.picture} style={{ '--picture': `${size / 16}rem` }}>
      <img src={address} alt="" width={size} height={size} loading="lazy" decoding="async" onError={() => setFailed(imageUrl)} />
    </span>
  );
}

/** The content of a row, for lists with their own button or option element. */
export function TaxonRowContent(props: TaxonRowContentProps) {
  const { name, scientificName, rank, group, family, imageUrl, picture, seenLabel, rankLabel, rarity, matchedAs, note, trailing } = props;
  const isOnlyScientific = name === scientificName;
  return (
    <span className={classes.inside}>
      <span className={classes.pictureBox}>
        {picture ? <span className={classes.picture}>{picture}</span> : <TaxonPicture {...{ imageUrl, group, family, scientificName }} />}
        {seenLabel && (
          <span className={classes.seen} role="img" aria-label={seenLabel} title={seenLabel}>
            <IconCheck size={13} stroke={3} aria-hidden />
          </span>
        )}
      </span>
      <span className={classes.words}>
        <span dir="auto" className={classes.name}>
          {isOnlyScientific ? <ScientificName name={name} rank={rank} /> : name}
        </span>
        <span className={classes.below}>
          {!isOnlyScientific && <ScientificName className={classes.scientific} name={scientificName} rank={rank} />}
          {rankLabel && <span className={classes.rank}>{rankLabel}</span>}
          {rarity && <RarityDots level={rarity.level} label={rarity.label} />}
        </span>
        {matchedAs && <span className={classes.note}>{matchedAs}</span>}
        {note && <span className={classes.note}>{note}</span>}
      </span>
      {trailing && <span className={classes.trailing}>{trailing}</span>}
    </span>
  );
}

/** A taxon in a list: a link with `to`, a button with `onClick`, else plain text. */
export function TaxonRow({ isSelected, to, state, onClick, ...content }: Props) {
  const inside = <TaxonRowContent {...content} />;
  const states = { 'data-selected': isSelected || undefined, 'data-trailing': content.trailing ? true : undefined };
  if (to !== undefined) {
    return (
      <Link className={classes.row} to={to} state={state} onClick={onClick} aria-current={isSelected || undefined} {...states}>
        {inside}
      </Link>
    );
  }
  if (onClick) {
    return (
      <button type="button" className={classes.row} onClick={onClick} aria-pressed={isSelected} {...states}>
        {inside}
      </button>
    );
  }
  return (
    <div className={classes.row} {...states}>
      {inside}
    </div>
  );
}
