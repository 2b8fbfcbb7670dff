import { NativeSelect } from '@mantine/core';
import { TAXON_GROUPS, type TaxonGroup } from '@veld/contract';
import { useTranslation } from 'react-i18next';

/** Parses a group from a URL; null for all. */
export function groupFrom(value: string | null): TaxonGroup | null {
  return TAXON_GROUPS.find((group) => group === value) ?? null;
}

/** Selects one group or all. */
export function GroupSelect({ value, onChange }: { value: TaxonGroup | null; onChange: (group: TaxonGroup | null) => void }) {
  const { t } = useTranslation(['taxa', 'common']);
  return (
    <NativeSelect
      aria-label={t('taxa:filter.group')}
      value={value ?? ''}
      onChange={(event) => onChange(groupFrom(event.currentTarget.value))}
      data={[
        { value: '', label: t('taxa:filter.all_groups') },
        ...TAXON_GROUPS.map((group) => ({ value: group, label: t(`common:group.${group}`) })),
      ]}
    />
  );
}
