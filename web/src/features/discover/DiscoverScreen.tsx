import { Button } from '@mantine/core';
import { IconBinoculars, IconCurrentLocation } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { countryName } from '../../i18n/format';
import { CardGrid } from '../../ui/CardGrid';
import { EmptyState } from '../../ui/EmptyState';
import { GroupPanel } from '../../ui/GroupIcon';
import { PageHeader } from '../../ui/PageHeader';
import { Photo } from '../../ui/Photo';
import { RarityDots } from '../../ui/RarityDots';
import { ScientificName } from '../../ui/ScientificName';
import { RecordCardSkeletons } from '../../ui/Skeletons';
import { useAddressFilter } from '../../ui/use-address-filter';
import { useLanguage, useUser } from '../accounts/data';
import { groupOf, observeAddress, rarityOf, speciesAddress, useWantedTaxonIds } from '../taxa/data';
import { groupFrom, GroupSelect } from '../taxa/parts/GroupSelect';
import { NamesState } from '../taxa/parts/NamesState';
import { WantedButton } from '../taxa/parts/WantedButton';
import { type Discovery, useDiscoveries, useLikelyHere } from './data';
import classes from './DiscoverScreen.module.css';

const FIRST = 24;

export default function DiscoverScreen() {
  const { t } = useTranslation(['discover', 'common']);
  const language = useLanguage();
  const country = useUser().country_code;
  const [read, write] = useAddressFilter();
  const group = groupFrom(read('group'));
  const here = useLikelyHere();
  const found = useDiscoveries(group, here.answer?.likely);
  const wanted = useWantedTaxonIds();
  const [limit, setLimit] = useState(FIRST);
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
        <Button
          variant="default"
          leftSection={<IconCurrentLocation size={20} aria-hidden />}
          loading={here.isAsking}
          onClick={here.answer ? here.stop : here.ask}
        >
          {here.answer ? t('here.stop_using_location') : t('here.use_location')}
        </Button>
      </div>
      <p className={classes.hint} role="status">
        {here.isRefused
          ? t('here.location_failed')
          : here.isNotFound
            ? t('here.location_not_found')
            : here.hasFailed
              ? t('here.load_failed')
              : here.answer
                ? here.answer.likely.length > 0
                  ? t('here.using_location')
                  : t('here.no_data')
                : ''}
      </p>
      {!country && (
        <p className={classes.hint}>
          {t('no_country')} <Link to="/settings/profile">{t('common:screens.settings')}</Link>
        </p>
      )}
      {!found || !wanted ? (
        <RecordCardSkeletons label={t('common:taxonomy.loading')} />
      ) : found.size === 0 && group === null ? (
        <NamesState />
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
  const rarity = rarityOf(taxon);
  const group = groupOf(taxon);
  const { image_url: url } = taxon;
  const isOnlyScientific = taxon.name === taxon.scientific_name;
  return (
    <article className={classes.card} data-compact={!url || undefined}>
      {url ? (
        <div className={classes.picture}>
          <Photo
            photo={{ urls: { 128: `${url}?size=128`, 512: `${url}?size=512`, 1600: `${url}?size=1600` } }}
            alt=""
            fallback={<GroupPanel group={group} size={40} fill />}
          />
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
        <p className={classes.reason}>{reason === 'likely_here' ? t('reason.likely_here') : t(`reason.common_${rarity}`, { place })}</p>
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
