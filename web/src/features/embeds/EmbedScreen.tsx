import { useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { number } from '../../i18n/format';
import { type EmbedTheme, useCounter, useEmbedOptions } from './data';
import classes from './embed.module.css';

/** A user's counter on another website: read only, no cookies, never blank. */
export default function EmbedScreen() {
  const { language, theme } = useEmbedOptions();
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

/** Applies the theme requested by the embedding page, without changing the app's theme setting. */
function useTheme(theme: EmbedTheme | null) {
  useLayoutEffect(() => {
    if (!theme) return;
    const root = document.documentElement;
    root.setAttribute('data-mantine-color-scheme', theme === 'dark' ? 'dark' : 'light');
    root.toggleAttribute('data-veld-contrast', theme === 'contrast');
  }, [theme]);
}

/** Reports the height in pixels to the embedding page, so that it can size the frame: `{ type: 'veld-embed', height }`. */
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
      // The height is not secret, and the server restricts which sites may frame this page.
      window.parent.postMessage({ type: 'veld-embed', height }, '*');
    };
    const observer = new ResizeObserver(tell);
    observer.observe(element);
    return () => observer.disconnect();
  }, [widget]);
}
