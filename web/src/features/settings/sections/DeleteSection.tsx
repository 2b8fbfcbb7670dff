import { Alert, Button, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type OnDelete, confirmPassword } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { number } from '../../../i18n/format';
import { quoted } from '../../../i18n/quoted';
import { api } from '../../../local/app/veld';
import { openUserDatabase } from '../../../local/db/database';
import { newId } from '../../../local/db/ids';
import { ownCounts } from '../../../local/outbox/files/own-archive';
import { useErrorText } from '../../../shared/session/form';
import { auth, useLanguage, useMaybeUser } from '../../../shared/session/session';
import { logOutAndRemove, saveUnsentFiles, useDeviceOnly } from '../../../shared/session/unsent';
import { useTypedWord } from '../../../ui/fields/use-typed-word';
import { focusFirst } from '../../../ui/steady-focus';
import { PasswordField } from '../../accounts/AccountFields';
import { DeviceOnlyList, isAnythingLost } from '../../accounts/DeviceOnlyList';
import { useSavedPlaces } from '../../saved-places/data';
import { Choices, Section } from '../Section';
import { NeedsNetwork } from './SessionSection';
import { SuccessorField, useAdmins } from './AdminSection';
import classes from '../settings.module.css';

/**
 * Deletes the account: asks what happens to the records and who takes over from the last admin, warns of unsent records, and is
 * confirmed by typing and with the password.
 */
export function DeleteSection({ id, title }: { id: string; title: string }) {
  const { t } = useTranslation(['settings', 'common']);
  const [isOpen, setIsOpen] = useState(false);
  const [onDelete, setOnDelete] = useState<OnDelete>(auth.state().user?.preferences.on_delete ?? 'anonymise');
  const [password, setPassword] = useState('');
  const [isLeaving, setIsLeaving] = useState(false);
  const [errorText, setErrorText] = useState<string | null>(null);
  const [successor, setSuccessor] = useState<string | null>(null);
  const errorTextOf = useErrorText();
  const { isAdmin, needsSuccessor, hasFailed, retry } = useAdmins(isOpen);
  const counts = useDeviceOnly();
  const word = t('delete.word');
  const { isTyped, field } = useTypedWord(word);
  const quotedWord = quoted(word, useLanguage());
  const hasRole = auth.state().user?.roles.some((role) => role !== 'user') ?? false;
  const isReady = isTyped && password !== '' && (needsSuccessor === false || (needsSuccessor === true && successor !== null));

  const remove = () => {
    setIsLeaving(true);
    setErrorText(null);
    const successorId = needsSuccessor && successor !== null ? successor : undefined;
    const deleteAccount = async () => {
      const confirmation = await checkPassword(password);
      await logOutAndRemove(() => auth.deleteAccount({ onDelete, successorId, confirmation }));
    };
    deleteAccount().catch((error: unknown) => {
      setIsLeaving(false);
      const { form, fields } = errorTextOf(error);
      setErrorText(form ?? Object.values(fields)[0] ?? t('common:error.title'));
      // Another admin may have left in the meantime.
      if (isAdmin) void retry();
    });
  };

  return (
    <Section id={id} title={title} lead={t('delete.lead')}>
      {isOpen ? (
        <form
          ref={focusFirst}
          className={classes.body}
          onSubmit={(event) => {
            event.preventDefault();
            if (isReady && !isLeaving) remove();
          }}
        >
          <Counts />
          <div className={classes.row}>
            <Button component={Link} to="/settings/data" variant="default" leftSection={<IconDownload size={20} aria-hidden />}>
              {t('delete.export')}
            </Button>
          </div>
          <Choices
            label={t('delete.choice')}
            isAsked
            name="on_delete"
            value={onDelete}
            choices={(['anonymise', 'named', 'erase'] as const).map((value) => ({
              value,
              label: t(`delete.${value}`),
              hint: t(`delete.${value}_hint`, { name: auth.state().user?.name ?? '' }),
            }))}
            onChange={setOnDelete}
          />
          {counts !== undefined && isAnythingLost(counts) ? (
            <Alert color="ochre">
              <DeviceOnlyList counts={counts} />
              <Button variant="default" mt="sm" onClick={() => void saveUnsentFiles().catch(() => setErrorText(t('common:error.title')))}>
                {t('common:logout.export')}
              </Button>
            </Alert>
          ) : null}
          {needsSuccessor && <SuccessorField value={successor} onChange={setSuccessor} />}
          {hasFailed && <NeedsNetwork onRetry={() => void retry()} />}
          {hasRole && <p className={classes.quiet}>{t('delete.role')}</p>}
          <p className={classes.quiet}>{t('delete.here')}</p>
          {errorText && (
            <Alert color="brick" role="alert">
              {errorText}
            </Alert>
          )}
          <TextInput className={classes.narrow} label={t('delete.type', { word: quotedWord })} {...field} />
          <div className={classes.narrow}>
            <PasswordField label={t('account.current_password')} value={password} onChange={setPassword} error={undefined} />
          </div>
          <div className={classes.row}>
            <Button type="submit" color="brick" disabled={!isReady} loading={isLeaving}>
              {t('delete.submit')}
            </Button>
            <Button variant="default" onClick={() => setIsOpen(false)}>
              {t('common:action.cancel')}
            </Button>
          </div>
        </form>
      ) : (
        <div className={classes.row}>
          <Button variant="outline" color="brick" onClick={() => setIsOpen(true)}>
            {t('delete.open')}
          </Button>
        </div>
      )}
    </Section>
  );
}

/** What the choice is about. */
function Counts() {
  const { t } = useTranslation('settings');
  const language = useLanguage();
  const userId = useMaybeUser()?.id ?? null;
  const counts = useLiveQuery(() => (userId === null ? null : ownCounts(openUserDatabase(userId))), [userId]);
  const places = useSavedPlaces();
  if (!counts || !places) return null;
  const [records, photos, saved] = [counts.records, counts.photos, places.length].map((count) => number(count, language));
  return <p className={classes.quiet}>{t('delete.counts', { records, photos, places: saved })}</p>;
}

/** Confirms the password of the logged-in person on the server; rejects if it is wrong. Returns the id of the confirmation. */
async function checkPassword(password: string): Promise<string> {
  const confirmation = newId();
  await api.call(confirmPassword, { body: { current_password: password, confirmation } });
  return confirmation;
}
