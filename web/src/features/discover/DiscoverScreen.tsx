import { Button } from '@mantine/core';
import { WORLDWIDE } from '@veld/contract';
import { IconBinoculars, IconCurrentLocation } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ago, countryName } from '../../i18n/format';
import { CardGrid } from '../../ui/cards/CardGrid';
import { EmptyState } from '../../ui/EmptyState';
import { GroupPanel } from '../../ui/GroupIcon';
import { PageHeader } from '../../ui/PageHeader';
import { Photo } from '../../ui/Photo';
import { RarityDots } from '../../ui/cards/RarityDots';
import { ScientificName } from '../../ui/ScientificName';
import { RecordCardSkeletons } from '../../ui/Skeletons';
import { useAddressFilter } from '../../ui/use-address-filter';
import { useLanguage, useUser } from '../accounts/data';
import { isLocationFilter, useLocationFilter } from '../accounts/location-filter';
import { LocationSelect } from '../accounts/LocationSelect';
import { groupOf, observeAddress, rarityOf, speciesAddress, useWantedTaxonIds, taxonPhoto } from '../taxa/data';
import { groupFrom, GroupSelect } from '../taxa/parts/GroupSelect';
import { NamesState } from '../taxa/parts/NamesState';
import { WantedButton } from '../taxa/parts/WantedButton';
import { useFrequencyText, useSourceText } from '../frequencies/words';
import { type Discovery, useDiscoveries, useHere } from './data';
import classes from './DiscoverScreen.module.css';

const FIRST = 24;

export default function DiscoverScreen() {
  const { t } = useTranslation(['discover', 'common', 'species', 'frequencies']);
  const language = useLanguage();
  const own = useUser().country_code;
  const [location, setLocation] = useLocationFilter(own ?? WORLDWIDE, isLocationFilter);
  const [read, write] = useAddressFilter();
  const group = groupFrom(read('group'));
  const here = useHere();
  const { found, country, isMissing, likely, age, month } = useDiscoveries(location, group, here.place);
  const sourceText = useSourceText();
  const wanted = useWantedTaxonIds();
  const [limit, setLimit] = useState(FIRST);
  // Of a saved place, the list is that of its country.
  const place = country ? countryName(country, language) : t('common:location.worldwide');

  return (
    <>
      <PageHeader title={t('common:screens.discover')} lead={t('lead', { place })} />
      <div className={classes.filters}>
        <GroupSelect
          value={group}
          onChange={(next) => {
            setLimit(FIRST);
            write({ group: next });
          }}
        />
        <LocationSelect
          value={location}
          onChange={(next) => {
            setLimit(FIRST);
            setLocation(next);
          }}
          hasPlaces
        />
        <Button
          variant="default"
          leftSection={<IconCurrentLocation size={20} aria-hidden />}
          loading={here.isAsking}
          onClick={here.place ? here.stop : here.ask}
        >
          {here.place ? t('here.stop_using_location') : t('here.use_location')}
        </Button>
      </div>
      <p className={classes.hint} role="status">
        {here.isRefused
          ? t('here.location_failed')
          : here.isNotFound
            ? t('here.location_not_found')
            : here.place
              ? t('here.using_location')
              : ''}
      </p>
      {found && (
        <p className={classes.hint}>
          {sourceText(likely, month)} {likely && t('frequencies:likely.order')}{' '}
          {age !== null && t('frequencies:likely.age', { when: ago(age, language) })}
        </p>
      )}
      {isMissing && (
        <p className={classes.hint} role="status">
          {t('species:list_missing', { country: place })}
        </p>
      )}
      {!own && (
        <p className={classes.hint}>
          {t('no_country')} <Link to="/settings/profile">{t('common:screens.settings')}</Link>
        </p>
      )}
      {!found || !wanted ? (
        <RecordCardSkeletons label={t('common:taxonomy.loading')} />
      ) : found.size === 0 && group === null ? (
        !isMissing && <NamesState />
      ) : found.unseen.length === 0 ? (
        <EmptyState
          sentence={found.size === 0 ? t('empty_group') : t('all_seen')}
          action={
            group && (
              <Button variant="default" onClick={() => write({ group: null })}>
                {t('other_groups')}
              </Button>
            )
          }
        />
      ) : (
        <>
          <CardGrid label={t('common:screens.discover')}>
            {found.unseen.slice(0, limit).map((discovery) => (
              <DiscoveryCard key={discovery.taxon.id} discovery={discovery} place={place} isWanted={wanted.has(discovery.taxon.id)} />
            ))}
          </CardGrid>
          {found.unseen.length > limit && (
            <p className={classes.more}>
              <Button variant="default" onClick={() => setLimit(limit + FIRST)}>
                {t('common:action.show_more')}
              </Button>
            </p>
          )}
        </>
      )}
    </>
  );
}

function DiscoveryCard({ discovery, place, isWanted }: { discovery: Discovery; place: string; isWanted: boolean }) {
  const { t } = useTranslation(['discover', 'taxa', 'common']);
  const { taxon, reason } = discovery;
  const shareText = useFrequencyText();
  const rarity = rarityOf(taxon);
  const group = groupOf(taxon);
  const { image_url: url } = taxon;
  const isOnlyScientific = taxon.name === taxon.scientific_name;
  return (
    <article className={classes.card} data-compact={!url || undefined}>
      {url ? (
        <div className={classes.picture}>
          <Photo photo={taxonPhoto(url)} alt="" fallback={<GroupPanel group={group} size={40} fill />} />
        </div>
      ) : (
        <div className={classes.icon}>
          <GroupPanel group={group} size={64} />
        </div>
      )}
      <div className={classes.words}>
        <h2 className={classes.name}>
          <Link to={speciesAddress(taxon.id)}>
            {isOnlyScientific ? <ScientificName name={taxon.name} rank={taxon.rank} /> : taxon.name}
          </Link>
        </h2>
        <p className={classes.below}>
          {!isOnlyScientific && <ScientificName className={classes.scientific} name={taxon.scientific_name} rank={taxon.rank} />}
          <RarityDots level={rarity} label={t(`common:rarity.${rarity}`)} />
        </p>
        <p className={classes.reason}>{reason.kind === 'on_lists' ? shareText(reason.share) : t(`reason.common_${rarity}`, { place })}</p>
        <div className={classes.actions}>
          <Button
            component={Link}
            to={observeAddress(taxon.id)}
            variant="light"
            leftSection={<IconBinoculars size={18} aria-hidden />}
            aria-label={t('taxa:observe_of', { name: taxon.name })}
          >
            {t('common:nav.observe')}
          </Button>
          <WantedButton taxon={taxon} isWanted={isWanted} isCompact />
        </div>
      </div>
    </article>
  );
}
