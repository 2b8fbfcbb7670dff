import { useDescriptions } from '../community';
import classes from './Description.module.css';

/** A few sentences about a species, for the species that have them. */
export function Description({ taxonId }: { taxonId: number }) {
  const text = useDescriptions()(taxonId);
  return text ? <p className={classes.text}>{text}</p> : null;
}
