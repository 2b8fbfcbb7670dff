import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Embed } from '../../features/embeds/Embed';
import { embedOptionsIn, applyTheme } from '../../features/embeds/options';
import { EmbedLayout } from '../layouts/EmbedLayout';
import { type Language, numberFormatter } from '@veld/contract';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import '../../ui/tokens.css';
import '../../ui/fonts.css';
import '../../ui/base.css';
import './embed.css';

/** Changes the theme with the reader's system. Before the first paint, public/theme.js has applied it. */
function followSystemTheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const contrast = matchMedia('(prefers-contrast: more)');
  const follow = () => applyTheme(dark.matches ? 'dark' : contrast.matches ? 'contrast' : 'light');
  dark.addEventListener('change', follow);
  contrast.addEventListener('change', follow);
}

/** The texts of an embed in all languages: together they are smaller than a picture, and none can fail to load. */
const files = import.meta.glob<Record<string, unknown>>('../../i18n/*/embeds.json', { eager: true, import: 'default' });

async function startTexts(language: Language): Promise<void> {
  await i18next
    .use(numberFormatter)
    .use(initReactI18next)
    .init({
      lng: language,
      ns: ['embeds'],
      defaultNS: 'embeds',
      fallbackLng: 'en',
      resources: Object.fromEntries([language, 'en'].map((one) => [one, { embeds: files[`../../i18n/${one}/embeds.json`] ?? {} }])),
      interpolation: { escapeValue: false, alwaysFormat: true },
      returnNull: false,
    });
}

// A page of its own, because it loads on other people's websites: without the router, the database and the service worker of the app.
const { search } = location;
const { language, theme } = embedOptionsIn(search);
document.documentElement.lang = language;
if (!theme) followSystemTheme();
await startTexts(language);

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <EmbedLayout>
      <Embed search={search} />
    </EmbedLayout>
  </StrictMode>,
);
