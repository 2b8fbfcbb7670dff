import { TAXON_GROUPS } from '@veld/contract/vocabulary';
import { GroupIcon, GroupPanel } from '../GroupIcon';
import classes from './gallery.module.css';

/** Every group icon at 24 px, at 56 px on its background, and large. */
export function Icons() {
  return (
    <div className={classes.icons}>
      {TAXON_GROUPS.map((group) => (
        <figure key={group} className={classes.icon}>
          <GroupIcon group={group} size={96} />
          <GroupPanel group={group} />
          <GroupIcon group={group} />
          <figcaption>{group}</figcaption>
        </figure>
      ))}
    </div>
  );
}
