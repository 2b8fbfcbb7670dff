import {
  GEOPRIVACIES,
  GROUP_FIELD_NAMES,
  groupField,
  type GroupFieldName,
  type Language,
  LICENSES,
  LIFE_STAGES,
  SEXES,
  TAXON_GROUPS,
  VALIDATION_STATES,
  type ValidationState,
  writeCount,
} from '@veld/contract';
import { countryName } from '../../../i18n/format';
import { photosInOrder } from '../../../shared/media/photos-in-order';
import { OwnPhoto } from '../../../shared/records/photos/OwnPhoto';
import { SyncMark } from '../../../shared/records/RecordCards';
import { useLanguage } from '../../../shared/session/session';
import { TaxonRow } from '../../../ui/cards/TaxonRow';
import type { TableColumn } from '../../../ui/table/table-types';
import { ScientificName } from '../../../ui/ScientificName';
import { attributeLabel, attributeValue, groupChoiceLabel } from '../../../shared/records/group-labels';
import { fieldLabel } from '../../../shared/records/field-labels';
import type { SyncState } from '../../../shared/records/own';
import {
  choiceLabel,
  describeRecordPlace,
  formatCount,
  formatRecordCoordinates,
  formatRecordName,
  formatWhen,
  licenseName,
  type RecordTranslator,
  useRecordTranslation,
} from '../../../shared/records/record-labels';
import { type CommunityFacts, communityColumns } from './community-columns';
import { type CellField, countIn, RecordCellEditor, type SaveCell } from './RecordCellEditor';
import type { WorkRow } from './work-row';
import classes from './workbench.module.css';

export const NEWEST_FIRST = [{ id: 'observed_on', isDescending: true }];

const SYNC_STATES = ['stored', 'waiting', 'sending', 'needs_attention'] as const satisfies readonly SyncState[];

function syncLabel(state: SyncState, t: RecordTranslator): string {
  if (state === 'needs_attention') return t('common:sync.item_attention');
  if (state === 'sending') return t('common:sync.item_sending');
  return state === 'waiting' ? t('common:sync.item_waiting') : t('common:sync.item_stored');
}

type Column = TableColumn<WorkRow>;

/** Makes the column of a field editable. */
type EditOf = (field: CellField) => NonNullable<Column['edit']>;

/** How the cells of records are edited. */
export function cellEdits(save: SaveCell, t: RecordTranslator): EditOf {
  return (field) => ({
    label: ({ record }) => t('observations:workbench.cell.edit', { field: fieldLabel(field, t), name: formatRecordName(record, t) }),
    render: ({ record }, end) => <RecordCellEditor record={record} field={field} save={save} end={end} />,
  });
}

/** The columns of a record. Those up to the count fit at 1440 px; fields that only some groups have come last and are hidden at first. */
export function recordColumns(
  t: RecordTranslator,
  language: Language,
  validationLabel: string,
  community: CommunityFacts,
  editOf: EditOf,
): Column[] {
  return [
    ...taxonColumns(t, editOf),
    ...whenAndWhereColumns(t, language, editOf),
    countColumn(t, language, editOf),
    choiceColumn('life_stage', LIFE_STAGES, t, editOf),
    { ...choiceColumn('sex', SEXES, t, editOf), isOptional: true },
    photosColumn(t),
    choiceColumn('geoprivacy', GEOPRIVACIES, t, editOf),
    { ...choiceColumn('license', LICENSES, t, editOf), text: ({ record }) => licenseName(record.license ?? ''), isOptional: true },
    notesColumn('notes', t, editOf),
    notesColumn('private_notes', t, editOf),
    syncColumn(t),
    ...communityColumns(t, community),
    validationColumn(validationLabel, community.sayValidation),
    ...GROUP_FIELD_NAMES.map((name) => groupFieldColumn(name, t, language)),
  ];
}

function taxonColumns(t: RecordTranslator, editOf: EditOf): Column[] {
  return [
    {
      id: 'name',
      label: t('observations:taxon.title'),
      value: ({ record }) => formatRecordName(record, t),
      renderCell: ({ record }) =>
        record.taxon && !record.uncertain && record.taxon.name === record.taxon.scientific_name ? (
          <ScientificName name={record.taxon.name} rank={record.taxon.rank} />
        ) : (
          formatRecordName(record, t)
        ),
      to: ({ record }) => `/observations/${record.id}`,
      copy: ({ record }) => record.taxon?.name ?? record.verbatim_name ?? '',
      edit: editOf('taxon_id'),
      width: 13,
      filter: 'text',
      isSearched: true,
    },
    {
      id: 'scientific_name',
      label: t('observations:workbench.scientific_name'),
      value: ({ record }) => record.taxon?.scientific_name ?? null,
      renderCell: ({ record: { taxon } }) => taxon && <ScientificName name={taxon.scientific_name} rank={taxon.rank} />,
      edit: editOf('taxon_id'),
      width: 12,
      isCode: true,
      filter: 'text',
      isSearched: true,
    },
    {
      id: 'group',
      label: t('observations:workbench.group'),
      value: ({ record }) => record.taxon?.group ?? null,
      text: ({ record: { taxon } }) => (taxon ? t(`common:group.${TAXON_GROUPS.find((one) => one === taxon.group) ?? 'other'}`) : ''),
      width: 9,
      isCode: true,
      isOptional: true,
      filter: 'choice',
      choices: TAXON_GROUPS.map((value) => ({ value, label: t(`common:group.${value}`) })),
    },
  ];
}

function whenAndWhereColumns(t: RecordTranslator, language: Language, editOf: EditOf): Column[] {
  return [
    {
      id: 'observed_on',
      label: t('observations:field.observed_on'),
      value: ({ record }) => (record.observed_on ? `${record.observed_on} ${record.observed_time ?? ''}` : null),
      text: ({ record }) => formatWhen(record, language) ?? '',
      copy: ({ record }) => [record.observed_on, record.observed_time].filter(Boolean).join(' '),
      edit: editOf('observed_on'),
      width: 12,
      isCode: true,
      filter: 'start',
    },
    {
      id: 'place',
      label: t('observations:where.title'),
      value: ({ record }) => describeRecordPlace(record, language, t),
      width: 15,
      filter: 'text',
      isSearched: true,
    },
    {
      id: 'country_code',
      label: t('observations:workbench.country'),
      value: ({ record }) => (record.country_code ? countryName(record.country_code, language) : null),
      width: 9,
      filter: 'text',
      isOptional: true,
    },
    {
      id: 'coordinates',
      label: t('observations:workbench.coordinates'),
      value: ({ record }) => formatRecordCoordinates(record, language),
      width: 13,
      isCode: true,
      isOptional: true,
    },
  ];
}

function countColumn(t: RecordTranslator, language: Language, editOf: EditOf): Column {
  return {
    id: 'count',
    label: t('observations:field.count'),
    value: ({ record }) => record.count ?? null,
    text: ({ record }) => formatCount(record, t) ?? '',
    copy: ({ record }) => {
      const count = countIn(record);
      return count ? writeCount(count, language) : '';
    },
    edit: editOf('count'),
    width: 12,
    isNumeric: true,
    filter: 'least',
  };
}

function choiceColumn(
  name: 'life_stage' | 'sex' | 'geoprivacy' | 'license',
  values: readonly string[],
  t: RecordTranslator,
  editOf: EditOf,
): Column {
  return {
    id: name,
    label: t(`observations:field.${name}`),
    value: ({ record }) => record[name] ?? null,
    text: ({ record }) => (record[name] ? choiceLabel(name, record[name], t) : ''),
    width: 8,
    isCode: true,
    filter: 'choice',
    choices: values.map((value) => ({ value, label: choiceLabel(name, value, t) })),
    edit: editOf(name),
  };
}

function photosColumn(t: RecordTranslator): Column {
  return {
    id: 'photos',
    label: t('observations:evidence.title'),
    value: ({ record }) => record.media.length,
    width: 6,
    isNumeric: true,
    filter: 'least',
  };
}

function notesColumn(name: 'notes' | 'private_notes', t: RecordTranslator, editOf: EditOf): Column {
  return {
    id: name,
    label: t(`observations:field.${name}`),
    value: ({ record }) => record[name] || null,
    width: 14,
    filter: 'text',
    isSearched: true,
    isOptional: true,
    edit: editOf(name),
  };
}

function syncColumn(t: RecordTranslator): Column {
  return {
    id: 'sync',
    label: t('observations:workbench.sync'),
    value: ({ sync }) => sync,
    text: ({ sync }) => syncLabel(sync, t),
    width: 9,
    isCode: true,
    filter: 'choice',
    choices: SYNC_STATES.map((value) => ({ value, label: syncLabel(value, t) })),
  };
}

function validationColumn(label: string, say: (state: ValidationState) => string): Column {
  return {
    id: 'validation',
    label,
    value: ({ record }) => record.validation ?? null,
    text: ({ record }) => (record.validation ? say(record.validation) : ''),
    width: 9,
    isCode: true,
    isOptional: true,
    filter: 'choice',
    choices: VALIDATION_STATES.map((value) => ({ value, label: say(value) })),
  };
}

function groupFieldColumn(name: GroupFieldName, t: RecordTranslator, language: Language): Column {
  const { type, choices } = groupField(name);
  return {
    id: `attributes.${name}`,
    label: attributeLabel(name, t),
    value: ({ record }) => {
      const value: unknown = record.attributes[name];
      return typeof value === 'string' || typeof value === 'number' ? value : typeof value === 'boolean' ? String(value) : null;
    },
    text: ({ record }) => attributeValue(name, record.attributes[name], t, language),
    width: 10,
    isOptional: true,
    ...(type === 'number' ? { isNumeric: true, filter: 'least' } : {}),
    ...(choices
      ? { isCode: true, filter: 'choice', choices: choices.map((value) => ({ value, label: groupChoiceLabel(name, value, t) })) }
      : {}),
  };
}

/** A record in the compact list that replaces the table on phones. */
export function RecordLine({ row: { record, sync } }: { row: WorkRow }) {
  const t = useRecordTranslation();
  const language = useLanguage();
  const [photo] = photosInOrder(record.media);
  const name = formatRecordName(record, t);
  return (
    <div className={classes.line}>
      <TaxonRow
        to={`/observations/${record.id}`}
        name={name}
        scientificName={record.taxon?.scientific_name ?? name}
        rank={record.taxon?.rank ?? 'unranked'}
        group={record.taxon?.group ?? 'other'}
        picture={photo && <OwnPhoto photo={photo} alt="" sizes="56px" />}
        note={[formatWhen(record, language), describeRecordPlace(record, language, t)].filter(Boolean).join(' · ')}
        trailing={sync === 'stored' ? undefined : <SyncMark state={sync} />}
      />
    </div>
  );
}
