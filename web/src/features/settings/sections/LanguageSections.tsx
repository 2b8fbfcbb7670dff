import { Alert, NativeSelect } from '@mantine/core';
import { isOneOf, type Language, LANGUAGES } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageName } from '../../../i18n/format';
import { useCountryChoices } from '../../../shared/location/countries';
import { auth, changeLanguage, useLanguage, useUser } from '../../../shared/session/session';
import { useErrorText } from '../../../shared/session/form';
import { type SaveState, usePreference } from '../../../shared/session/preferences';
import { SaveMark, Section, SectionPart, type SectionProps, SettingMark } from '../Section';
import classes from '../settings.module.css';

export function CountrySection({ id, title }: SectionProps) {
  const { t } = useTranslation(['settings', 'common']);
  const user = useUser();
  const errorTextOf = useErrorText();
  const [errorText, setErrorText] = useState<string | null>(null);
  const [state, setState] = useState<SaveState>(null);
  const [sending, setSending] = useState<string | null>(null);
  const countries = useCountryChoices();

  const change = (value: string) => {
    setErrorText(null);
    setState(null);
    setSending(value);
    auth
      .patchAccount({ country_code: value === '' ? null : value })
      .then(
        () => setState('saved'),
        (error: unknown) => {
          const { fields, form } = errorTextOf(error);
          setErrorText(fields.country_code ?? form);
        },
      )
      .finally(() => setSending(null));
  };

  return (
    <Section id={id} title={title} lead={t('country.lead')} mark={<SaveMark state={state} />}>
      <NativeSelect
        className={classes.narrow}
        aria-label={title}
        value={sending ?? user.country_code ?? ''}
        disabled={sending !== null}
        onChange={(event) => change(event.currentTarget.value)}
        data={[{ value: '', label: t('country.none') }, ...countries]}
        error={errorText}
      />
    </Section>
  );
}

export function LanguageSection({ id, title }: SectionProps) {
  const { t } = useTranslation('settings');
  const language = useLanguage();
  const [wanted, setWanted] = useState<Language | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const change = (value: Language) => {
    setWanted(value);
    setHasFailed(false);
    changeLanguage(value).catch(() => {
      setWanted(null);
      setHasFailed(true);
    });
  };
  return (
    <Section id={id} title={title}>
      <NativeSelect
        className={classes.narrow}
        label={t('language.title')}
        description={t('language.lead')}
        value={wanted ?? language}
        disabled={wanted !== null}
        onChange={({ currentTarget: { value } }) => isOneOf(LANGUAGES, value) && change(value)}
        data={LANGUAGES.map((value) => ({ value, label: languageName(value) }))}
      />
      {hasFailed && (
        <Alert color="brick" role="alert">
          {t('save_state.failed')}
        </Alert>
      )}
      <Names />
    </Section>
  );
}

/** In which other languages species are named and found. */
function Names() {
  const { t } = useTranslation('settings');
  const language = useLanguage();
  const names = usePreference('name_languages');
  const chosen = names.value.filter((value) => value !== language);
  const setAt = (index: number, value: Language | '') => {
    const next = [...chosen];
    if (value === '') next.splice(index, 1);
    else next[index] = value;
    void names.set([...new Set(next)].slice(0, 2));
  };
  return (
    <SectionPart id="names" title={t('names.title')} lead={t('names.lead')} mark={<SettingMark setting={names} />}>
      {[0, 1].map((index) => (
        <NativeSelect
          key={index}
          className={classes.narrow}
          label={t(index === 0 ? 'names.first' : 'names.second')}
          value={chosen[index] ?? ''}
          disabled={index > chosen.length}
          onChange={(event) => setAt(index, event.currentTarget.value as Language | '')}
          data={[
            { value: '', label: t('names.none') },
            ...LANGUAGES.filter((value) => value !== language && value !== chosen[1 - index]).map((value) => ({
              value,
              label: languageName(value),
            })),
          ]}
        />
      ))}
      <p className={classes.quiet}>{t('names.hint')}</p>
    </SectionPart>
  );
}
