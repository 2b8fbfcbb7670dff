import {
  IconBell,
  IconBook2,
  IconFeather,
  IconHeart,
  IconHome,
  IconLeaf,
  IconMap2,
  IconMessageCircle,
  IconRoute,
  IconSettings,
  IconSparkles,
  IconUsers,
} from '@tabler/icons-react';
import { ActionIcon, Anchor } from '@mantine/core';
import { CardGrid } from '../cards/CardGrid';
import { Frame } from '../frame/Frame';
import { UserBlock } from '../frame/UserBlock';
import { NoticeArea } from '../notices/NoticeArea';
import { PageHeader } from '../PageHeader';
import { RecordCard } from '../cards/RecordCard';
import { SectionTitle } from '../SectionTitle';
import { StatTile } from '../StatTile';
import { SyncChip } from '../SyncChip';
import { TaxonRow } from '../cards/TaxonRow';
import { PHOTOS, RARITY_WORDS, TAXA } from './examples';
import classes from './gallery.module.css';

const quietLine = (
  <>
    <span className={classes.count}>
      <IconHeart size={18} aria-hidden /> 12
    </span>
    <span className={classes.count}>
      <IconMessageCircle size={18} aria-hidden /> 3
    </span>
  </>
);

/** A standard screen with realistic content. */
export function Everyday() {
  return (
    <Frame
      labels={{
        skip: 'Skip to content',
        navigation: 'Main',
        observe: 'Observe',
        more: 'More',
        close: 'Close',
        home: 'Today',
        collapse: 'Narrow menu',
        expand: 'Wide menu',
      }}
      observeTo="/observe"
      homeTo="/"
      bar={[
        { to: '/feed', label: 'Feed', icon: IconFeather, badge: { text: '4', label: '4 new' } },
        { to: '/map', label: 'Map', icon: IconMap2 },
        { to: '/my-species', label: 'My species', icon: IconLeaf },
      ]}
      items={[
        { to: '/', label: 'Today', icon: IconHome },
        { to: '/discover', label: 'Discover', icon: IconSparkles },
        { to: '/knowledge', label: 'Knowledge', icon: IconBook2 },
        { to: '/my-journeys', label: 'Journeys', icon: IconRoute },
        { to: '/community', label: 'Community', icon: IconUsers },
      ]}
      rare={[{ to: '/settings/profile', label: 'Settings', icon: IconSettings }]}
      user={<UserBlock to="/profile" person={{ id: 'anna', name: 'Anna de Wit' }} line="Netherlands · level 7" />}
      actions={
        <ActionIcon aria-label="Notifications">
          <IconBell size={24} stroke={1.75} />
        </ActionIcon>
      }
      sync={<SyncChip state="safe" label="All records are safe" to="/outbox" />}
      footer={<span>Veld 0.1.0</span>}
    >
      <PageHeader title="Feed" lead="What people near you have seen." />
      <Records />
      <LikelyHere />
      <ThisYear />
      <NoticeArea
        notices={[{ id: '1', type: 'positive', text: 'Record saved', action: { label: 'Undo', onClick: () => undefined } }]}
        onDismiss={() => undefined}
        dismissLabel="Close"
        unfoldLabel="Whole message"
      />
    </Frame>
  );
}

function Records() {
  return (
    <CardGrid>
      <RecordCard
        to="/observations/1"
        name="Great tit"
        scientificName="Parus major"
        rank="species"
        group="bird"
        photo={PHOTOS[0]}
        photoCount={{ count: 3, label: '3 photos' }}
        observer={{ name: 'Anna de Wit', to: '/profile/anna' }}
        when="Today, 08:12"
        place="Amsterdamse Bos, Amstelveen"
        chips={['2', 'Adult', 'Male']}
        footer={quietLine}
        isFirst
      />
      <RecordCard
        to="/observations/2"
        name="Otter"
        scientificName="Lutra lutra"
        rank="species"
        group="mammal"
        observer={{ name: 'Bram', to: '/profile/bram' }}
        when="November 2026"
        place="Weerribben"
        blurredLabel="Within 10 km"
        chips={['1']}
        footer={quietLine}
      />
      <RecordCard
        to="/observations/3"
        name="Common kingfisher"
        scientificName="Alcedo atthis"
        rank="species"
        group="bird"
        photo={PHOTOS[1]}
        observer={{ name: 'Chen Li', to: '/profile/chen' }}
        when="Yesterday, 16:40"
        place="Leidse Hout"
        chips={['1', 'Female']}
        footer={quietLine}
      />
      <RecordCard
        to="/observations/4"
        name="Fly agaric"
        scientificName="Amanita muscaria"
        rank="species"
        group="fungus"
        observer={{ name: 'Anna de Wit' }}
        when="18 November, 11:05"
        place="Kootwijk"
        chips={['5–10']}
        footer={quietLine}
      />
    </CardGrid>
  );
}

function LikelyHere() {
  return (
    <>
      <SectionTitle action={<Anchor href="#all">See all</Anchor>}>Likely here now</SectionTitle>
      <div className={classes.columns}>
        {TAXA.map((taxon) => (
          <TaxonRow
            key={taxon.scientificName}
            to={`/species/${taxon.name}`}
            name={taxon.name}
            scientificName={taxon.scientificName}
            rank={taxon.rank}
            group={taxon.group}
            seenLabel={taxon.isSeen ? 'Seen' : null}
            rarity={{ level: taxon.rarity, label: RARITY_WORDS[taxon.rarity]! }}
          />
        ))}
      </div>
    </>
  );
}

function ThisYear() {
  return (
    <>
      <SectionTitle>This year</SectionTitle>
      <div className={classes.tiles}>
        <StatTile value="214" label="records" change="+12 this week" />
        <StatTile value="96" label="species" change="+3 this week" />
        <StatTile value="31,4" label="kilometres" />
        <StatTile value="18" label="days outside" />
      </div>
    </>
  );
}
