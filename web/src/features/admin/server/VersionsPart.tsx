import { Button, Radio, Textarea, TextInput } from '@mantine/core';
import { type AppVersion, AppVersionNumber, type Language, LANGUAGES, listKeys, MAX_VERSION_NOTES, UPDATE_LEVELS } from '@veld/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDate, languageName } from '../../../i18n/format';
import { useSending } from '../../../shared/session/form';
import { LoadFailure } from '../../../shared/session/LoadFailure';
import { useLanguage } from '../../../shared/session/session';
import { useTableTexts } from '../../../shared/session/table-texts';
import { SectionTitle } from '../../../ui/SectionTitle';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import type { TableColumn } from '../../../ui/table/table-types';
import { TableCard } from '../../../ui/table/TableCard';
import { WholeTable } from '../../../ui/table/WholeTable';
import { useAddressFilter } from '../../../ui/use-address-filter';
import { saveVersion, useAdminChange, useVersions, withdrawVersion } from '../data';
import { FormEnd } from '../FormEnd';
import classes from '../admin.module.css';

const numberOf = ({ version }: AppVersion) => version;

const LATEST_FIRST = [{ id: 'at', isDescending: true }];

const addressOf = ({ version }: AppVersion) => `?version=${version}`;

/** The versions of the app that devices learn of: what is new, and whether they have to update. */
export default function VersionsPart() {
  const { t } = useTranslation('admin');
  const { versions, failure, retry } = useVersions();
  const [isNew, setNew] = useState(false);
  const [read, write] = useAddressFilter();
  if (failure) return <LoadFailure error={failure} onRetry={retry} />;
  if (!versions) return <TaxonRowSkeletons label={t('loading')} />;
  const edited = versions.find(({ version }) => version === read('version'));
  const close = () => {
    setNew(false);
    write({ version: null });
  };
  if (isNew || edited) return <VersionForm key={edited?.version} stored={edited ?? null} onDone={close} />;
  return (
    <>
      <div className={classes.above}>
        <Button onClick={() => setNew(true)}>{t('version.new')}</Button>
      </div>
      <VersionsTable versions={versions} />
    </>
  );
}

/** The versions that were announced; the number of one opens its form. */
function VersionsTable({ versions }: { versions: readonly AppVersion[] }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const texts = useTableTexts('');
  const words = useMemo(() => {
    const day = ({ created_at }: AppVersion) => formatDate(new Date(created_at), language, { dateStyle: 'medium' });
    const notes = ({ notes: all }: AppVersion) => listKeys(all).map(languageName).join(', ') || t('version.no_notes');
    return { day, notes };
  }, [t, language]);
  const columns = useMemo(
    (): TableColumn<AppVersion>[] => [
      { id: 'version', label: t('version.number'), value: numberOf, to: addressOf, width: 7 },
      {
        id: 'level',
        label: t('version.level'),
        value: ({ level }) => level,
        text: ({ level }) => t(`level.${level}`),
        width: 14,
        filter: 'choice',
        choices: UPDATE_LEVELS.map((value) => ({ value, label: t(`level.${value}`) })),
      },
      { id: 'at', label: t('log.when'), value: ({ created_at }) => created_at, text: words.day, width: 9, isCode: true },
      { id: 'notes', label: t('version.notes'), value: words.notes, width: 18 },
    ],
    [t, words],
  );
  return (
    <WholeTable
      rows={versions}
      rowId={numberOf}
      rowName={numberOf}
      columns={columns}
      label={t('section.versions')}
      sort={LATEST_FIRST}
      renderCard={(version) => (
        <TableCard>
          <Link to={addressOf(version)}>{version.version}</Link>
          <span>{t(`level.${version.level}`)}</span>
          <small>
            {words.day(version)} · {words.notes(version)}
          </small>
        </TableCard>
      )}
      cardHeight={110}
      empty={t('version.none')}
      texts={texts}
    />
  );
}

interface Props {
  /** Null for a new one. */
  stored: AppVersion | null;
  onDone: () => void;
}

/** Announces a version, with what is new in each language. */
function VersionForm({ stored, onDone }: Props) {
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
