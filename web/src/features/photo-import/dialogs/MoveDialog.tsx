import { Modal } from '@mantine/core';
import { useRef } from 'react';
import { useFocusBack } from '../../../ui/steady-focus';
import type { UserDatabase } from '../../../local/db/database';
import { Photo } from '../../../ui/Photo';
import { useLanguage } from '../../../shared/session/session';
import { useRecordTranslation } from '../../../shared/records/record-labels';
import { useNamed } from '../../../shared/taxa/names';
import shared from '../board.module.css';
import classes from './MoveDialog.module.css';
import type { Group } from '../board/board';
import type { BoardPhoto } from '../board/board-values';
import { nameText, whenText } from '../group-facts';
import { Choice } from './PlaceDialog';
import { useThumbnail } from '../use-thumbnail';

interface Props {
  database: UserDatabase;
  groups: readonly Group[];
  /** The record that already holds all selected photos; it is not offered. */
  currentId: string | null;
  onChoose: (group: Group) => void;
  onClose: () => void;
}

/** Asks which record the selected photos move to. */
export function MoveDialog({ database, groups, currentId, onChoose, onClose }: Props) {
  useFocusBack();
  const t = useRecordTranslation('photo-import');
  const language = useLanguage();
  const named = useNamed(groups.map(({ values }) => values));
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('photo-import:board.move_title')}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <ul className={shared.choices}>
        {groups.map((group, index) => {
          if (group.id === currentId) return null;
          const [first] = group.photos;
          const name = nameText(named[index] ?? group.values, t);
          const title = t('photo-import:board.record', { number: index + 1 });
          return (
            <Choice
              key={group.id}
              icon={<span className={classes.choicePicture}>{first && <Thumbnail database={database} photo={first} />}</span>}
              title={name ? `${title} · ${name}` : title}
              note={whenText(group.values, language) ?? t('photo-import:board.no_time')}
              onClick={() => onChoose(group)}
            />
          );
        })}
      </ul>
    </Modal>
  );
}

function Thumbnail({ database, photo }: { database: UserDatabase; photo: BoardPhoto }) {
  const frame = useRef<HTMLSpanElement>(null);
  const url = useThumbnail(database, photo, frame);
  return (
    <span ref={frame} className={classes.fill}>
      <Photo photo={{ ...photo, urls: url ? { 128: url, 512: url, 1600: url } : null }} alt="" />
    </span>
  );
}
