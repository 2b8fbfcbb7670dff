import { itemAt } from '@veld/contract';
import { ActionIcon, Anchor } from '@mantine/core';
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
import type { TaxonGroup } from '@veld/contract/vocabulary';
import { CardGrid } from '../cards/CardGrid';
import { RecordCard } from '../cards/RecordCard';
import { TaxonRow } from '../cards/TaxonRow';
import { Frame } from '../frame/Frame';
import { UserBlock } from '../frame/UserBlock';
import { NoticeArea } from '../notices/NoticeArea';
import { PageHeader } from '../PageHeader';
import type { PhotoSource } from '../Photo';
import { SectionTitle } from '../SectionTitle';
import { StatTile } from '../StatTile';
import { SyncChip } from '../SyncChip';
import classes from './gallery.module.css';

const example = (name: string, scientificName: string, group: TaxonGroup, rarity: number, isSeen = false, rank = 'species'): Example => ({
  name,
  scientificName,
  rank,
  group,
  rarity,
  isSeen,
});

const TAXA: Example[] = [
  example('Koolmees', 'Parus major', 'bird', 1, true),
  example('Kleine ijsvogelvlinder', 'Limenitis camilla', 'butterfly', 3),
  example('Egel', 'Erinaceus europaeus', 'mammal', 1, true),
  example('Rugstreeppad', 'Epidalea calamita', 'amphibian', 4),
  example('Brede orchis', 'Dactylorhiza majalis var. alpestris', 'plant', 4, false, 'variety'),
  example('Salix × fragilis', 'Salix × fragilis', 'tree', 2, true),
  example('Wespenspin', 'Argiope bruennichi', 'spider', 2),
  example('Mezen', 'Paridae', 'bird', 1, true, 'family'),
  example('Gewöhnlicher Wasser-Hahnenfuß (Artengruppe)', 'Ranunculus aquatilis agg.', 'plant', 3),
  example('Vliegenzwam', 'Amanita muscaria', 'fungus', 1, true),
];

const RARITY_WORDS = ['', 'Very common', 'Common', 'Uncommon', 'Rare', 'Very rare'];

const PHOTOS = [
  paintedPhoto('#7f9166', '#d8d9a0', '#c9b94a', -4),
  paintedPhoto('#5d7480', '#b9cdd1', '#b0562f', 6),
  paintedPhoto('#8a7a58', '#e0cfa2', '#7c8a5a', 0),
] as const;

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
        tools: 'Status and search',
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
            rarity={{ level: taxon.rarity, label: itemAt(RARITY_WORDS, taxon.rarity) }}
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

interface Example {
  name: string;
  scientificName: string;
  rank: string;
  group: TaxonGroup;
  rarity: number;
  isSeen: boolean;
}

/** A drawn placeholder for a photo. */
function paintedPhoto(ground: string, light: string, subject: string, turn: number): PhotoSource {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300"><defs><filter id="b"><feGaussianBlur stdDeviation="26"/></filter></defs><rect width="400" height="300" fill="${ground}"/><g filter="url(#b)"><circle cx="300" cy="60" r="90" fill="${light}"/><path d="M0 220Q120 150 260 210T400 190V300H0Z" fill="${light}" opacity=".6"/><circle cx="70" cy="110" r="60" fill="${subject}" opacity=".5"/></g><g transform="rotate(${turn} 200 160)"><path d="M60 196Q200 178 350 204" stroke="#4a3b2a" stroke-width="9" fill="none" stroke-linecap="round"/><ellipse cx="190" cy="146" rx="62" ry="44" fill="${subject}"/><circle cx="140" cy="112" r="30" fill="#2b2f2a"/><path d="M112 114l-22 6 22 6Z" fill="#2b2f2a"/><path d="M236 158l70 26-66-6Z" fill="#39443f"/><circle cx="131" cy="107" r="4" fill="#fff"/></g></svg>`;
  const url = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  return { urls: { 128: url, 512: url, 1600: url }, width: 400, height: 300 };
}
