import { Alert, Button, PasswordInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { deleteSession, listSessions, Password, passwordFault, type Session } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ago } from '../../../i18n/format';
import { api } from '../../../local/app/veld';
import { useFormErrorText, useSending } from '../../../shared/session/form';
import type { SaveState } from '../../../shared/session/preferences';
import { auth, CallError, useIsOnline, useLanguage, useUser } from '../../../shared/session/session';
import { SaveMark, Section, SectionPart, type SectionProps } from '../Section';
import classes from '../settings.module.css';
import { CurrentPassword, Fold, FormErrorText, type FormProps } from './Fold';

/** The password, and the devices where the user is logged in. */
export function SessionSection({ id, title }: SectionProps) {
  const { t } = useTranslation('settings');
  const isOnline = useIsOnline();
  const [state, setState] = useState<SaveState>(null);
  return (
    <Section id={id} title={title} lead={isOnline ? undefined : t('account.offline')} mark={<SaveMark state={state} />}>
      <PasswordForm onDone={() => setState('saved')} />
      <SectionPart id="sessions" title={t('sessions.title')} lead={t('sessions.lead')}>
        <Sessions />
      </SectionPart>
    </Section>
  );
}

/** The user's sessions; all but the current one can be ended. */
function Sessions() {
  const { t } = useTranslation(['settings', 'common']);
  const language = useLanguage();
  const { sessions, hasFailed, retry, end } = useSessions();
  const formErrorOf = useFormErrorText();
  const [ending, setEnding] = useState<string | null>(null);
  const [errorText, setErrorText] = useState<string | null>(null);

  const endOne = (sessionId: string) => {
    setEnding(sessionId);
    setErrorText(null);
    end(sessionId)
      .catch((error: unknown) => setErrorText(formErrorOf(error)))
      .finally(() => setEnding(null));
  };

  return (
    <>
      {errorText && (
        <Alert color="brick" role="alert">
          {errorText}
        </Alert>
      )}
      {sessions === undefined && hasFailed && <NeedsNetwork onRetry={() => void retry()} />}
      {sessions === undefined && !hasFailed && (
        <p className={classes.quiet} role="status">
          {t('loading')}
        </p>
      )}
      {sessions && (
        <ul className={classes.list}>
          {sessions.map((session) => (
            <li key={session.id} className={classes.item}>
              <span className={classes.itemWords}>
                <span className={classes.itemName} id={`session-${session.id}`}>
                  {session.device_name || t('sessions.unnamed')}
                </span>
                <span className={classes.quiet}>
                  {session.is_current ? t('sessions.this') : t('sessions.last_used', { ago: ago(session.last_seen_at, language) })}
                </span>
              </span>
              {!session.is_current && (
                <Button
                  variant="default"
                  loading={ending === session.id}
                  aria-describedby={`session-${session.id}`}
                  onClick={() => endOne(session.id)}
                >
                  {t('sessions.end')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Shown instead of data that needs the network. */
export function NeedsNetwork({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation(['settings', 'common']);
  return (
    <div className={classes.row}>
      <p className={classes.quiet}>{t('needs_network')}</p>
      <Button variant="default" onClick={onRetry}>
        {t('common:action.retry')}
      </Button>
    </div>
  );
}

const KEY = ['sessions'];

/** The user's sessions, this device first; needs the network. */
function useSessions() {
  const client = useQueryClient();
  const query = useQuery({ queryKey: KEY, queryFn: ({ signal }) => api.call(listSessions, {}, { signal }) });
  const sessions = query.data?.data.toSorted(byUse);
  const end = async (id: string) => {
    await endSession(id);
    await client.invalidateQueries({ queryKey: KEY });
  };
  return { sessions, hasFailed: query.isError, retry: query.refetch, end };
}

function byUse(one: Session, other: Session): number {
  return Number(other.is_current) - Number(one.is_current) || other.last_seen_at.localeCompare(one.last_seen_at);
}

/** Ends a session; one that has already ended is no error. */
async function endSession(id: string): Promise<void> {
  try {
    await api.call(deleteSession, { params: { id } });
  } catch (error) {
    if (!(error instanceof CallError && error.code === 'not_found')) throw error;
  }
}

/** Changes the password; needs the network. */
function PasswordForm({ onDone }: FormProps) {
  const { t } = useTranslation(['settings', 'accounts', 'common']);
  const user = useUser();
  const [isOpen, setIsOpen] = useState(false);
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const { submit, isSending, errors } = useSending(async () => {
    await auth.patchAccount({ password: next, current_password: current });
    setCurrent('');
    setNext('');
    setIsOpen(false);
    onDone();
  });
  const fault = passwordFault(next, user);
  const isBad = fault !== null || !Password.safeParse(next).success;
  return (
    <Fold label={t('account.password')} value={t('account.password_change')} isOpen={isOpen} onToggle={setIsOpen}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <FormErrorText text={errors.form} />
        <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
        <CurrentPassword value={current} onChange={setCurrent} error={errors.fields.current_password} />
        <PasswordInput
          label={t('account.new_password')}
          description={t('account.password_hint')}
          name="new-password"
          autoComplete="new-password"
          value={next}
          onChange={(event) => setNext(event.currentTarget.value)}
          error={errors.fields.password ?? (fault ? t(`accounts:field.${fault}`) : undefined)}
          visibilityToggleButtonProps={{ 'aria-label': t('account.show_password') }}
        />
        <p className={classes.quiet}>{t('account.password_logs_out')}</p>
        <div className={classes.row}>
          <Button type="submit" loading={isSending} disabled={isBad || current === ''}>
            {t('common:action.save')}
          </Button>
        </div>
      </form>
    </Fold>
  );
}
