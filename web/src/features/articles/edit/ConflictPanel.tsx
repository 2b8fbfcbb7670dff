import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ago } from '../../../i18n/format';
import { useLanguage } from '../../../shared/session/session';
import type { Newer } from './data';
import { Differences } from './Differences';
import type { ArticleEditor } from './use-article-editor';
import classes from './edit.module.css';

/** Somebody saved another text in the meantime: shows the differences to one's own, and lets the person choose. */
export function ConflictPanel({ editor, newer, onUseTheirs }: { editor: ArticleEditor; newer: Newer; onUseTheirs: () => void }) {
  const { t } = useTranslation('articles');
  const language = useLanguage();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={classes.conflict} aria-labelledby="article-conflict">
      <h2 id="article-conflict" ref={heading} tabIndex={-1} className={classes.conflictTitle}>
        {t('conflict.title')}
      </h2>
      <p>{t('conflict.text', { name: newer.user_name, ago: ago(newer.created_at, language) })}</p>
      <Differences earlier={newer} later={editor.draft} />
      <div className={classes.end}>
        <Button loading={editor.state === 'sending'} onClick={() => void editor.save(newer.id)}>
          {t('conflict.mine')}
        </Button>
        <Button variant="default" onClick={onUseTheirs}>
          {t('conflict.theirs')}
        </Button>
      </div>
    </section>
  );
}
