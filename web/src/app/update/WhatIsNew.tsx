import { useTranslation } from 'react-i18next';
import { formatDate } from '../../i18n/format';
import { currentLocale } from '../../i18n/locale';
import { useVersionNotes } from './use-update';
import classes from './update.module.css';

/** The versions and what is new in them, in the language of the person where there is a text. */
export function WhatIsNew({ recommended }: { recommended?: string }) {
  const { t } = useTranslation(['operations', 'common']);
  const notes = useVersionNotes();
  const needed = recommended ?? notes?.required_version;
  const texts = notes?.data.filter((one) => one.notes !== '') ?? [];
  return (
    <div className={classes.news}>
      <dl className={classes.versions}>
        <dt>{t('update.installed')}</dt>
        <dd>{__APP_VERSION__}</dd>
        {needed && (
          <>
            <dt>{t(recommended ? 'update.recommended' : 'update.required')}</dt>
            <dd>{needed}</dd>
          </>
        )}
      </dl>
      {texts.length > 0 && (
        <section aria-labelledby="what-is-new">
          <h2 id="what-is-new" className={classes.title}>
            {t('update.new')}
          </h2>
          {texts.map(({ version, notes: text, language, created_at }) => (
            <article key={version}>
              <h3 className={classes.version}>
                {version} <span>{formatDate(new Date(created_at), currentLocale(), { dateStyle: 'long' })}</span>
              </h3>
              <p className={classes.text} lang={language ?? undefined}>
                {text}
              </p>
            </article>
          ))}
        </section>
      )}
    </div>
  );
}
