import {
  Anchor,
  Button,
  NativeSelect,
  PasswordInput,
  TextInput,
  Alert,
  Badge,
  Checkbox,
  Chip,
  Group,
  NumberInput,
  Radio,
  SegmentedControl,
  Select,
  Switch,
  Tabs,
  Textarea,
} from '@mantine/core';
import { TAXON_GROUPS } from '@veld/contract/vocabulary';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import { GuestFrame } from '../frame/GuestFrame';
import { GroupIcon, GroupPanel } from '../GroupIcon';
import { ThemeProvider } from '../ThemeProvider';
import { Everyday } from './Everyday';
import { Binoculars, HillPath, LostTrail } from '../drawings/EmptyDrawings';
import { EmptyState } from '../EmptyState';
import { ErrorState } from '../ErrorState';
import { FieldError } from '../FieldError';
import { NOTICE_TYPES } from '../notices/Notice';
import { NoticeArea } from '../notices/NoticeArea';
import { OfflineChip } from '../OfflineChip';
import { SectionTitle } from '../SectionTitle';
import { RecordCardSkeletons, TaxonRowSkeletons } from '../Skeletons';
import { SYNC_STATES, SyncChip } from '../SyncChip';
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

const SYNC_WORDS = {
  safe: 'All safe',
  waiting: '3 waiting',
  sending: 'Sending 2',
  attention: '1 needs attention',
  login: 'Log in to send',
  paused: 'Sending is paused',
  receiving: 'Getting your records, 120 of 677',
};

/** Controls, chips, states and drawings. */
function Parts() {
  return (
    <div className={classes.parts}>
      <SectionTitle>Chips</SectionTitle>
      <Group gap="xs">
        {SYNC_STATES.map((state) => (
          <SyncChip key={state} state={state} label={SYNC_WORDS[state]} to="/outbox" />
        ))}
        <OfflineChip label="Offline" />
      </Group>
      <SectionTitle>Buttons</SectionTitle>
      <Group gap="xs">
        <Button>Save record</Button>
        <Button variant="light">Add photo</Button>
        <Button variant="default">Cancel</Button>
        <Button variant="subtle">Later</Button>
        <Button color="brick">Delete record</Button>
        <Button color="brick" variant="light">
          Discard
        </Button>
        <Button color="ochre">Review</Button>
        <Button disabled>Not now</Button>
        <Button loading>Sending</Button>
      </Group>
      <SectionTitle>Fields</SectionTitle>
      <div className={classes.fields}>
        <TextInput label="Species" placeholder="Part of a name" />
        <TextInput label="Place" defaultValue="Leidse Hout" error="Choose a point on the map." />
        <NumberInput label="Count" defaultValue={2} />
        <Select label="Life stage" data={['Adult', 'Juvenile']} defaultValue="Adult" />
        <Textarea label="Notes" description="Everybody can read these." autosize minRows={2} />
        <div>
          <SegmentedControl data={['Day', 'Month', 'Year']} />
          <Checkbox label="I am not sure" defaultChecked />
          <Radio label="Blurred to 10 km" defaultChecked />
          <Switch label="Send only on Wi-Fi" defaultChecked />
          <FieldError messages={['Choose a day that is not in the future.']} />
        </div>
      </div>
      <Group gap="xs" mt="md">
        <Chip defaultChecked>Birds</Chip>
        <Chip>Plants</Chip>
        <Badge>Confirmed</Badge>
        <Badge color="ochre">Needs a name</Badge>
        <Badge color="stone">Casual</Badge>
      </Group>
      <Tabs defaultValue="seen" mt="md">
        <Tabs.List>
          <Tabs.Tab value="seen">Seen</Tabs.Tab>
          <Tabs.Tab value="not">Not seen</Tabs.Tab>
        </Tabs.List>
      </Tabs>
      <Group mt="md" align="stretch" grow>
        <Alert color="water" title="The map shows only your country">
          You can change this in the settings.
        </Alert>
        <Alert color="brick" title="This photo could not be read">
          Your record is safe. Choose another photo.
        </Alert>
      </Group>
      <SectionTitle>States</SectionTitle>
      <div className={classes.columns}>
        <EmptyState sentence="Nothing here yet. Your first record begins the page." action={<Button>Observe</Button>} />
        <ErrorState
          sentence="The server does not answer. Your records are safe on this device."
          action={<Button variant="light">Try again</Button>}
          detail="503"
        />
        <EmptyState
          drawing={<LostTrail />}
          title="There is no such page"
          sentence="The trail ends here."
          action={<Button variant="light">Go home</Button>}
        />
        <EmptyState drawing={<Binoculars />} sentence="No species matches these letters." />
        <EmptyState drawing={<HillPath />} sentence="Start your first journey." action={<Button>Start</Button>} />
      </div>
      <SectionTitle>On their way</SectionTitle>
      <TaxonRowSkeletons count={3} label="Loading species" />
      <RecordCardSkeletons count={3} label="Loading records" />
      <NoticeArea
        notices={NOTICE_TYPES.map((type) => ({ id: type, type, text: `A message of the type ${type}` }))}
        onDismiss={() => undefined}
        dismissLabel="Close"
        unfoldLabel="Whole message"
      />
    </div>
  );
}
