import { useDroppable } from '@dnd-kit/react';
import { Checkbox, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconCalendarPlus, IconChevronRight, IconCopy, IconMapPinPlus, IconPhoto, IconPlus } from '@tabler/icons-react';
import { memo } from 'react';
import { Link } from 'react-router';
import type { UserDatabase } from '../../local/db/database';
import { formatCount, useRecordTranslation } from '../../shared/records/record-labels';
import { usePlaceWords } from '../../shared/geo/data';
import { useLanguage, useUser } from '../../shared/session/session';
import { useNamedRecord } from '../../shared/taxa/names';
import type { Group } from './board/board';
import shared from './board.module.css';
import { missingOnBoard } from './board/missing';
import type { OpenDialog } from './dialogs/open-dialog';
import { DraggablePhoto } from './DraggablePhoto';
import classes from './GroupCard.module.css';
import { nameText, whenText, whereText } from './group-facts';
import photoClasses from './PhotoToggle.module.css';
import type { DuplicateOf } from './reading/duplicates';

interface Props {
  database: UserDatabase;
  group: Group;
  number: number;
  /** Ids of the selected photos of this record, with a space between. */
  chosen: string;
  duplicates: ReadonlyMap<string, DuplicateOf>;
  numberOf: (groupId: string) => number;
  /** Why the record could not be saved, as text. */
  problem: string | null;
  onToggle: (photoId: string, withShift: boolean) => void;
  onToggleAll: (group: Group, isOn: boolean) => void;
  onOpen: (dialog: OpenDialog) => void;
  onLeaveOut: (photoIds: string[]) => void;
}

/** A proposed record as in a gallery: its photos, its species, and what is known of it; what is missing is a button. */
export const GroupCard = memo(GroupCardContent);

function GroupCardContent({ database, chosen: chosenIds, onToggle, onToggleAll, ...facts }: Props) {
  const { group, number, duplicates } = facts;
  const t = useRecordTranslation('photo-import', 'recording');
  const { ref, isDropTarget } = useDroppable({ id: group.id });
  const { photos } = group;
  const chosen = new Set(chosenIds.split(' ').filter(Boolean));
  const isWhole = chosen.size > 0 && chosen.size === photos.length;
  return (
    <article ref={ref} className={classes.card} data-chosen={isWhole || undefined} data-over={isDropTarget || undefined}>
      <div className={classes.cardHead}>
        <h2 className={classes.cardTitle}>{t('photo-import:board.record', { number })}</h2>
        {photos.length > 1 && (
          <Checkbox
            className={classes.all}
            size="sm"
            checked={isWhole}
            indeterminate={chosen.size > 0 && !isWhole}
            onChange={(event) => onToggleAll(group, event.currentTarget.checked)}
            aria-label={t('photo-import:board.select_record', { number })}
          />
        )}
      </div>
      {photos.length > 0 && (
        <div className={photoClasses.photos} data-count={Math.min(photos.length, 5)}>
          {photos.map((photo, index) => (
            <DraggablePhoto
              key={photo.id}
              database={database}
              photo={photo}
              label={[
                t('photo-import:board.photo', { number: index + 1, record: number }),
                ...(duplicates.has(photo.id) ? [t('photo-import:board.duplicate_mark')] : []),
              ].join(', ')}
              isSelected={chosen.has(photo.id)}
              isDuplicate={duplicates.has(photo.id)}
              onToggle={(withShift) => onToggle(photo.id, withShift)}
            />
          ))}
        </div>
      )}
      <MemoFacts {...facts} />
    </article>
  );
}

type FactsProps = Pick<Props, 'group' | 'number' | 'duplicates' | 'numberOf' | 'problem' | 'onOpen' | 'onLeaveOut'>;

/** Not rendered again when photos are selected. */
const MemoFacts = memo(Facts);

function Facts(props: FactsProps) {
  const { group, number, problem, onOpen } = props;
  const t = useRecordTranslation('photo-import', 'recording');
  const values = useNamedRecord(group.values);
  const missing = missingOnBoard(group);
  const name = nameText(values, t);
  const count = formatCount(values, t);
  const isUnknown = missing.includes('date') && missing.includes('place');
  const open = (kind: OpenDialog['kind']) => onOpen({ kind, ids: [group.id] });
  return (
    <div className={classes.facts}>
      <button type="button" className={classes.species} onClick={() => open('species')} data-missing={name === null || undefined}>
        {name === null && <IconPlus size={18} aria-hidden />}
        <span>{name ?? t('photo-import:board.add_species')}</span>
      </button>
      {missing.includes('date') && (
        <button type="button" className={classes.missing} onClick={() => open('date')}>
          <IconCalendarPlus size={18} aria-hidden />
          <span>{t('photo-import:board.no_time')}</span>
        </button>
      )}
      {missing.includes('place') && (
        <button type="button" className={classes.missing} onClick={() => open('place')}>
          <IconMapPinPlus size={18} aria-hidden />
          <span>{t('photo-import:board.place_missing')}</span>
        </button>
      )}
      <Duplicates {...props} />
      {problem && (
        <p className={classes.problem} role="alert">
          <IconAlertTriangle size={18} aria-hidden /> <span>{problem}</span>
        </p>
      )}
      <Link className={classes.open} to={`/observe?draft=${group.id}`}>
        <span className={classes.known}>
          {count !== null && <span>{count}</span>}
          <When group={group} />
          <Where group={group} />
          {isUnknown && count === null && <span aria-hidden>{t('photo-import:board.all_fields')}</span>}
        </span>
        <VisuallyHidden>{t('photo-import:board.all_fields_label', { number })}</VisuallyHidden>
        <IconChevronRight size={18} aria-hidden />
      </Link>
    </div>
  );
}

/** Date and time, with where they come from. */
function When({ group: { values } }: { group: Group }) {
  const t = useRecordTranslation('photo-import', 'recording');
  const when = whenText(values, useLanguage());
  if (when === null) return null;
  const isOfPhoto = values.when_source === 'photo';
  return (
    <span className={classes.fact}>
      {isOfPhoto && <IconPhoto size={14} aria-hidden />}
      <span>{when}</span>
      <VisuallyHidden>{isOfPhoto ? t('recording:from_photo') : t('photo-import:board.entered')}</VisuallyHidden>
    </span>
  );
}

/** The place in words, or its coordinates, with where they come from. */
function Where({ group: { values } }: { group: Group }) {
  const t = useRecordTranslation('photo-import', 'recording');
  const words = usePlaceWords(values);
  const where = whereText(values, useUser().preferences.units, useLanguage());
  const source = values.location_source;
  if (where === null) return null;
  return (
    <span className={classes.fact}>
      {source === 'exif' && <IconPhoto size={14} aria-hidden />}
      <span>{words ?? where}</span>
      {source && <VisuallyHidden>{t(`observations:where.source.${source}`)}</VisuallyHidden>}
    </span>
  );
}

function Duplicates({ group, duplicates, numberOf, onLeaveOut }: FactsProps) {
  const t = useRecordTranslation('photo-import', 'recording');
  const own = group.photos.flatMap((photo, index) => {
    const original = duplicates.get(photo.id);
    return original ? [{ id: photo.id, number: index + 1, original }] : [];
  });
  if (own.length === 0) return null;
  return (
    <div className={classes.duplicate}>
      <IconCopy size={18} aria-hidden />
      <span>
        <DuplicateText group={group} duplicates={own} numberOf={numberOf} />
      </span>
      <button type="button" className={shared.quiet} onClick={() => onLeaveOut(own.map(({ id }) => id))}>
        {t('photo-import:board.leave_out')}
      </button>
    </div>
  );
}

interface Duplicate {
  id: string;
  number: number;
  original: DuplicateOf;
}

/** Says where the original of a duplicate photo is; for several duplicates, only how many there are. */
function DuplicateText({ group, duplicates, numberOf }: { group: Group; duplicates: Duplicate[]; numberOf: (groupId: string) => number }) {
  const t = useRecordTranslation('photo-import', 'recording');
  const [first, second] = duplicates;
  if (!first) return null;
  if (second) return t('photo-import:board.duplicates', { count: duplicates.length });
  const { number, original } = first;
  if (original.kind === 'record') {
    return (
      <>
        {t('photo-import:board.duplicate_in_record', { number })}{' '}
        <Link to={`/observations/${original.id}`}>{t('photo-import:board.show_record')}</Link>
      </>
    );
  }
  if (original.groupId === group.id) return t('photo-import:board.duplicate_in_group', { number });
  return t('photo-import:board.duplicate_on_board', { number, record: numberOf(original.groupId) });
}
