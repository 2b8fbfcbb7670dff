import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { TaxonGroup } from '@veld/contract/vocabulary';
import card from './card.module.css';
import { GroupPanel } from '../GroupIcon';
import { ScientificName } from '../ScientificName';
import classes from './TaxonCard.module.css';

interface Props {
  to: string;
  name: string;
  scientificName: string;
  rank: string;
  group: TaxonGroup;
  /** URL of the picture; if it is null or fails to load, the group's icon is shown. */
  picture: string | null;
  /** A line below the names. */
  note?: string | null;
  /** A control over the picture. */
  action?: ReactNode;
}

/** A small card with the picture of a taxon. */
export function TaxonCard({ to, name, scientificName, rank, group, picture, note, action }: Props) {
  const [hasFailed, setHasFailed] = useState(false);
  return (
    <article className={card.card}>
      {picture && !hasFailed ? (
        <div className={`${card.picture} ${classes.picture}`}>
          <img src={picture} alt="" loading="lazy" decoding="async" onError={() => setHasFailed(true)} />
        </div>
      ) : (
        <div className={classes.icon}>
          <GroupPanel group={group} name={scientificName} size={64} />
        </div>
      )}
      <div className={classes.words}>
        <h3 className={`${card.name} ${classes.name}`}>
          <Link className={card.link} to={to}>
            {name === scientificName ? <ScientificName name={name} rank={rank} /> : name}
          </Link>
        </h3>
        {name !== scientificName && (
          <ScientificName className={`${card.scientific} ${classes.scientific}`} name={scientificName} rank={rank} />
        )}
        {note && <p className={classes.note}>{note}</p>}
      </div>
      {action}
    </article>
  );
}
