import { Alert, Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { auth } from '../../accounts/data';
import { logOutAndDelete, saveUnsentFiles, useUnsentCount } from '../../accounts/unsent';
import { Choices } from '../Choices';
import { Section } from '../Section';
import classes from '../settings.module.css';

/** Deletes the account: asks what happens to the records, warns of unsent ones, and is confirmed by typing. */
export function DeleteSection({ id, title }: { id: string; title: string }) {
  const { t } = useTranslation(['settings', 'common']);
  const [isOpen, setIsOpen] = useState(false);
  const [onDelete, setOnDelete] = useState<'anonymise' | 'erase'>(auth.state().user?.preferences.on_delete ?? 'anonymise');
  const [typed, setTyped] = useState('');
  const [isLeaving, setIsLeaving] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const unsent = useUnsentCount();
  const word = t('delete.word');
  const isTyped = typed.trim().toLocaleLowerCase() === word.toLocaleLowerCase();

  const remove = () => {
    setIsLeaving(true);
    logOutAndDelete(() => auth.deleteAccount({ onDelete })).catch(() => {
      setIsLeaving(false);
      setHasFailed(true);
    });
  };

  return (
    <Section id={id} title={title} lead={t('delete.lead')}>
      {isOpen ? (
        <form
          className={classes.body}
          onSubmit={(event) => {
            event.preventDefault();
            if (isTyped && !isLeaving) remove();
          }}
        >
          <Choices
            label={t('delete.choice')}
            name="on_delete"
            value={onDelete}
            choices={(['anonymise', 'erase'] as const).map((value) => ({
              value,
              label: t(`delete.${value}`),
              hint: t(`delete.${value}_hint`),
            }))}
            onChange={setOnDelete}
          />
          {unsent ? (
            <Alert color="ochre">
              <p className={classes.lead}>{t('delete.unsent', { count: unsent })}</p>
              <Button variant="default" mt="sm" onClick={() => void saveUnsentFiles().catch(() => setHasFailed(true))}>
                {t('common:logout.export')}
              </Button>
            </Alert>
          ) : null}
          <p className={classes.quiet}>{t('delete.here')}</p>
          {hasFailed && (
            <Alert color="brick" role="alert">
              {t('common:error.title')}
            </Alert>
          )}
          <TextInput
            className={classes.narrow}
            label={t('delete.type', { word: `“${word}”` })}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <div className={classes.row}>
            <Button type="submit" color="brick" disabled={!isTyped} loading={isLeaving}>
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
