import { NativeSelect } from '@mantine/core';
import { TAXON_GROUPS, type TaxonGroup } from '@veld/contract';
import { useTranslation } from 'react-i18next';

interface Props {
  /** Groups that are chosen already. */
  chosen: readonly TaxonGroup[];
  onAdd: (group: TaxonGroup) => void;
}

/** Adds one of the other groups. */
export function AddGroup({ chosen, onAdd }: Props) {
  const { t } = useTranslation(['journeys', 'common']);
  return (
    <NativeSelect
      aria-label={t('start.add_group')}
      value=""
      onChange={(event) => {
        const group = TAXON_GROUPS.find((one) => one === event.currentTarget.value);
        if (group) onAdd(group);
      }}
      data={[
        { value: '', label: t('start.add_group') },
        ...TAXON_GROUPS.filter((group) => !chosen.includes(group)).map((group) => ({
          value: group,
          label: t(`common:group.${group}`),
        })),
      ]}
    />
  );
}
