import { useDroppable } from '@dnd-kit/react';
import { Checkbox } from '@mantine/core';
import {
  IconAlertTriangle,
  IconChevronRight,
  IconClock,
  IconClockQuestion,
  IconCopy,
  IconLeaf,
  IconMapPin,
  IconMapPinOff,
} from '@tabler/icons-react';
import { useId } from 'react';
import { Link } from 'react-router';
import type { UserDatabase } from '../../local/db/database';
import type { DoubtfulClock } from '../../local/db/rows';
import { ScientificName } from '../../ui/ScientificName';
import { useLanguage, useUser } from '../../shared/session/session';
import { usePlaceWords } from '../../shared/geo/data';
import { useRecordTranslation } from '../../shared/records/record-labels';
import { type FormPatch, findDoubt } from '../recording/data';
import { useClockChoices } from '../recording/photos/use-clock-choices';
import { useNamedRecord } from '../../shared/taxa/names';
import shared from './board.module.css';
import classes from './GroupCard.module.css';
import type { Group } from './board/board';
import { DraggablePhoto } from './DraggablePhoto';
import { nameText, whenText, whereText } from './group-facts';
import photoClasses from './PhotoToggle.module.css';
import type { DuplicateOf } from './reading/duplicates';

interface Props {
  database: UserDatabase;
  group: Group;
  number: number;
  selected: ReadonlySet<string>;
  duplicates: ReadonlyMap<string, DuplicateOf>;
  numberOf: (groupId: string) => number;
  /** Why the record could not be saved, as text. */
  problem: string | null;
  onToggle: (photoId: string, withShift: boolean) => void;
  onToggleAll: (group: Group, isOn: boolean) => void;
  onSpecies: (group: Group) => void;
  onPlace: (group: Group) => void;
  onWhen: (group: Group, patch: FormPatch) => void;
  onLeaveOut: (photoIds: string[]) => void;
}

/** A proposed record: its photos, and its facts with the source of each. */
export function GroupCard(props: Props) {
  const { database, group, number, selected, duplicates, onToggle, onToggleAll } = props;
  const t = useRecordTranslation('photo-import', 'recording');
  const titleId = useId();
  const { ref, isDropTarget } = useDroppable({ id: group.id });
  const { photos } = group;
  const chosen = photos.filter(({ id }) => selected.has(id)).length;
  return (
    <li
      ref={ref}
      className={classes.card}
      aria-labelledby={titleId}
      data-chosen={(chosen > 0 && chosen === photos.length) || undefined}
      data-over={isDropTarget || undefined}
    >
      <div className={classes.cardHead}>
        <h2 className={classes.cardTitle} id={titleId}>
          {t('photo-import:board.record', { number })}
        </h2>
        <span className={classes.cardCount}>{t('observations:record.photos', { count: photos.length })}</span>
        {photos.length > 0 && (
          <Checkbox
            className={classes.all}
            size="md"
            checked={chosen === photos.length}
            indeterminate={chosen > 0 && chosen < photos.length}
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
              isSelected={selected.has(photo.id)}
              isDuplicate={duplicates.has(photo.id)}
              onToggle={(withShift) => onToggle(photo.id, withShift)}
            />
          ))}
        </div>
      )}
      <Facts {...props} />
    </li>
  );
}

function Facts({ group, number, duplicates, numberOf, problem, onSpecies, onPlace, onWhen, onLeaveOut }: Props) {
  const t = useRecordTranslation('photo-import', 'recording');
  const language = useLanguage();
  const { units } = useUser().preferences;
  const values = useNamedRecord(group.values);
  const name = nameText(values, t);
  const when = whenText(values, language);
  const where = whereText(values, units, language);
  const words = usePlaceWords(values);
  const source = values.location_source;
  const doubt = findDoubt(group.photos);
  const groupDuplicates = group.photos.flatMap((photo, index) => {
    const original = duplicates.get(photo.id);
    return original ? [{ id: photo.id, number: index + 1, original }] : [];
  });
  return (
    <div className={classes.facts}>
      <button type="button" className={shared.fact} onClick={() => onSpecies(group)} data-missing={name === null || undefined}>
        <IconLeaf size={20} aria-hidden />
        <span className={shared.factWords}>
          <strong className={shared.name}>{name ?? t('common:taxon.unnamed')}</strong>
          {values.taxon && values.taxon.name !== values.taxon.scientific_name && (
            <ScientificName className={shared.source} name={values.taxon.scientific_name} rank={values.taxon.rank} />
          )}
          {name === null && <span className={shared.source}>{t('photo-import:board.add_species')}</span>}
        </span>
        <IconChevronRight size={20} aria-hidden />
      </button>
      <div className={shared.fact} data-missing={when === null || undefined}>
        <IconClock size={20} aria-hidden />
        <span className={shared.factWords}>
          <span>{when ?? t('photo-import:board.no_time')}</span>
          {when !== null && (
            <span className={shared.source}>
              {values.when_source === 'photo' ? t('recording:from_photo') : t('photo-import:board.entered')}
            </span>
          )}
        </span>
      </div>
      <button type="button" className={shared.fact} onClick={() => onPlace(group)} data-missing={where === null || undefined}>
        {where === null ? <IconMapPinOff size={20} aria-hidden /> : <IconMapPin size={20} aria-hidden />}
        <span className={shared.factWords}>
          <span>{words ?? where ?? t('photo-import:board.place_missing')}</span>
          {words && <span className={shared.source}>{where}</span>}
          <span className={shared.source}>
            {where === null ? t('photo-import:board.add_place') : source && t(`observations:where.source.${source}`)}
          </span>
        </span>
        <IconChevronRight size={20} aria-hidden />
      </button>
      {doubt && when === null && <ClockNote doubt={doubt} onChoose={(patch) => onWhen(group, patch)} />}
      {groupDuplicates.length > 0 && (
        <p className={shared.duplicate}>
          <IconCopy size={18} aria-hidden />
          <span>
            <DuplicateText group={group} duplicates={groupDuplicates} numberOf={numberOf} />
          </span>
          <button type="button" className={shared.quiet} onClick={() => onLeaveOut(groupDuplicates.map(({ id }) => id))}>
            {t('photo-import:board.leave_out')}
          </button>
        </p>
      )}
      {problem && (
        <p className={classes.problem} role="alert">
          <IconAlertTriangle size={18} aria-hidden /> <span>{problem}</span>
        </p>
      )}
      <Link className={classes.open} to={`/observe?draft=${group.id}`} aria-label={t('photo-import:board.all_fields_label', { number })}>
        {t('photo-import:board.all_fields')}
        <IconChevronRight size={18} aria-hidden />
      </Link>
    </div>
  );
}

/** The clock of the camera was not set: what it says is offered, not taken. */
function ClockNote({ doubt, onChoose }: { doubt: DoubtfulClock; onChoose: (patch: FormPatch) => void }) {
  const { says, choices } = useClockChoices(doubt);
  return (
    <div className={shared.duplicate}>
      <IconClockQuestion size={18} aria-hidden />
      <span className={classes.clock}>
        <span className={classes.says}>{says}</span>
        {choices.map(({ label, patch }) => (
          <button key={label} type="button" className={shared.quiet} onClick={() => onChoose(patch)}>
            {label}
          </button>
        ))}
      </span>
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
