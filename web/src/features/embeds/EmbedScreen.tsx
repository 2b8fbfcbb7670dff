import { useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { number } from '../../i18n/format';
import { type EmbedTheme, useCounter, useWishes } from './data';
import classes from './embed.module.css';

/** A person's counter inside somebody else's page: read only, no cookies, never blank. */
export default function EmbedScreen() {
  const { language, theme } = useWishes();
  const { t } = useTranslation(['embeds', 'common'], { lng: language });
  const { counter, hasFailed, retry } = useCounter();
  const widget = useRef<HTMLDivElement>(null);
  useTheme(theme);
  useHeightForParent(widget);

  return (
    <div ref={widget} lang={language}>
      {counter && (
        <>
          <h1 className={classes.name}>{counter.name}</h1>
          <dl className={classes.figures}>
            <div className={classes.figure}>
              <dt>{t('records', { count: counter.observations })}</dt>
              <dd>{number(counter.observations, language)}</dd>
            </div>
            <div className={classes.figure}>
              <dt>{t('species', { count: counter.species })}</dt>
              <dd>{number(counter.species, language)}</dd>
            </div>
          </dl>
        </>
      )}
      {!counter && !hasFailed && (
        <p className={classes.text} role="status">
          {t('loading')}
        </p>
      )}
      {!counter && hasFailed && (
        <p className={classes.text} role="alert">
          {t('failed')}{' '}
          <button type="button" className={classes.retry} onClick={() => void retry()}>
            {t('common:action.retry')}
          </button>
        </p>
      )}
    </div>
  );
}

/** The colours that the page around asked for; the reader's own choice for the app is left as it is. */
function useTheme(theme: EmbedTheme | null) {
  useLayoutEffect(() => {
    if (!theme) return;
    const root = document.documentElement;
    root.setAttribute('data-mantine-color-scheme', theme === 'dark' ? 'dark' : 'light');
    root.toggleAttribute('data-veld-contrast', theme === 'contrast');
  }, [theme]);
}

/** Tells the page around how high this is, so that its frame can fit: `{ type: 'veld-embed', height }` in pixels. */
function useHeightForParent(widget: React.RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = widget.current;
    if (!element || window.parent === window || typeof ResizeObserver === 'undefined') return;
    const tell = () => {
      const main = element.closest('main');
      const foot = main?.nextElementSibling;
      const padding = main
        ? Number.parseFloat(getComputedStyle(main).paddingTop) + Number.parseFloat(getComputedStyle(main).paddingBottom)
        : 0;
      const height = Math.ceil(element.offsetHeight + padding + (foot instanceof HTMLElement ? foot.offsetHeight : 0));
      // A height is no secret, and which sites may frame this is the server's word.
      window.parent.postMessage({ type: 'veld-embed', height }, '*');
    };
    const observer = new ResizeObserver(tell);
    observer.observe(element);
    return () => observer.disconnect();
  }, [widget]);
}
