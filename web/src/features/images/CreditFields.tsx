import { NativeSelect, TextInput } from '@mantine/core';
import { IMAGE_LICENSES } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { licenseName } from '../../shared/records/record-labels';

export interface Credit {
  author: string;
  license: string;
  page_url: string | null;
}

interface Props {
  credit: Credit;
  onChange: (credit: Credit) => void;
  allowsNonCommercial?: boolean;
}

const NON_COMMERCIAL = ['CC-BY-NC-4.0', 'CC-BY-NC-SA-4.0'] as const;

/** The credit and licence of an image by somebody else. */
export function CreditFields({ credit, onChange, allowsNonCommercial = false }: Props) {
  const { t } = useTranslation('images');
  const known: string[] = [...IMAGE_LICENSES, ...(allowsNonCommercial ? NON_COMMERCIAL : [])];
  // A licence of another site can be one of a country.
  const licenses = known.includes(credit.license) || credit.license === '' ? known : [credit.license, ...known];
  return (
    <>
      <TextInput
        label={t('credit.author')}
        required
        maxLength={200}
        value={credit.author}
        onChange={(event) => onChange({ ...credit, author: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('credit.license')}
        required
        value={credit.license}
        onChange={(event) => onChange({ ...credit, license: event.currentTarget.value })}
        data={[{ value: '', label: t('credit.choose_license') }, ...licenses.map((value) => ({ value, label: licenseName(value) }))]}
      />
      <TextInput
        label={t('credit.page')}
        description={t('credit.page_hint')}
        type="url"
        value={credit.page_url ?? ''}
        onChange={(event) => onChange({ ...credit, page_url: event.currentTarget.value || null })}
      />
    </>
  );
}
