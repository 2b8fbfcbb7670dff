import { Radio, Textarea, TextInput } from '@mantine/core';
import { type AppVersion, AppVersionNumber, type Language, LANGUAGES, MAX_VERSION_NOTES, UPDATE_LEVELS } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageName } from '../../../i18n/format';
import { SectionTitle } from '../../../ui/SectionTitle';
import { useSending } from '../../../shared/session/form';
import classes from '../admin.module.css';
import { FormEnd } from '../FormEnd';
import { saveVersion, useAdminChange, withdrawVersion } from '../data';

interface Props {
  /** Null for a new one. */
  stored: AppVersion | null;
  onDone: () => void;
}

/** Announces a version, with what is new in each language. */
export function VersionForm({ stored, onDone }: Props) {
  const { t } = useTranslation(['admin', 'common']);
  const change = useAdminChange();
  const [version, setVersion] = useState(stored?.version ?? '');
  const [level, setLevel] = useState(stored?.level ?? 'info');
  const [url, setUrl] = useState(stored?.update_url ?? '');
  const [notes, setNotes] = useState<Partial<Record<Language, string>>>(stored?.notes ?? {});
  const [isInvalid, setInvalid] = useState(false);
  const saving = useSending(async () => {
    if (!AppVersionNumber.safeParse(version.trim()).success) return setInvalid(true);
    const filled = Object.fromEntries(Object.entries(notes).filter(([, text]) => text.trim() !== ''));
    await change(saveVersion(version.trim(), { level, update_url: url.trim() === '' ? null : url.trim(), notes: filled }));
    onDone();
  });
  const removing = useSending(async () => {
    if (stored) await change(withdrawVersion(stored.version));
    onDone();
  });
  return (
    <form className={classes.form} onSubmit={saving.submit} noValidate>
      <SectionTitle>{stored ? t('version.edit', { version: stored.version }) : t('version.new')}</SectionTitle>
      <TextInput
        label={t('version.number')}
        placeholder="1.4.0"
        disabled={stored !== null}
        value={version}
        error={isInvalid && t('version.invalid')}
        onChange={(event) => {
          setInvalid(false);
          setVersion(event.currentTarget.value);
        }}
      />
      <Radio.Group
        label={t('version.level')}
        value={level}
        onChange={(value) => setLevel(UPDATE_LEVELS.find((one) => one === value) ?? level)}
      >
        {UPDATE_LEVELS.map((one) => (
          <Radio key={one} value={one} label={t(`level.${one}`)} description={t(`level_about.${one}`)} />
        ))}
      </Radio.Group>
      <TextInput
        label={t('version.url')}
        description={t('version.url_hint')}
        type="url"
        value={url}
        error={saving.errors.fields.update_url}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <SectionTitle level={3}>{t('version.notes')}</SectionTitle>
      {LANGUAGES.map((language) => (
        <Textarea
          key={language}
          label={languageName(language)}
          lang={language}
          autosize
          minRows={2}
          maxRows={10}
          maxLength={MAX_VERSION_NOTES}
          value={notes[language] ?? ''}
          onChange={(event) => setNotes({ ...notes, [language]: event.currentTarget.value })}
        />
      ))}
      <FormEnd saving={saving} removing={removing} withdraw={stored && t('version.withdraw')} onDone={onDone} />
    </form>
  );
}
