import { Anchor, Button, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { TAXON_GROUPS } from '@veld/contract/vocabulary';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import { GuestFrame } from '../frame/GuestFrame';
import { GroupIcon, GroupPanel } from '../GroupIcon';
import { ThemeProvider } from '../ThemeProvider';
import { Everyday } from './Everyday';
import { Parts } from './Parts';
import classes from './gallery.module.css';

const language = <NativeSelect aria-label="Language" data={['English', 'Nederlands', 'Deutsch', 'Polski']} />;

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

function Covers({ look }: { look: 'cover' | 'form' }) {
  return (
    <GuestFrame look={look} language={language} homeTo="/welcome" homeLabel="Veld" skipLabel="Skip to content">
      {look === 'form' ? (
        <form className={classes.form}>
          <h1 className={classes.formTitle}>Log in</h1>
          <TextInput label="E-mail" type="email" defaultValue="anna@veld.example" autoComplete="email" />
          <PasswordInput label="Password" error="This password does not belong to this address." autoComplete="current-password" />
          <Button type="submit">Log in</Button>
          <Anchor href="#forgot">Forgot your password</Anchor>
        </form>
      ) : (
        <div className={classes.cover}>
          <h1 className={classes.coverTitle}>A field notebook that knows the names</h1>
          <p className={classes.coverWords}>
            Record what you see outdoors, with or without a network. Find any species in your own language.
          </p>
          <div className={classes.buttons}>
            <Button size="lg">Start your notebook</Button>
            <Button size="lg" variant="default">
              Log in
            </Button>
          </div>
          <p className={classes.coverCounts}>12,408 records of 1,312 species by 214 people</p>
        </div>
      )}
    </GuestFrame>
  );
}

/** Every group icon at 24 px, at 56 px on its background, and large. */
function Icons() {
  return (
    <div className={classes.icons}>
      {TAXON_GROUPS.map((group) => (
        <figure key={group} className={classes.icon}>
          <GroupIcon group={group} size={96} />
          <GroupPanel group={group} />
          <GroupIcon group={group} />
          <figcaption>{group}</figcaption>
        </figure>
      ))}
    </div>
  );
}
