import { VisuallyHidden } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import { type Language, LANGUAGES } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { languageName } from '../../i18n/format';
import { currentLocale } from '../../i18n/locale';
import { changeLanguage } from '../../local/app/language';
import classes from './shell.module.css';

/** Selects the language of the app, each under its own name. A change reloads the page; drafts are kept. */
export function LanguageChoice() {
  const { t } = useTranslation('common');
  return (
    <label className={classes.language}>
      <IconLanguage size={20} aria-hidden />
      <VisuallyHidden>{t('nav.language')}</VisuallyHidden>
      <select value={currentLocale()} onChange={(event) => void changeLanguage(event.currentTarget.value as Language)}>
        {LANGUAGES.map((code) => (
          <option key={code} value={code} lang={code}>
            {languageName(code)}
          </option>
        ))}
      </select>
    </label>
  );
}
