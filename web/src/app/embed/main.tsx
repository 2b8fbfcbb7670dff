import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../../ui/tokens.css';
import '../../ui/fonts.css';
import '../../ui/base.css';
import './embed.css';
import { Embed } from '../../features/embeds/Embed';
import { embedOptionsIn } from '../../features/embeds/options';
import { EmbedLayout } from '../layouts/EmbedLayout';
import { followSystemTheme } from './system-theme';
import { startTexts } from './texts';

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
