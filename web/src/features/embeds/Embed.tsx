import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { LostTrail } from '../../ui/drawings/EmptyDrawings';
import { type Shown, useEmbedded } from './data';
import { Figures } from './Figures';
import { type EmbedOptions, type EmbedTheme, embedOptionsIn, applyTheme } from './options';
import classes from './embed.module.css';

/** A user's counter, map, species or records on another website: read only, no cookies, never blank. `search` is the query of its address. */
export function Embed({ search }: { search: string }) {
  const options = useMemo(() => embedOptionsIn(search), [search]);
  const { language, theme, type } = options;
  const { t } = useTranslation('embeds', { lng: language });
  const { embedded, retry } = useEmbedded(options);
  const widget = useRef<HTMLDivElement>(null);
  useTheme(theme);
  useHeightForParent(widget);

  return (
    <div ref={widget} lang={language}>
      {embedded === 'loading' && (
        <p className={classes.text} role="status">
          {t('loading')}
        </p>
      )}
      {embedded === 'unknown' && (
        <div className={classes.gone} role="alert">
          <LostTrail />
          <p className={classes.text}>{t('unknown_key')}</p>
        </div>
      )}
      {embedded === 'failed' && (
        <p className={classes.text} role="alert">
          {t(type === 'map' ? 'map_failed' : type === 'counter' ? 'failed' : 'list_failed')}{' '}
          <button type="button" className={classes.retry} onClick={retry}>
            {t('retry')}
          </button>
        </p>
      )}
      {typeof embedded === 'object' && <Content shown={embedded} options={options} />}
    </div>
  );
}

function Content({ shown, options: { language, height, taxonId } }: { shown: Shown; options: EmbedOptions }) {
  switch (shown.type) {
    case 'map':
      return <shown.Map counts={shown.counts} language={language} height={height} />;
    case 'species':
      return <shown.Species counts={shown.counts} language={language} />;
    case 'project':
      return <shown.Project counts={shown.counts} language={language} />;
    case 'records':
      return <shown.Records counts={shown.counts} language={language} isOfTaxon={taxonId !== null} />;
    case 'counter':
      return <Figures counts={shown.counts} language={language} />;
  }
}

/** Applies the theme requested by the embedding page, without changing the app's theme setting. */
function useTheme(theme: EmbedTheme | null) {
  useLayoutEffect(() => {
    if (theme) applyTheme(theme);
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
