import { IconCheck } from '@tabler/icons-react';
import { type RefObject, useRef } from 'react';
import type { UserDatabase } from '../../local/db/database';
import classes from './PhotoToggle.module.css';
import type { BoardPhoto } from './board/board-values';
import { Thumbnail } from './Thumbnail';

interface Props {
  database: UserDatabase;
  photo: BoardPhoto;
  label: string;
  isSelected: boolean;
  /** The same picture is already in a record or elsewhere on the board. */
  isDuplicate?: boolean;
  onToggle: (withShift: boolean) => void;
  /** Called with the button, to make it draggable. */
  ref?: RefObject<HTMLButtonElement | null>;
}

/** A thumbnail that a tap selects. */
export function PhotoToggle({ database, photo, label, isSelected, isDuplicate, onToggle, ref }: Props) {
  const ownRef = useRef<HTMLButtonElement>(null);
  const frame = ref ?? ownRef;
  return (
    <button
      ref={frame}
      type="button"
      className={classes.photo}
      aria-pressed={isSelected}
      aria-label={label}
      data-duplicate={isDuplicate || undefined}
      onClick={(event) => onToggle(event.shiftKey)}
    >
      <Thumbnail database={database} photo={photo} frame={frame} />
      <span className={classes.tick} aria-hidden>
        {isSelected && <IconCheck size={18} stroke={3} />}
      </span>
    </button>
  );
}
