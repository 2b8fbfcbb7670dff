import { Button, Chip } from '@mantine/core';
import { type Period, WORLDWIDE } from '@veld/contract';
import { IconArrowsDiff, IconDownload, IconTarget } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { csvFile } from '../../device/csv';
import { saveFiles } from '../../device/save-files';
import { number, recordedDate } from '../../i18n/format';
import { PageHeader } from '../../ui/PageHeader';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import { SearchField } from '../../ui/SearchField';
import { useAddressFilter } from '../../ui/use-address-filter';
import { useLanguage, useUser } from '../../shared/session/session';
import { isLocationFilter, useLocationFilter } from '../../shared/location/location-filter';
import { LocationSelect } from '../../shared/location/LocationSelect';
import { useLikelyAtLocation } from '../../shared/frequencies/likely-of-location';
import { dayIn, monthFrom } from '../../shared/frequencies/month';
import { describeShare, useFrequencyText, useSourceText } from '../../shared/frequencies/words';
import { firstGuess } from '../../shared/taxa/guess';
import { type Taxon, useTaxonSearch, useWantedTaxonIds } from '../../shared/taxa/data';
import { groupFrom, GroupSelect } from '../../shared/taxa/parts/GroupSelect';
import { NamesState } from '../../shared/taxa/parts/NamesState';
import { parsePeriod, useOwnSpecies, useLocationSpecies, useToday, useUnlisted } from './data';
import { compareSpecies, type Difference, DIFFERENCES, differenceFrom, personFrom } from './list/compare';
import { useComparedPerson } from './list/compared-person';
import { CompareSelect } from './list/CompareSelect';
import { MonthSelect } from './list/MonthSelect';
import { isHeading, orderFrom } from './list/order';
import { OrderSelect } from './list/OrderSelect';
import { speciesRows } from './list/species-csv';
import { SpeciesRows } from './list/SpeciesRows';
import { StatusSelect } from './list/StatusSelect';
import { useChosenInView } from './list/use-chosen-in-view';
import { useFirstRows } from './list/use-first-rows';
import { useSpeciesLines } from './list/use-species-lines';
import { useStatusFilter } from './list/use-status-filter';
import classes from './MySpeciesScreen.module.css';
import { PeriodSelect } from './parts/PeriodSelect';
import { SPECIES_VIEWS, speciesInView, type SpeciesView } from './species-list';
import { ListMissing } from './parts/ListMissing';

/** Views that show the species of the list only; the others show every species of the user that fits. */
const OF_THE_LIST: readonly SpeciesView[] = ['all', 'not_seen', 'wanted'];

const ACTION = { section: classes.icon! };

/** Maximum number of search results within a list. */
const FOUND = 1000;

export default function MySpeciesScreen() {
  const { t } = useTranslation(['species', 'common']);
  const language = useLanguage();
  const sourceText = useSourceText();
  const shareText = useFrequencyText();
  const [read, write] = useAddressFilter();
  const view = SPECIES_VIEWS.find((one) => one === read('view')) ?? 'all';
  const group = groupFrom(read('group'));
  const order = orderFrom(read('order'));
  const text = read('q') ?? '';
  const isSearch = text.trim() !== '';
  const chosenPeriod = parsePeriod(read('period'));
  const personId = personFrom(read('compare'));
  const compared = read('compare') === null ? null : parsePeriod(read('compare'));
  // What was seen this year is counted this year, in the header and in the rows.
  const isThisYear = view === 'seen_this_year' && compared === null;
  const period = isThisYear && chosenPeriod === 'all' ? 'this_year' : chosenPeriod;
  const difference = differenceFrom(read('difference'));
  const [location, setLocation] = useLocationFilter(useUser().country_code ?? WORLDWIDE, isLocationFilter);
  const { list, country, place, isMissing } = useLocationSpecies(location, group);
  const statuses = useStatusFilter(country, read('status'));
  const own = useOwnSpecies({ country, place, period });
  // Without a comparison, nothing is counted a second time.
  const earlier = useOwnSpecies({ country: compared && !personId ? country : undefined, place, period: compared ?? 'all' });
  const { person, isMissing: isPersonMissing } = useComparedPerson({ id: personId, country, placeId: place?.id ?? null, period });
  const then = personId ? person?.counted : earlier;
  const wanted = useWantedTaxonIds();
  const results = useTaxonSearch(text, FOUND);
  const found = isSearch ? results : null;
  const parts = useMemo(() => (compared && own && then ? compareSpecies(own, then) : null), [compared, own, then]);
  /** What the rows are about: the species of the period, or of the chosen part of a comparison. */
  const counted = compared ? parts?.[difference] : own;
  const unlisted = useUnlisted(list, counted, group);
  const species = useMemo(() => {
    const { ids } = statuses;
    if (!list || !counted || !unlisted || !wanted || ids === undefined) return undefined;
    const inView = compared
      ? speciesInView([...list, ...unlisted], 'seen', counted, wanted)
      : speciesInView(OF_THE_LIST.includes(view) ? list : [...list, ...unlisted], view, counted, wanted);
    return ids === null ? inView : inView.filter(({ id }) => ids.has(id));
  }, [list, counted, unlisted, wanted, view, compared, statuses]);
  const views = useChosenInView(compared ? `compare ${difference}` : view);
  const today = useToday();
  const isByFrequency = order === 'now' && !isSearch;
  const month = monthFrom(read('month'));
  const day = dayIn(month, today);
  const likely = useLikelyAtLocation(isByFrequency ? country : undefined, place, day);
  const countsOf = useMemo(() => new Map(likely?.species.map((one) => [one.taxon_id, one])), [likely]);
  const lines = useSpeciesLines({ species, own: counted, order, likely, found });
  const share = useMemo(
    () => (!compared && list && list.length > 0 && own ? { seen: list.filter(({ id }) => own.has(id)).length, total: list.length } : null),
    [compared, list, own],
  );
  const shownList = [language, location, view, group, read('status'), period, order, month].join(' ');
  const rows = useFirstRows(
    compared || isSearch ? null : shownList,
    useMemo(() => (lines && counted ? { lines, own: counted, share } : undefined), [lines, counted, share]),
  );

  const setPeriod = (next: Period) => write({ period: next === 'all' ? null : next });
  const partName = (part: Difference): string => {
    if (!personId) return t(`compare.${part}`, { period: t(`common:period.${part === 'only_then' ? compared! : period}`) });
    if (part === 'both') return t('compare.both');
    return part === 'only_now' ? t('compare.only_you') : t('compare.only_them', { name: person?.name ?? '…' });
  };
  const toggleComparison = () =>
    write(
      compared
        ? { compare: null, difference: null }
        : {
            compare: period === 'previous_year' ? 'this_year' : 'previous_year',
            period: period === 'all' ? 'this_year' : period,
            view: null,
          },
    );
  const isTargets = view === 'not_seen' && order === 'now';
  const toggleTargets = () =>
    write(
      isTargets
        ? { view: null, order: null, month: null }
        : { view: 'not_seen', order: 'now', compare: null, difference: null, period: null, q: null },
    );
  const emptySentence = isSearch
    ? t('empty.search')
    : statuses.status
      ? t('empty.status')
      : compared
        ? t('compare.none')
        : t(`empty.${view}`);
  /** Why a species is where it is in the order. */
  const noteOf = (taxon: Taxon): string | null => {
    const last = rows?.own.get(taxon.id)?.last;
    if (order === 'last_seen' && !isSearch && last) return t('last_seen', { date: recordedDate(last, language) });
    const counts = isByFrequency ? countsOf.get(taxon.id) : undefined;
    return likely && counts ? shareText(describeShare(likely, counts)) : null;
  };
  const exportList = () => {
    const shown = (lines ?? []).flatMap((line) => (isHeading(line) ? [] : [line]));
    saveFiles([csvFile('species', speciesRows(shown, counted!, wanted!))]);
  };

  return (
    <>
      <PageHeader
        title={t('common:screens.my_species')}
        lead={
          rows?.share
            ? t(period === 'this_year' ? 'seen_of_year' : 'seen_of', {
                seen: number(rows.share.seen, language),
                total: number(rows.share.total, language),
              })
            : undefined
        }
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconTarget size={20} aria-hidden />}
              classNames={ACTION}
              aria-pressed={isTargets && !compared}
              onClick={toggleTargets}
            >
              {t('targets')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconArrowsDiff size={20} aria-hidden />}
              classNames={ACTION}
              aria-pressed={compared !== null}
              onClick={toggleComparison}
            >
              {t(compared ? 'compare.end' : 'compare.start')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconDownload size={20} aria-hidden />}
              classNames={ACTION}
              disabled={!lines || lines.length === 0 || !counted || !wanted}
              onClick={exportList}
            >
              {t('export_csv')}
            </Button>
          </>
        }
      />
      {rows?.share && (
        <div className={classes.share} aria-hidden>
          <span style={{ width: `${(100 * rows.share.seen) / rows.share.total}%` }} />
        </div>
      )}
      <div className={classes.filters}>
        <div className={classes.search}>
          <SearchField label={t('search')} clearLabel={t('common:action.clear')} value={text} onChange={(q) => write({ q })} />
        </div>
        <div className={classes.selects}>
          <GroupSelect value={group} onChange={(next) => write({ group: next })} />
          <StatusSelect filter={statuses} onChange={(status) => write({ status })} />
          <LocationSelect value={location} onChange={setLocation} hasPlaces />
          <PeriodSelect value={chosenPeriod} onChange={setPeriod} />
          {compared && <CompareSelect value={personId ?? compared} name={person?.name} onChange={(next) => write({ compare: next })} />}
          {!isSearch && <OrderSelect value={order} onChange={(next) => write({ order: next === 'rarity' ? null : next, month: null })} />}
          {isByFrequency && <MonthSelect value={month} onChange={(next) => write({ month: next === null ? null : String(next) })} />}
        </div>
      </div>
      {compared ? (
        <Chip.Group value={difference} onChange={(next) => write({ difference: next === 'only_now' ? null : next })}>
          <div ref={views} className={classes.views} role="radiogroup" aria-label={t('compare.parts')}>
            {DIFFERENCES.map((one) => (
              <Chip key={one} value={one}>
                {partName(one)}
              </Chip>
            ))}
          </div>
        </Chip.Group>
      ) : (
        <Chip.Group value={view} onChange={(next) => write({ view: next === 'all' ? null : next })}>
          <div ref={views} className={classes.views} role="radiogroup" aria-label={t('views')}>
            {SPECIES_VIEWS.map((one) => (
              <Chip key={one} value={one}>
                {t(`view.${one}`)}
              </Chip>
            ))}
          </div>
        </Chip.Group>
      )}
      {isPersonMissing && (
        <p className={classes.missing} role="status">
          {t('compare.unavailable')}
        </p>
      )}
      {isByFrequency && likely !== undefined && (
        <p className={classes.missing} role="status">
          {sourceText(likely, Number(day.slice(5, 7)))}
        </p>
      )}
      {isMissing && country && (
        <div className={classes.missing}>
          <ListMissing country={country} />
        </div>
      )}
      {list?.length === 0 && group === null && lines?.length === 0 && !compared ? (
        !isMissing && <NamesState />
      ) : isPersonMissing ? null : rows ? (
        <SpeciesRows
          lines={rows.lines}
          own={rows.own}
          label={compared ? t('compare.parts') : t(`view.${view}`)}
          emptySentence={emptySentence}
          canTick={period === 'all' && !compared}
          noteOf={noteOf}
          canChoose={view === 'photographed' && !compared}
          hasGuesses={isSearch && results !== undefined && firstGuess(results) === 0}
          onAll={() => write({ view: null, q: null, group: null, status: null, compare: null, difference: null })}
        />
      ) : (
        <TaxonRowSkeletons label={t('common:taxonomy.loading')} />
      )}
    </>
  );
}
