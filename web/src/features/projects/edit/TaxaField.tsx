import { NativeSelect } from '@mantine/core';
import { PROJECT_LIMITS, TAXON_GROUPS, type TaxonGroup, type TaxonSummary } from '@veld/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldGroup, FieldHint } from '../../../ui/fields/FieldGroup';
import { TaxonSearch } from '../../../shared/taxon-search/TaxonSearch';
import { Chip } from './Chip';
import type { ProjectForm } from './form-values';
import classes from './edit.module.css';

interface Props {
  taxa: readonly TaxonSummary[];
  groups: readonly TaxonGroup[];
  onChange: (change: Pick<ProjectForm, 'taxa'> | Pick<ProjectForm, 'groups'>) => void;
  error: string | undefined;
}

/** What counts for a project: any taxa and groups; without any, all. */
export function TaxaField({ taxa, groups, onChange, error }: Props) {
  const { t } = useTranslation(['projects', 'common']);
  const labelId = useId();
  const addTaxon = (taxon: TaxonSummary) => {
    if (!taxa.some(({ id }) => id === taxon.id)) onChange({ taxa: [...taxa, taxon] });
  };
  return (
    <FieldGroup legend={t('field.taxa')}>
      <FieldHint>{t(taxa.length + groups.length === 0 ? 'taxa.all' : 'taxa.hint')}</FieldHint>
      {taxa.length + groups.length > 0 && (
        <ul className={classes.chips}>
          {taxa.map((taxon) => (
            <li key={taxon.id}>
              <Chip label={taxon.name} onRemove={() => onChange({ taxa: taxa.filter(({ id }) => id !== taxon.id) })} />
            </li>
          ))}
          {groups.map((group) => (
            <li key={group}>
              <Chip label={t(`common:group.${group}`)} onRemove={() => onChange({ groups: groups.filter((one) => one !== group) })} />
            </li>
          ))}
        </ul>
      )}
      <NativeSelect
        aria-label={t('taxa.add_group')}
        value=""
        onChange={(event) => {
          const group = TAXON_GROUPS.find((one) => one === event.currentTarget.value);
          if (group) onChange({ groups: [...groups, group] });
        }}
        data={[
          { value: '', label: t('taxa.add_group') },
          ...TAXON_GROUPS.filter((group) => !groups.includes(group)).map((group) => ({
            value: group as string,
            label: t(`common:group.${group}`),
          })),
        ]}
      />
      {taxa.length < PROJECT_LIMITS.taxa && (
        <div>
          <FieldHint id={labelId}>{t('taxa.add_taxon')}</FieldHint>
          <TaxonSearch labelledBy={labelId} onChoose={addTaxon} quick={null} />
        </div>
      )}
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </FieldGroup>
  );
}
