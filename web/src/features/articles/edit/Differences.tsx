import type { ArticleText } from '@veld/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type DiffPart, diffTexts, shortened } from './diff';
import classes from './Differences.module.css';

/** What changed from one text to another: marked by colour, and by a line through or under it. */
export function Differences({ earlier, later }: { earlier: ArticleText; later: ArticleText }) {
  const { t } = useTranslation('articles');
  const parts = useMemo(() => diffTexts(wholeText(earlier), wholeText(later)), [earlier, later]);
  if (parts.every(({ kind }) => kind === 'same')) return <p className={classes.none}>{t('history.same')}</p>;
  return (
    <div className={classes.text} role="group" aria-label={t('history.differences')}>
      {parts.map((part, index) => (
        <Part key={index} part={part} />
      ))}
    </div>
  );
}

function Part({ part: { kind, text } }: { part: DiffPart }) {
  if (kind === 'same') return shortened(text);
  return kind === 'removed' ? <del>{text}</del> : <ins>{text}</ins>;
}

function wholeText({ title, summary, text }: ArticleText): string {
  return `${title}\n\n${summary}\n\n${text}`;
}
