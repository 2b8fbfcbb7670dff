import { IconCheck } from '@tabler/icons-react';
import { type DragEvent, useRef } from 'react';
import type { UserDatabase } from '../../local/db/database';
import { Photo } from '../../ui/Photo';
import classes from './PhotoToggle.module.css';
import type { BoardPhoto } from './board/board-values';
import { useThumbnail } from './use-thumbnail';

interface Props {
  database: UserDatabase;
  photo: BoardPhoto;
  label: string;
  isSelected: boolean;
  /** The same picture is already in a record or elsewhere on the board. */
  isDuplicate?: boolean;
  onToggle: (withShift: boolean) => void;
  onDragStart?: (event: DragEvent) => void;
}

/** A thumbnail that a tap selects. */
export function PhotoToggle({ database, photo, label, isSelected, isDuplicate, onToggle, onDragStart }: Props) {
  const frame = useRef<HTMLButtonElement>(null);
  const url = useThumbnail(database, photo.id, frame);
  const source = { ...photo, urls: url ? { 128: url, 512: url, 1600: url } : null };
  return (
    <button
      ref={frame}
      type="button"
      className={classes.photo}
      aria-pressed={isSelected}
      aria-label={label}
      data-duplicate={isDuplicate || undefined}
      draggable={onDragStart !== undefined}
      onDragStart={onDragStart}
      onClick={(event) => onToggle(event.shiftKey)}
    >
      <Photo photo={source} alt="" />
      <span className={classes.tick} aria-hidden>
        {isSelected && <IconCheck size={18} stroke={3} />}
      </span>
    </button>
  );
}
