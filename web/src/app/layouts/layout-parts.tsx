import { NativeSelect } from '@mantine/core';
import { type Language, LANGUAGES } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { languageName } from '../../i18n/format';
import { currentLocale } from '../../i18n/locale';
import { changeLanguage } from '../../local/language';

/** The choice of the app's language, each in its own name. Changing it reloads; drafts survive. */
export function LanguageChoice() {
  const { t } = useTranslation('common');
  return (
    <NativeSelect
      aria-label={t('nav.language')}
      value={currentLocale()}
      onChange={(event) => void changeLanguage(event.currentTarget.value as Language)}
      data={LANGUAGES.map((code) => ({ value: code, label: languageName(code) }))}
    />
  );
}
