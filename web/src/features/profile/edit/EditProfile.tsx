import { Alert, Button, Checkbox, Switch, Textarea, TextInput } from '@mantine/core';
import { BIO_LENGTH, LANGUAGES, MAX_LINKS, type OwnProfileTexts, type ProfileDraft, readOrcid } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageName } from '../../../i18n/format';
import { RecordCardSkeletons } from '../../../ui/Skeletons';
import { notifier } from '../../../shared/session/session';
import { useSending } from '../../../shared/session/form';
import { LoadFailure } from '../../../shared/records/lists/ListParts';
import { saveProfile, useOwnTexts, useStoreTexts } from './data';
import classes from './EditProfile.module.css';
import { PortraitField } from './PortraitField';

/** The form for what a person writes about themselves. */
export default function EditProfile() {
  const { t } = useTranslation('profile');
  const { data, error, refetch } = useOwnTexts();
  if (data) return <Form texts={data} />;
  return error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : <RecordCardSkeletons label={t('loading')} />;
}

function Form({ texts }: { texts: OwnProfileTexts }) {
  const { t } = useTranslation(['profile', 'common']);
  const store = useStoreTexts();
  const { portrait_url: portrait, ...stored } = texts;
  const [draft, setDraft] = useState<ProfileDraft>(stored);
  const change = (next: Partial<ProfileDraft>) => setDraft({ ...draft, ...next });
  const { submit, isSending, errors } = useSending(async () => {
    const orcid = draft.orcid?.trim() ? readOrcid(draft.orcid) : null;
    store(await saveProfile({ ...draft, orcid, links: draft.links.map((link) => link.trim()).filter((link) => link !== '') }));
    notifier.show('positive', t('edit.saved'));
  });
  const linkAt = (index: number) => draft.links[index] ?? '';
  const setLink = (index: number, value: string) =>
    change({ links: Array.from({ length: MAX_LINKS }, (_, at) => (at === index ? value : linkAt(at))) });
  const linkErrors = Object.entries(errors.fields).filter(([field]) => field.startsWith('links'));

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.hint}>{t('edit.lead')}</p>
      <PortraitField portrait={portrait} />
      <Textarea
        label={t('edit.bio')}
        description={t('edit.bio_hint', { length: draft.bio.length, most: BIO_LENGTH })}
        autosize
        minRows={3}
        maxLength={BIO_LENGTH}
        value={draft.bio}
        error={errors.fields.bio}
        onChange={(event) => change({ bio: event.currentTarget.value })}
      />
      <Checkbox.Group
        label={t('about.languages')}
        value={draft.languages}
        onChange={(chosen) => change({ languages: LANGUAGES.filter((code) => chosen.includes(code)) })}
      >
        <div className={classes.languages}>
          {LANGUAGES.map((code) => (
            <Checkbox key={code} value={code} label={languageName(code)} />
          ))}
        </div>
      </Checkbox.Group>
      <TextInput
        label="ORCID iD"
        placeholder="0000-0002-1825-0097"
        value={draft.orcid ?? ''}
        error={errors.fields.orcid}
        onChange={(event) => change({ orcid: event.currentTarget.value })}
      />
      {Array.from({ length: MAX_LINKS }, (_, index) => (
        <TextInput
          key={index}
          type="url"
          label={t('edit.link', { number: index + 1 })}
          placeholder="https://"
          value={linkAt(index)}
          error={index === 0 && linkErrors.length > 0 ? linkErrors[0]![1] : undefined}
          onChange={(event) => setLink(index, event.currentTarget.value)}
        />
      ))}
      <Switch
        label={t('edit.shares_badges')}
        checked={draft.shares_badges}
        onChange={(event) => change({ shares_badges: event.currentTarget.checked })}
      />
      {errors.form && <Alert color="brick">{errors.form}</Alert>}
      <div>
        <Button type="submit" loading={isSending}>
          {t('edit.save')}
        </Button>
      </div>
    </form>
  );
}
