import { NativeSelect } from '@mantine/core';
import { PROJECT_LIMITS } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { countryName } from '../../../i18n/format';
import { useCountryChoices } from '../../../shared/location/country-choices';
import { useLanguage } from '../../../shared/session/session';
import { Chip } from './Chip';
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
          {value.map((code) => (
            <li key={code}>
              <Chip label={countryName(code, language)} onRemove={() => onChange(value.filter((one) => one !== code))} />
            </li>
          ))}
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
