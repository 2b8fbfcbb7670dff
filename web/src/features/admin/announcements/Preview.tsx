import { NativeSelect } from '@mantine/core';
import { type Language, LANGUAGES } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageName } from '../../../i18n/format';
import { Notice } from '../../../ui/notices/Notice';
import { SectionTitle } from '../../../ui/SectionTitle';
import classes from '../admin.module.css';
import { type AnnouncementForm, readIn } from './form-values';

/** A message as people of a language see it. */
export function Preview({ form }: { form: AnnouncementForm }) {
  const { t } = useTranslation(['admin', 'common', 'motivation']);
  const [language, setLanguage] = useState<Language>('en');
  const { text, isOwn } = readIn(form.text, language);
  const action = form.link.trim() === '' ? {} : { action: { label: t('motivation:toast.open'), onClick: () => undefined } };
  return (
    <section className={classes.part} aria-labelledby="announcement-preview">
      <SectionTitle id="announcement-preview" level={3}>
        {t('announcement.preview')}
      </SectionTitle>
      <NativeSelect
        label={t('announcement.language')}
        value={language}
        data={LANGUAGES.map((value) => ({ value, label: languageName(value) }))}
        onChange={(event) => setLanguage(LANGUAGES.find((one) => one === event.currentTarget.value) ?? 'en')}
      />
      {text === '' ? (
        <p className={classes.quiet}>{t('announcement.no_text')}</p>
      ) : (
        <div lang={isOwn ? language : 'en'} inert>
          <Notice
            notice={{ id: 'preview', type: form.level, text, ...action }}
            onDismiss={() => undefined}
            dismissLabel={t('common:action.close')}
            unfoldLabel={t('common:action.show_more')}
          />
        </div>
      )}
      {text !== '' && !isOwn && <p className={classes.quiet}>{t('announcement.fallback')}</p>}
    </section>
  );
}
