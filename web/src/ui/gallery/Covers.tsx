import { Anchor, Button, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { GuestFrame } from '../frame/GuestFrame';
import classes from './gallery.module.css';

const language = <NativeSelect aria-label="Language" data={['English', 'Nederlands', 'Deutsch', 'Polski']} />;

export function Covers({ look }: { look: 'cover' | 'form' }) {
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
