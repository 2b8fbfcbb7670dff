import type { TaxonGroup } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { AddGroup } from './AddGroup';
import { RemovableList } from './RemovableList';
import classes from './start.module.css';

interface Props {
  value: readonly TaxonGroup[];
  onChange: (groups: readonly TaxonGroup[]) => void;
}

/** The groups that the person looks for, of which the review asks whether everything was recorded. */
export function GroupsField({ value, onChange }: Props) {
  const { t } = useTranslation(['journeys', 'common']);
  return (
    <fieldset className={classes.group}>
      <legend className={classes.label}>{t('start.groups')}</legend>
      <p className={classes.hint}>{t('start.groups_hint')}</p>
      <RemovableList
        items={value.map((group) => ({ key: group, label: t(`common:group.${group}`) }))}
        onRemove={(key) => onChange(value.filter((group) => group !== key))}
      />
      <AddGroup chosen={value} onAdd={(group) => onChange([...value, group])} />
    </fieldset>
  );
}
