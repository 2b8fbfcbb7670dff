import { Button, NativeSelect, Switch } from '@mantine/core';
import { IconCopyPlus, IconMinus, IconPencil, IconTrash } from '@tabler/icons-react';
import { type CountValue, LIFE_STAGES, listGroupFields, listLifeStages, SEXES } from '@veld/contract';
import type { TallyDetails, TallyRow } from '../../local/records/tally';
import { groupChoiceLabel } from '../../shared/records/group-labels';
import { choiceLabel, useRecordTranslation } from '../../shared/records/record-labels';
import { ScientificName } from '../../ui/ScientificName';
import classes from './RowDetails.module.css';

/** What can be done with a row. */
export interface RowActions {
  onAdd: () => void;
  onRemoveOne: () => void;
  onSet: (value: CountValue) => Promise<boolean>;
  /** With what was changed only: another change may not be shown yet. */
  onDetails: (change: TallyDetails) => void;
  onSplit: () => void;
  onDrop: () => void;
}

interface Props extends RowActions {
  row: TallyRow;
  onNumber: () => void;
}

/** What unfolds under a row: one fewer, the number, and what is said of all its individuals. */
export function RowDetails({ row, onNumber, onRemoveOne, onDetails, onSplit, onDrop }: Props) {
  const t = useRecordTranslation('tally');
  const { taxon, details, value } = row;
  const mayFly = listGroupFields(taxon.group).includes('behaviour');
  const stages: readonly string[] = listLifeStages(taxon.group);
  const choices = (field: 'sex' | 'life_stage', values: readonly string[]) => [
    { value: '', label: t('tally:not_said') },
    ...values.map((one) => ({ value: one, label: choiceLabel(field, one, t) })),
  ];
  return (
    <>
      {taxon.name !== taxon.scientific_name && (
        <ScientificName className={classes.scientific} name={taxon.scientific_name} rank={taxon.rank} />
      )}
      <div className={classes.buttons}>
        <Button variant="default" leftSection={<IconMinus size={20} aria-hidden />} disabled={value === null} onClick={onRemoveOne}>
          {t('tally:one_fewer')}
        </Button>
        <Button variant="default" leftSection={<IconPencil size={20} aria-hidden />} onClick={onNumber}>
          {t('tally:set_number')}
        </Button>
      </div>
      <div className={classes.fields}>
        <NativeSelect
          label={t('observations:field.sex')}
          value={details.sex ?? ''}
          data={choices('sex', SEXES)}
          onChange={(event) => onDetails({ sex: SEXES.find((one) => one === event.currentTarget.value) ?? null })}
        />
        <NativeSelect
          label={t('observations:field.life_stage')}
          value={details.life_stage ?? ''}
          data={choices(
            'life_stage',
            LIFE_STAGES.filter((stage) => stages.includes(stage) || stage === details.life_stage),
          )}
          onChange={(event) => onDetails({ life_stage: LIFE_STAGES.find((one) => one === event.currentTarget.value) ?? null })}
        />
      </div>
      {mayFly && (
        <Switch
          label={groupChoiceLabel('behaviour', 'flying_over', t)}
          checked={details.isFlyingOver ?? false}
          onChange={(event) => onDetails({ isFlyingOver: event.currentTarget.checked })}
        />
      )}
      <div className={classes.buttons}>
        <Button variant="subtle" leftSection={<IconCopyPlus size={20} aria-hidden />} onClick={onSplit}>
          {t('tally:split')}
        </Button>
        <Button variant="subtle" color="brick" leftSection={<IconTrash size={20} aria-hidden />} onClick={onDrop}>
          {t('tally:drop')}
        </Button>
      </div>
    </>
  );
}
