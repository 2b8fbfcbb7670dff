import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import { ThemeProvider } from '../ThemeProvider';
import { Covers } from './Covers';
import { Everyday } from './Everyday';
import { Icons } from './Icons';
import { Parts } from './Parts';

// For development: `npm run dev --workspace web`, then /gallery.html?show=everyday (or parts, icons, cover, form).
// Not part of the build.
const show = new URLSearchParams(location.search).get('show') ?? 'everyday';

const pages: Record<string, () => React.ReactNode> = {
  everyday: () => <Everyday />,
  parts: () => <Parts />,
  icons: () => <Icons />,
  cover: () => <Covers look="cover" />,
  form: () => <Covers look="form" />,
};

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <ThemeProvider>
      <MemoryRouter initialEntries={['/feed']}>{pages[show]?.() ?? <p>No such page: {show}</p>}</MemoryRouter>
    </ThemeProvider>
  </StrictMode>,
);
