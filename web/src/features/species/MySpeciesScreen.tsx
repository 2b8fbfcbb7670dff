import { Button, Chip, NativeSelect, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { WORLDWIDE } from '@veld/contract';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { countryName, number } from '../../i18n/format';
import { EmptyState } from '../../ui/EmptyState';
import { Binoculars } from '../../ui/drawings/Binoculars';
import { GroupPanel } from '../../ui/GroupIcon';
import { PageHeader } from '../../ui/PageHeader';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import { TaxonRow } from '../../ui/TaxonRow';
import { SearchField } from '../../ui/SearchField';
import { useAddressFilter } from '../../ui/use-address-filter';
import { VirtualRows } from '../../ui/VirtualRows';
import { notifier, useLanguage, useUser } from '../accounts/data';
import { useLocationFilter } from '../accounts/location-filter';
import { OwnPhoto } from '../observations/data';
import { firstGuess } from '../taxa/guess';
import { groupOf, speciesAddress, type Taxon, useTaxonSearch, useWantedTaxonIds } from '../taxa/data';
import { groupFrom, GroupSelect } from '../taxa/parts/GroupSelect';
import { GuessesHeading } from '../taxa/parts/GuessesHeading';
import { NamesState } from '../taxa/parts/NamesState';
import { taxonRowProps } from '../taxa/parts/taxon-row-props';
import { type OwnSpecies, periodOf, useOwnSpecies, useSpeciesList, useTicks, useUnlisted } from './data';
import classes from './MySpeciesScreen.module.css';
import { PeriodSelect } from './parts/PeriodSelect';
import { TickButton } from './parts/TickButton';
import { type Undoable, UndoNotice } from './parts/UndoNotice';
import { SPECIES_VIEWS, speciesInView, type SpeciesView } from './species-list';

/** Views that show the species of the list only; the others show every species of the user that fits. */
const OF_THE_LIST: readonly SpeciesView[] = ['all', 'not_seen', 'wanted'];

/** Maximum number of search results within a list. */
const FOUND = 1000;

export default function MySpeciesScreen() {
  const { t } = useTranslation(['species', 'common']);
  const language = useLanguage();
  const user = useUser();
  const [read, write] = useAddressFilter();
  const view = SPECIES_VIEWS.find((one) => one === read('view')) ?? 'all';
  const group = groupFrom(read('group'));
  const text = read('q') ?? '';
  const period = periodOf(read('period'));
  // Only the list of the user's own country is on this device.
  const [location, setLocation] = useLocationFilter(
    user.country_code ?? WORLDWIDE,
    (one) => one === WORLDWIDE || one === user.country_code,
  );
  const country = location === WORLDWIDE ? null : user.country_code;

  const list = useSpeciesList(country, group);
  const own = useOwnSpecies({ country, period });
  const wanted = useWantedTaxonIds();
  const found = useTaxonSearch(text, FOUND);
  const unlisted = useUnlisted(list, own, group);
  const shown = useMemo(() => {
    if (!list || !own || !unlisted || !wanted || !found) return undefined;
    const inView = speciesInView(OF_THE_LIST.includes(view) ? list : [...list, ...unlisted], view, own, wanted);
    if (text.trim() === '') return inView;
    const byId = new Map(inView.map((taxon) => [taxon.id, taxon]));
    return found.flatMap(({ id }) => byId.get(id) ?? []);
  }, [list, unlisted, own, wanted, found, view, text]);
  const seen = useMemo(() => (list && own ? list.filter(({ id }) => own.has(id)).length : 0), [list, own]);

  const lead =
    list && list.length > 0 && own ? t('seen_of', { seen: number(seen, language), total: number(list.length, language) }) : undefined;

  return (
    <>
      <PageHeader title={t('common:screens.my_species')} lead={lead} />
      {list && list.length > 0 && own && (
        <div className={classes.share} aria-hidden>
          <span style={{ width: `${(100 * seen) / list.length}%` }} />
        </div>
      )}
      <div className={classes.filters}>
        <div className={classes.search}>
          <SearchField label={t('search')} clearLabel={t('common:action.clear')} value={text} onChange={(q) => write({ q })} />
        </div>
        <div className={classes.selects}>
          <GroupSelect value={group} onChange={(next) => write({ group: next })} />
          {user.country_code && (
            <NativeSelect
              aria-label={t('common:location.label')}
              value={country ? 'country' : WORLDWIDE}
              onChange={(event) => setLocation(event.currentTarget.value === WORLDWIDE ? WORLDWIDE : (user.country_code ?? WORLDWIDE))}
              data={[
                { value: 'country', label: countryName(user.country_code, language) },
                { value: WORLDWIDE, label: t('common:location.worldwide') },
              ]}
            />
          )}
          <PeriodSelect value={period} onChange={(next) => write({ period: next === 'all' ? null : next })} />
        </div>
      </div>
      <Chip.Group value={view} onChange={(next) => write({ view: next === 'all' ? null : String(next) })}>
        <div className={classes.views} role="radiogroup" aria-label={t('views')}>
          {SPECIES_VIEWS.map((one) => (
            <Chip key={one} value={one}>
              {t(`view.${one}`)}
            </Chip>
          ))}
        </div>
      </Chip.Group>
      {list?.length === 0 && group === null && shown?.length === 0 ? (
        <NamesState />
      ) : shown && own ? (
        <SpeciesRows
          shown={shown}
          own={own}
          view={view}
          canTick={period === 'all'}
          isSearch={text.trim() !== ''}
          hasGuesses={text.trim() !== '' && found !== undefined && firstGuess(found) === 0}
          onAll={() => write({ view: null, q: null, group: null })}
        />
      ) : (
        <TaxonRowSkeletons label={t('common:taxonomy.loading')} />
      )}
    </>
  );
}

interface RowsProps {
  shown: readonly Taxon[];
  own: ReadonlyMap<number, OwnSpecies>;
  view: SpeciesView;
  /** False in a period, because ticks have no date. */
  canTick: boolean;
  isSearch: boolean;
  /** The species only resemble the text. */
  hasGuesses: boolean;
  onAll: () => void;
}

function SpeciesRows({ shown, own, view, canTick, isSearch, hasGuesses, onAll }: RowsProps) {
  const { t } = useTranslation(['species', 'common']);
  const language = useLanguage();
  const isWide = useMediaQuery('(min-width: 60em)', false, { getInitialValueInEffect: false });
  const { tick, untick } = useTicks();
  const [act, setAct] = useState<Undoable | null>(null);
  const dismiss = useCallback(() => setAct(null), []);
  const failed = (cause: unknown) => void notifier.show('negative', t('common:error.storage_failed'), { cause });

  const addTick = (taxon: Taxon) => {
    tick(taxon).then(() => {
      setAct({
        id: `${taxon.id} ${Date.now()}`,
        text: t('tick.added', { name: taxon.name }),
        undo: () => void untick(taxon.id).catch(failed),
      });
    }, failed);
  };
  const removeTick = (taxon: Taxon) => {
    untick(taxon.id).then(() => {
      setAct({
        id: `${taxon.id} ${Date.now()}`,
        text: t('tick.removed', { name: taxon.name }),
        undo: () => void tick(taxon).catch(failed),
      });
    }, failed);
  };

  return (
    <>
      {hasGuesses && shown.length > 0 && <GuessesHeading />}
      {shown.length === 0 ? (
        <EmptyState
          drawing={<Binoculars />}
          sentence={isSearch ? t('empty.search') : t(`empty.${view}`)}
          action={
            <Button variant="default" onClick={onAll}>
              {t('empty.show_all')}
            </Button>
          }
        />
      ) : (
        <VirtualRows
          items={shown}
          keyOf={(taxon) => taxon.id}
          rowHeight={81}
          columns={isWide ? 2 : 1}
          label={t(`view.${view}`)}
          render={(taxon) => {
            const one = own.get(taxon.id);
            const records = one ? one.records - one.ticks : 0;
            return (
              <div className={classes.row}>
                <TaxonRow
                  {...taxonRowProps(taxon, t, one !== undefined)}
                  picture={
                    one?.photo && <OwnPhoto photo={one.photo} alt="" sizes="56px" fallback={<GroupPanel group={groupOf(taxon)} />} />
                  }
                  to={speciesAddress(taxon.id)}
                />
                <span className={classes.end}>
                  {records > 0 ? (
                    <span className={classes.count} title={t('common:count.records', { count: records })}>
                      <span aria-hidden>{number(records, language)}</span>
                      <VisuallyHidden>{t('common:count.records', { count: records })}</VisuallyHidden>
                    </span>
                  ) : (
                    canTick && <TickButton taxon={taxon} own={one} onTick={() => addTick(taxon)} onUntick={() => removeTick(taxon)} />
                  )}
                </span>
              </div>
            );
          }}
        />
      )}
      <UndoNotice act={act} onDismiss={dismiss} />
    </>
  );
}
