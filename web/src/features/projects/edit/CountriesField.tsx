import { Button, NativeSelect } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { PROJECT_LIMITS } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { countryName } from '../../../i18n/format';
import { useCountryChoices } from '../../accounts/country-choices';
import { useLanguage } from '../../accounts/data';
import classes from './edit.module.css';

interface Props {
  value: readonly string[];
  onChange: (countries: string[]) => void;
}

/** Several countries, each of which can be removed again. */
export function CountriesField({ value, onChange }: Props) {
  const { t } = useTranslation(['projects', 'common']);
  const language = useLanguage();
  const choices = useCountryChoices().filter((one) => !value.includes(one.value));
  return (
    <>
      {value.length > 0 && (
        <ul className={classes.chips}>
          {value.map((code) => {
            const country = countryName(code, language);
            return (
              <li key={code}>
                <Button
                  variant="default"
                  rightSection={<IconX size={18} aria-hidden />}
                  aria-label={t('remove_named', { name: country })}
                  onClick={() => onChange(value.filter((one) => one !== code))}
                >
                  {country}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      {value.length < PROJECT_LIMITS.countries && (
        <NativeSelect
          aria-label={t('area.add_country')}
          value=""
          onChange={(event) => event.currentTarget.value && onChange([...value, event.currentTarget.value])}
          data={[{ value: '', label: t('area.add_country') }, ...choices]}
        />
      )}
    </>
  );
}
