import { useDraggable, useDroppable } from '@dnd-kit/react';
import { IconPencil, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormPhoto } from '../form-values';
import classes from './PhotoTile.module.css';

interface Props {
  photo: FormPhoto;
  /** From 1. */
  number: number;
  isOnly: boolean;
  picture: ReactNode;
  onOpen: () => void;
  onRemove: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** A photo of the form, which a tap opens. It can be dragged, and others can be dropped on it. */
export function PhotoTile({ photo, number, isOnly, picture, onOpen, onRemove, onKeyDown }: Props) {
  const { t } = useTranslation('recording');
  const element = useRef<HTMLLIElement>(null);
  const handle = useRef<HTMLButtonElement>(null);
  const { isDragging } = useDraggable({ id: photo.id, element, handle, disabled: isOnly });
  const { isDropTarget } = useDroppable({ id: photo.id, element });
  return (
    <li
      ref={element}
      className={classes.photo}
      data-id={photo.id}
      data-dragged={isDragging || undefined}
      data-target={(isDropTarget && !isDragging) || undefined}
    >
      <button
        ref={handle}
        type="button"
        className={classes.open}
        aria-label={[t('photo.edit', { number }), photo.caption].filter(Boolean).join(': ')}
        aria-keyshortcuts={isOnly ? undefined : 'Alt+ArrowLeft Alt+ArrowRight'}
        onClick={onOpen}
        onKeyDown={onKeyDown}
      >
        {picture}
        <span className={classes.editMark}>
          <IconPencil size={18} aria-hidden />
        </span>
      </button>
      <button type="button" className={classes.remove} aria-label={t('evidence.remove', { number })} onClick={onRemove}>
        <IconX size={20} aria-hidden />
      </button>
    </li>
  );
}
