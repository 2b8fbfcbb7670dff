import { useDraggable } from '@dnd-kit/react';
import { Badge } from '@mantine/core';
import { type ComponentProps, useRef } from 'react';
import type { UserDatabase } from '../../local/db/database';
import type { BoardPhoto } from './board/board-values';
import classes from './DraggablePhoto.module.css';
import { PhotoToggle } from './PhotoToggle';
import { Thumbnail } from './Thumbnail';

/** A photo of a card that can be dragged to another card. */
export function DraggablePhoto(props: Omit<ComponentProps<typeof PhotoToggle>, 'ref'>) {
  const button = useRef<HTMLButtonElement>(null);
  useDraggable({ id: props.photo.id, element: button });
  return <PhotoToggle {...props} ref={button} />;
}

/** What follows the pointer: the photo that was taken hold of, and how many move with it. */
export function DraggedPhotos({ database, photo, count }: { database: UserDatabase; photo: BoardPhoto; count: number }) {
  const frame = useRef<HTMLDivElement>(null);
  return (
    <div ref={frame} className={classes.dragged}>
      <Thumbnail database={database} photo={photo} frame={frame} />
      {count > 1 && <Badge className={classes.count}>{count}</Badge>}
    </div>
  );
}
