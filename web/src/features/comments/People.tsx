import type { MentionedPerson } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../ui/avatar/Avatar';
import classes from './People.module.css';

interface Props {
  people: readonly MentionedPerson[];
  active: number;
  onChoose: (person: MentionedPerson) => void;
}

/** People to mention. The focus stays in the text, whose arrow keys go through them; their number is announced. */
export function People({ people, active, onChoose }: Props) {
  const { t } = useTranslation('comments');
  return (
    <div role="status">
      {people.length > 0 && (
        <ul className={classes.list} aria-label={t('people')}>
          {people.map((person, index) => (
            <li key={person.id}>
              <button
                type="button"
                className={classes.person}
                data-active={index === active || undefined}
                // The text keeps its focus and cursor.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => onChoose(person)}
              >
                <Avatar person={person} />
                <span dir="auto" className={classes.name}>
                  {person.name}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
