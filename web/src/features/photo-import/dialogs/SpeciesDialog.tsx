import { Button, Modal } from '@mantine/core';
import type { TaxonSummary } from '@veld/contract';
import { useId, useRef } from 'react';
import type { UserDatabase } from '../../../local/db/database';
import { useFocusBack } from '../../../ui/steady-focus';
import type { FormPatch } from '../../recording/data';
import { useRecordTranslation } from '../../../shared/records/record-labels';
import { Suggestions } from '../../recording/taxon/Suggestions';
import { TaxonSearch } from '../../../shared/taxon-search/TaxonSearch';
import classes from './SpeciesDialog.module.css';
import type { Board, Group } from '../board/board';
import type { BoardPhoto } from '../board/board-values';
import { missingOnBoard, nextMissing } from '../board/missing';
import type { BoardActions } from '../board/use-board-actions';
import { Thumbnail } from '../Thumbnail';
import type { OpenDialog } from './open-dialog';

const NO_PINS = {};
/** Photos shown while the species is chosen. */
const PICTURES = 6;

interface Props {
  board: Board;
  groups: readonly Group[];
  database: UserDatabase;
  actions: BoardActions;
  title: string;
  onNext: (dialog: OpenDialog) => void;
  onClose: () => void;
}

/**
 * Sets the species of all selected records. After a record that had none comes the next without one, so that naming each costs letters
 * and one tap.
 */
export function SpeciesDialog({ board, groups, database, actions, title, onNext, onClose }: Props) {
  useFocusBack();
  const t = useRecordTranslation('photo-import');
  const titleId = useId();
  const [only] = groups;
  const isNamed = groups.some((group) => !missingOnBoard(group).includes('species'));
  const following = groups.length === 1 && only && !isNamed ? nextMissing(board.groups, only.id, 'species') : null;
  const next: OpenDialog | null = following && { kind: 'species', ids: [following.id] };
  const choose = (patch: FormPatch) =>
    actions.patchGroups(
      groups.map(({ id }) => id),
      { ...patch, taxon_text: '', uncertain: false },
      next,
    );
  const chooseTaxon = (taxon: TaxonSummary) => choose({ taxon, verbatim_name: '' });
  // The suggestions use the place and the date of the first record; the others are close by.
  const { latitude = null, longitude = null, date_kind, day } = only?.values ?? {};
  const context = { place: { latitude, longitude }, day: date_kind === 'day' && day ? day : null, pins: NO_PINS };
  return (
    <Modal opened onClose={onClose} title={<span id={titleId}>{title}</span>} closeButtonProps={{ 'aria-label': t('common:action.close') }}>
      <div className={classes.species}>
        <div className={classes.pictures}>
          {groups
            .flatMap(({ photos }) => photos)
            .slice(0, PICTURES)
            .map((photo) => (
              <Picture key={photo.id} database={database} photo={photo} />
            ))}
        </div>
        <TaxonSearch
          labelledBy={titleId}
          onChoose={chooseTaxon}
          onVerbatim={(name) => choose({ taxon: null, verbatim_name: name })}
          quick={<Suggestions context={context} onChoose={chooseTaxon} />}
        />
        {next && (
          <Button variant="subtle" onClick={() => onNext(next)}>
            {t('photo-import:board.skip')}
          </Button>
        )}
        {isNamed && (
          <Button variant="subtle" onClick={() => choose({ taxon: null, verbatim_name: '' })}>
            {t('photo-import:board.no_species')}
          </Button>
        )}
      </div>
    </Modal>
  );
}

function Picture({ database, photo }: { database: UserDatabase; photo: BoardPhoto }) {
  const frame = useRef<HTMLSpanElement>(null);
  return (
    <span ref={frame} className={classes.picture}>
      <Thumbnail database={database} photo={photo} frame={frame} />
    </span>
  );
}
