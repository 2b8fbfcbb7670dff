import { NativeSelect } from '@mantine/core';
import { PERIODS } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { usePeopleToCompare } from './compared-person';

interface Props {
  /** A period or the id of a person. */
  value: string;
  /** The name of the person, as soon as it is known. */
  name: string | undefined;
  onChange: (value: string) => void;
}

/** What the species of a period are compared with: those of another period, or of a person in the community. */
export function CompareSelect({ value, name, onChange }: Props) {
  const { t } = useTranslation(['species', 'common']);
  const people = usePeopleToCompare(true);
  const isPeriod = PERIODS.some((one) => one === value);
  const isListed = isPeriod || people.some(({ id }) => id === value);
  const others = [...(isListed ? [] : [{ id: value, name: name ?? '…' }]), ...people];
  return (
    <NativeSelect
      aria-label={t('compare.with')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { group: t('compare.periods'), items: PERIODS.map((one) => ({ value: one as string, label: t(`common:period.${one}`) })) },
        ...(others.length > 0 ? [{ group: t('compare.people'), items: others.map((one) => ({ value: one.id, label: one.name })) }] : []),
      ]}
    />
  );
}
