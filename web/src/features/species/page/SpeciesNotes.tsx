import { Button, Textarea } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { MAX_NOTE_LENGTH } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { number } from '../../../i18n/format';
import { saveSpeciesNote, speciesNote } from '../../../local/changes/species';
import { SectionTitle } from '../../../ui/SectionTitle';
import { currentDatabase, notifier, useLanguage } from '../../../shared/session/session';
import { useDescriptions } from '../community';
import classes from './SpeciesNotes.module.css';

/** What the person wrote about a species for themselves. */
export function SpeciesNotes({ taxonId }: { taxonId: number }) {
  const { t } = useTranslation('species');
  const database = currentDatabase();
  const text = useLiveQuery(() => speciesNote(database, taxonId), [database, taxonId]);
  const [isEdited, setIsEdited] = useState(false);
  if (text === undefined) return null;
  return (
    <section>
      <SectionTitle>{t('note.title')}</SectionTitle>
      {isEdited ? (
        <NoteForm taxonId={taxonId} start={text ?? ''} onClose={() => setIsEdited(false)} />
      ) : (
        <>
          {text !== null && (
            <p dir="auto" className={classes.text}>
              {text}
            </p>
          )}
          <p className={classes.line}>
            <Button variant="default" leftSection={<IconPencil size={20} aria-hidden />} onClick={() => setIsEdited(true)}>
              {t(text === null ? 'note.add' : 'note.edit')}
            </Button>
            <span>{t('note.hint')}</span>
          </p>
        </>
      )}
    </section>
  );
}

function NoteForm({ taxonId, start, onClose }: { taxonId: number; start: string; onClose: () => void }) {
  const { t } = useTranslation(['species', 'common']);
  const language = useLanguage();
  const [text, setText] = useState(start);
  const isTooLong = text.trim().length > MAX_NOTE_LENGTH;
  const save = () => {
    saveSpeciesNote(currentDatabase(), taxonId, text).then(onClose, (cause: unknown) =>
      notifier.show('negative', t('common:error.storage_failed'), { cause }),
    );
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isTooLong) save();
      }}
    >
      <Textarea
        label={t('note.label')}
        description={t('note.hint')}
        autosize
        minRows={3}
        maxRows={16}
        autoFocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={isTooLong && t('note.too_long', { max: number(MAX_NOTE_LENGTH, language) })}
      />
      <div className={classes.buttons}>
        <Button type="submit">{t('note.save')}</Button>
        <Button variant="default" onClick={onClose}>
          {t('common:action.cancel')}
        </Button>
      </div>
    </form>
  );
}

/** A few sentences about a species, for the species that have them. */
export function Description({ taxonId }: { taxonId: number }) {
  const text = useDescriptions()(taxonId);
  return text ? <p className={classes.description}>{text}</p> : null;
}
