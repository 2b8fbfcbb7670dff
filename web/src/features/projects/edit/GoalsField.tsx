import { NativeSelect, TextInput } from '@mantine/core';
import { PROJECT_LIMITS, type ProjectGoal, TAXON_GROUPS } from '@veld/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { number } from '../../../i18n/format';
import { useLanguage } from '../../../shared/session/session';
import { TaxonSearch } from '../../../shared/taxon-search/TaxonSearch';
import { FieldGroup, FieldHint } from '../../../ui/fields/FieldGroup';
import { useGoalLabel } from '../page/Goals';
import { Chip } from './AreaField';
import { addGoal, type GoalForm, isWrongTarget } from './form-values';
import classes from './edit.module.css';

interface Props {
  value: readonly GoalForm[];
  onChange: (goals: readonly GoalForm[]) => void;
  error: string | undefined;
}

const WHOLE = ['species', 'records', 'people'] as const;

/** What a project wants to reach: up to five numbers, each with what it counts. */
export function GoalsField({ value, onChange, error }: Props) {
  const { t } = useTranslation(['projects', 'common']);
  const labelId = useId();
  const isFull = value.length >= PROJECT_LIMITS.goals;
  const add = (goal: Parameters<typeof addGoal>[1]) => onChange(addGoal(value, goal));
  return (
    <FieldGroup legend={t('goals.title')}>
      <FieldHint>{t('goals.hint', { max: PROJECT_LIMITS.goals })}</FieldHint>
      {value.map((goal, at) => (
        <GoalRow
          key={keyOf(goal)}
          goal={goal}
          onChange={(target) => onChange(value.map((one, place) => (place === at ? { ...one, target } : one)))}
          onRemove={() => onChange(value.filter((_, place) => place !== at))}
        />
      ))}
      {!isFull && (
        <>
          <NativeSelect
            aria-label={t('goals.add')}
            value=""
            onChange={(event) => {
              const chosen = event.currentTarget.value;
              const kind = WHOLE.find((one) => one === chosen);
              const group = TAXON_GROUPS.find((one) => `group:${one}` === chosen);
              if (kind) add({ kind });
              else if (group) add({ kind: 'group', group });
            }}
            data={[
              { value: '', label: t('goals.add') },
              ...WHOLE.map((kind) => ({ value: kind, label: t(`goals.kind.${kind}`) })),
              ...TAXON_GROUPS.map((group) => ({
                value: `group:${group}`,
                label: t('goals.of', { name: t(`common:group.${group}`) }),
              })),
            ]}
          />
          <div>
            <FieldHint id={labelId}>{t('goals.add_taxon')}</FieldHint>
            <TaxonSearch labelledBy={labelId} onChoose={(taxon) => add({ kind: 'taxon', taxon })} quick={null} />
          </div>
        </>
      )}
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </FieldGroup>
  );
}

const keyOf = (goal: GoalForm) => (goal.kind === 'taxon' ? goal.taxon.id : goal.kind === 'group' ? goal.group : goal.kind);

interface RowProps {
  goal: GoalForm;
  onChange: (target: string) => void;
  onRemove: () => void;
}

function GoalRow({ goal, onChange, onRemove }: RowProps) {
  const { t } = useTranslation('projects');
  const language = useLanguage();
  const isTaxon = goal.kind === 'taxon';
  const counted: ProjectGoal = isTaxon ? { kind: 'taxon', taxon_id: goal.taxon.id, target: 1 } : { ...goal, target: 1 };
  const label = useGoalLabel({ goal: counted, taxon: isTaxon ? goal.taxon : null });
  return (
    <div className={classes.goal}>
      <TextInput
        label={label}
        inputMode="numeric"
        value={goal.target}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={isWrongTarget(goal.target) && t('fault.no_target', { max: number(PROJECT_LIMITS.target, language) })}
      />
      <Chip label={label} onRemove={onRemove} />
    </div>
  );
}
