import { Textarea } from '@mantine/core';
import { type ImageDetails, LANGUAGES, type Language } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { languageName } from '../../i18n/format';
import { useLanguage } from '../../shared/session/session';
import classes from './Details.module.css';

interface Props {
  alt: ImageDetails['alt'];
  onChange: (alt: ImageDetails['alt']) => void;
}

/** The alternative text, first in the curator's language. */
export function AltTexts({ alt, onChange }: Props) {
  const { t } = useTranslation('images');
  const own = useLanguage();
  const others = LANGUAGES.filter((language) => language !== own);
  const count = others.filter((language) => alt[language]?.trim()).length;
  const field = (language: Language, label: string, description?: string) => (
    <Textarea
      key={language}
      label={label}
      description={description}
      lang={language}
      maxLength={300}
      autosize
      minRows={1}
      value={alt[language] ?? ''}
      onChange={(event) => onChange({ ...alt, [language]: event.currentTarget.value })}
    />
  );
  return (
    <div>
      {field(own, t('details.alt'), t('details.alt_hint'))}
      <details>
        <summary className={classes.summary}>{t('details.alt_others', { count })}</summary>
        <div className={classes.more}>{others.map((language) => field(language, languageName(language)))}</div>
      </details>
    </div>
  );
}
