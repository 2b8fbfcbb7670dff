import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsOnline } from '../../../shared/session/session';
import { DiscardDialog } from './DiscardDialog';
import type { ArticleEditor } from './use-article-editor';
import classes from './edit.module.css';

/** Whether the text is on the server or only on this device, and the way to discard what is only here. */
export function EditStatus({ editor, onDiscard }: { editor: ArticleEditor; onDiscard: () => void }) {
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
