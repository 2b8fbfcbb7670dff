import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './SectionIndex.module.css';

interface Props {
  sections: readonly { id: string; title: string }[];
}

/** Table of contents beside the page on wide screens; the current section is marked. */
export function SectionIndex({ sections }: Props) {
  const { t } = useTranslation('settings');
  const [current, setCurrent] = useState<string | null>(null);
  const ids = sections.map(({ id }) => id).join(' ');

  useEffect(() => {
    if (typeof IntersectionObserver === 'undefined') return;
    const shown = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) shown.add(target.id);
          else shown.delete(target.id);
        }
        setCurrent(ids.split(' ').find((id) => shown.has(id)) ?? null);
      },
      { rootMargin: '-15% 0px -55% 0px' },
    );
    for (const id of ids.split(' ')) {
      const section = document.querySelector(`#${id}`);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [ids]);

  return (
    <nav className={classes.index} aria-label={t('index')}>
      {sections.map(({ id, title }) => (
        <a key={id} className={classes.indexLink} href={`#${id}`} aria-current={id === current || undefined}>
          {title}
        </a>
      ))}
    </nav>
  );
}
