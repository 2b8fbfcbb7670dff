import { Checkbox, SegmentedControl } from '@mantine/core';
import type { CompleteGroup, TaxonGroup, TaxonSummary } from '@veld/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldGroup, FieldHint } from '../../../ui/fields/FieldGroup';
import { AddGroup } from '../start/AddGroup';
import classes from './review.module.css';

interface Props {
  groups: readonly TaxonGroup[];
  onAddGroup: (group: TaxonGroup) => void;
  value: readonly CompleteGroup[];
  onChange: (complete: readonly CompleteGroup[]) => void;
  /** Target species of complete groups without a record. */
  missed: readonly TaxonSummary[];
  addsAbsences: boolean;
  onAbsences: (adds: boolean) => void;
}

/** Whether everything of each group was recorded, and what follows for the species that were not found. */
export function CompleteFields({ groups, onAddGroup, value, onChange, missed, addsAbsences, onAbsences }: Props) {
  const { t } = useTranslation(['journeys', 'common']);
  return (
    <FieldGroup legend={t('review.complete')}>
      <FieldHint>{t('review.complete_hint')}</FieldHint>
      {groups.map((group) => (
        <GroupField
          key={group}
          name={t(`common:group.${group}`)}
          answer={value.find((one) => one.group === group)?.is_complete}
          onChange={(is_complete) => onChange([...value.filter((one) => one.group !== group), { group, is_complete }])}
        />
      ))}
      <AddGroup chosen={groups} onAdd={onAddGroup} />
      {missed.length > 0 && (
        <Checkbox
          label={t('review.absences', { count: missed.length })}
          description={missed.map(({ name }) => name).join(', ')}
          checked={addsAbsences}
          onChange={(event) => onAbsences(event.currentTarget.checked)}
        />
      )}
    </FieldGroup>
  );
}

function GroupField({ name, answer, onChange }: { name: string; answer: boolean | undefined; onChange: (isComplete: boolean) => void }) {
  const { t } = useTranslation('journeys');
  const labelId = useId();
  return (
    <div className={classes.answer}>
      <span id={labelId}>{name}</span>
      <SegmentedControl
        aria-labelledby={labelId}
        value={answer === undefined ? '' : answer ? 'yes' : 'no'}
        onChange={(next) => onChange(next === 'yes')}
        data={[
          { value: 'yes', label: t('review.yes') },
          { value: 'no', label: t('review.no') },
        ]}
      />
    </div>
  );
}
