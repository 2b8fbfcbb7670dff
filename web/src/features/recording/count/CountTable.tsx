import { Button, VisuallyHidden } from '@mantine/core';
import { COUNT_TABLE_SEXES, countOfTable, countTableKey, type CountValue, listLifeStages, type TaxonGroup } from '@veld/contract';
import { IconTable } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { CountInput } from '../../../shared/records/count/CountInput';
import { cellPatch, readFormCountText } from '../form-count';
import { withoutTable } from '../form-values';
import { sexLabel, stageLabel, TABLE_STAGES } from '../../../shared/records/group-labels';
import type { ObserveForm } from '../use-observe-form';
import shared from '../fields.module.css';
import classes from './CountTable.module.css';
import { useRecordTranslation } from '../../../shared/records/record-labels';

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
                const value: CountValue | null = typeof count === 'number' ? { count, count_max: null, count_type: 'exact' } : null;
                return (
                  <td key={sex}>
                    <CountInput
                      aria-label={t('observations:table.cell', { sex: sexLabel(sex, t), stage: stageLabel(stage, t) })}
                      classNames={{ input: classes.cell }}
                      isExact
                      typed={{ value, text: readFormCountText(form.values, key) }}
                      onCount={(typed) => form.change((values) => cellPatch(values, key, typed))}
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
