import { Button, NumberInput, VisuallyHidden } from '@mantine/core';
import { COUNT_TABLE_SEXES, countOfTable, countTableKey, listLifeStages, type TaxonGroup } from '@veld/contract';
import { IconTable } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { attributePatch, withoutTable } from '../form-values';
import { sexLabel, stageLabel, TABLE_STAGES } from '../../../shared/records/group-labels';
import type { ObserveForm } from '../use-observe-form';
import shared from '../fields.module.css';
import classes from './CountTable.module.css';
import { useRecordTranslation } from '../../../shared/records/use-record-translation';

const MAX_COUNT = 1_000_000;

/** Counts by sex and life stage, whose sum is the count. Stages of another group are shown while they have a value. */
export function CountTable({ form, group }: { form: ObserveForm; group: TaxonGroup | null }) {
  const t = useRecordTranslation('recording');
  const titleId = useId();
  const { attributes } = form.values;
  const isUsed = countOfTable(attributes) !== null;
  const [isOpen, setOpen] = useState(isUsed);
  const fitting: readonly string[] = listLifeStages(group);
  const stages = TABLE_STAGES.filter(
    (stage) =>
      stage === 'unknown' ||
      fitting.includes(stage) ||
      COUNT_TABLE_SEXES.some((sex) => typeof attributes[countTableKey(sex, stage)] === 'number'),
  );
  if (!isOpen && !isUsed)
    return (
      <Button className={classes.open} variant="default" leftSection={<IconTable size={20} aria-hidden />} onClick={() => setOpen(true)}>
        {t('observations:table.title')}
      </Button>
    );
  return (
    <div className={shared.wide} role="group" aria-labelledby={titleId}>
      <div className={shared.head}>
        <h3 className={shared.title} id={titleId}>
          {t('observations:table.title')}
        </h3>
        <Button
          variant="subtle"
          onClick={() => {
            if (isUsed) form.change(withoutTable);
            setOpen(false);
          }}
        >
          {isUsed ? t('recording:table.clear') : t('common:action.close')}
        </Button>
      </div>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>{t('recording:table.stage')}</VisuallyHidden>
            </th>
            {COUNT_TABLE_SEXES.map((sex) => (
              <th key={sex} scope="col">
                {sexLabel(sex, t)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {stages.map((stage) => (
            <tr key={stage}>
              <th scope="row">{stageLabel(stage, t)}</th>
              {COUNT_TABLE_SEXES.map((sex) => {
                const key = countTableKey(sex, stage);
                const count = attributes[key];
                return (
                  <td key={sex}>
                    <NumberInput
                      aria-label={t('observations:table.cell', { sex: sexLabel(sex, t), stage: stageLabel(stage, t) })}
                      classNames={{ input: classes.cell }}
                      hideControls
                      value={typeof count === 'number' ? count : ''}
                      min={0}
                      max={MAX_COUNT}
                      allowDecimal={false}
                      allowNegative={false}
                      clampBehavior="strict"
                      inputMode="numeric"
                      onChange={(next) => form.change((values) => attributePatch(values, key, next === '' ? null : Number(next)))}
                    />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
