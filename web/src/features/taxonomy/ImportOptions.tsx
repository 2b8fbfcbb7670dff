import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { KINGDOMS, TAXON_GROUPS } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import type { SendingOptions } from './data';

interface Props {
  options: SendingOptions;
  sourceError: string | undefined;
  disabled: boolean;
  onChange: (next: Partial<SendingOptions>) => void;
}

/** What the admin says about a chosen file. */
export function ImportOptions({ options, sourceError, disabled, onChange }: Props) {
  const { t } = useTranslation(['taxonomy', 'common']);
  const noDefault = { value: '', label: t('no_default') };
  return (
    <>
      <TextInput
        label={t('source')}
        description={t('source_hint')}
        value={options.source}
        error={sourceError}
        autoCapitalize="none"
        spellCheck={false}
        disabled={disabled}
        onChange={(event) => onChange({ source: event.currentTarget.value })}
      />
      <Checkbox
        label={t('complete')}
        description={t('complete_hint')}
        checked={options.is_complete}
        disabled={disabled}
        onChange={(event) => onChange({ is_complete: event.currentTarget.checked })}
      />
      <NativeSelect
        label={t('default_group')}
        description={t('default_group_hint')}
        value={options.default_group ?? ''}
        disabled={disabled}
        data={[noDefault, ...TAXON_GROUPS.map((value) => ({ value, label: t(`common:group.${value}`) }))]}
        onChange={(event) => onChange({ default_group: TAXON_GROUPS.find((one) => one === event.currentTarget.value) ?? null })}
      />
      <NativeSelect
        label={t('default_kingdom')}
        value={options.default_kingdom ?? ''}
        disabled={disabled}
        data={[noDefault, ...KINGDOMS.map((value) => ({ value, label: t(`kingdom.${value}`) }))]}
        onChange={(event) => onChange({ default_kingdom: KINGDOMS.find((one) => one === event.currentTarget.value) ?? null })}
      />
    </>
  );
}
