import { Alert, Button, Modal, NativeSelect, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { ARTICLE_GROUPS, type Language } from '@veld/contract';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsOnline } from '../../../shared/session/session';
import { DialogActions, DialogText } from '../../../ui/DialogBody';
import { useFocusBack } from '../../../ui/steady-focus';
import { Markdown } from '../../../ui/markdown/Markdown';
import { englishText, NEW } from './data';
import type { ArticleEditor } from './use-article-editor';
import classes from './edit.module.css';

interface Props {
  slug: string;
  language: Language;
  editor: ArticleEditor;
  onDiscard: () => void;
}

/** The form, with a preview beside it, or in a tab of its own on small screens. */
export function EditForm({ slug, language, editor, onDiscard }: Props) {
  const { t } = useTranslation(['articles', 'common']);
  const isWide = useMediaQuery('(min-width: 64em)', false, { getInitialValueInEffect: false });
  const [tab, setTab] = useState<'write' | 'preview'>('write');
  return (
    <form
      className={classes.form}
      onKeyDownCapture={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        void editor.save();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        void editor.save();
      }}
      noValidate
    >
      {!isWide && (
        <SegmentedControl
          aria-label={t('edit.view')}
          value={tab}
          onChange={(next) => setTab(next === 'preview' ? 'preview' : 'write')}
          data={[
            { value: 'write', label: t('edit.write') },
            { value: 'preview', label: t('edit.preview') },
          ]}
        />
      )}
      <div className={classes.columns}>
        {(isWide || tab === 'write') && <Fields slug={slug} language={language} editor={editor} />}
        {(isWide || tab === 'preview') && <Preview editor={editor} language={language} />}
      </div>
      {editor.errors.form && (
        <Alert color="brick" role="alert">
          {editor.errors.form}
        </Alert>
      )}
      <div className={classes.end}>
        <Button type="submit" loading={editor.state === 'sending'} title="Ctrl+Enter">
          {t('edit.save')}
        </Button>
        <EditStatus editor={editor} onDiscard={onDiscard} />
      </div>
    </form>
  );
}

function Fields({ slug, language, editor }: Pick<Props, 'slug' | 'language' | 'editor'>) {
  const { t } = useTranslation('articles');
  const { draft, errors, change } = editor;
  const isEmpty = draft.title === '' && draft.summary === '' && draft.text === '';
  return (
    <div className={classes.fields}>
      {slug === NEW && (
        <>
          <TextInput
            label={t('edit.slug')}
            description={t('edit.slug_hint')}
            value={draft.slug}
            error={errors.fields.slug}
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => change({ slug: event.currentTarget.value })}
          />
          <NativeSelect
            label={t('edit.group')}
            value={draft.group}
            data={ARTICLE_GROUPS.map((group) => ({ value: group, label: t(`group.${group}`) }))}
            onChange={(event) => change({ group: ARTICLE_GROUPS.find((group) => group === event.currentTarget.value) ?? draft.group })}
          />
        </>
      )}
      {slug !== NEW && language !== 'en' && isEmpty && <StartFromEnglish slug={slug} onText={change} />}
      <TextInput
        label={t('edit.title')}
        lang={language}
        value={draft.title}
        error={errors.fields.title}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      <Textarea
        label={t('edit.summary')}
        description={t('edit.summary_hint')}
        lang={language}
        autosize
        minRows={2}
        value={draft.summary}
        error={errors.fields.summary}
        onChange={(event) => change({ summary: event.currentTarget.value })}
      />
      <Textarea
        label={t('edit.text')}
        description={t('edit.text_hint')}
        lang={language}
        autosize
        minRows={14}
        maxRows={40}
        value={draft.text}
        error={errors.fields.text}
        onChange={(event) => change({ text: event.currentTarget.value })}
      />
    </div>
  );
}

interface StartProps {
  slug: string;
  onText: (text: { title: string; summary: string; text: string }) => void;
}

function StartFromEnglish({ slug, onText }: StartProps) {
  const { t } = useTranslation('articles');
  const isOnline = useIsOnline();
  const [hasFailed, setHasFailed] = useState(false);
  const start = async () => {
    setHasFailed(false);
    try {
      const { title, summary, text } = await englishText(slug);
      onText({ title, summary, text });
    } catch {
      setHasFailed(true);
    }
  };
  return (
    <div className={classes.end}>
      <Button variant="default" disabled={!isOnline} onClick={() => void start()}>
        {t('edit.start_from_english')}
      </Button>
      {hasFailed && <span role="alert">{t('failed')}</span>}
    </div>
  );
}

function Preview({ editor, language }: Pick<Props, 'editor' | 'language'>) {
  const { t } = useTranslation('articles');
  const { title, summary, text } = useDeferredValue(editor.draft);
  return (
    <section className={classes.preview} aria-label={t('edit.preview')} lang={language}>
      <p className={classes.previewTitle}>{title}</p>
      <p className={classes.previewSummary}>{summary}</p>
      <Markdown text={text} />
    </section>
  );
}

/** Whether the text is on the server or only on this device, and the way to discard what is only here. */
function EditStatus({ editor, onDiscard }: { editor: ArticleEditor; onDiscard: () => void }) {
  const { t } = useTranslation('articles');
  const isOnline = useIsOnline();
  const [isAsking, setAsking] = useState(false);
  const { state } = editor;
  const isDraft = state === 'changed' || state === 'stored' || state === 'failed';
  return (
    <>
      {isDraft && (
        <Button variant="subtle" color="brick" onClick={() => setAsking(true)}>
          {t('edit.discard')}
        </Button>
      )}
      <span className={classes.quiet} role="status">
        {state === 'saved' && t('edit.saved')}
        {state === 'stored' && t(isOnline ? 'edit.draft' : 'edit.draft_offline')}
        {state === 'failed' && t('edit.draft_failed')}
      </span>
      {isAsking && <DiscardDialog onClose={() => setAsking(false)} onDiscard={onDiscard} />}
    </>
  );
}

/** Asks before what was typed is lost. */
export function DiscardDialog({ onClose, onDiscard }: { onClose: () => void; onDiscard: () => void }) {
  useFocusBack();
  const { t } = useTranslation(['articles', 'common']);
  return (
    <Modal opened onClose={onClose} title={t('edit.discard_title')} closeButtonProps={{ 'aria-label': t('common:action.close') }}>
      <DialogText>{t('edit.discard_text')}</DialogText>
      <DialogActions>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('common:action.cancel')}
        </Button>
        <Button
          color="brick"
          onClick={() => {
            onClose();
            onDiscard();
          }}
        >
          {t('edit.discard')}
        </Button>
      </DialogActions>
    </Modal>
  );
}
