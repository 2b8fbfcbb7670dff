import { Checkbox, Radio } from '@mantine/core';
import { TAXON_GROUPS, type TaxonGroup } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { FieldHint } from '../../../ui/fields/FieldGroup';
import classes from './form.module.css';

interface Props {
  /** Null for all records, also those without a species. */
  value: readonly TaxonGroup[] | null;
  onChange: (groups: readonly TaxonGroup[] | null) => void;
  error: string | false | undefined;
}

/** The groups of which the map has records and species: all, or those that are chosen. */
export function GroupsField({ value, onChange, error }: Props) {
  const { t } = useTranslation(['tile-requests', 'taxa', 'common']);
  return (
    <div className={classes.group}>
      <Radio.Group
        label={t('field.groups')}
        value={value ? 'chosen' : 'all'}
        onChange={(choice) => onChange(choice === 'chosen' ? (value ?? []) : null)}
      >
        <Radio className={classes.choice} value="all" label={t('taxa:filter.all_groups')} />
        <Radio className={classes.choice} value="chosen" label={t('groups.chosen')} />
      </Radio.Group>
      {value && (
        <>
          <Checkbox.Group
            aria-label={t('groups.chosen')}
            value={[...value]}
            error={error}
            onChange={(values) => onChange(TAXON_GROUPS.filter((group) => values.includes(group)))}
          >
            <div className={classes.groups}>
              {TAXON_GROUPS.map((group) => (
                <Checkbox key={group} value={group} label={t(`common:group.${group}`)} />
              ))}
            </div>
          </Checkbox.Group>
          <FieldHint>{t('groups.hint')}</FieldHint>
        </>
      )}
    </div>
  );
}
