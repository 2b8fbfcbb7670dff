import { Button, Chip, NativeSelect } from '@mantine/core';
import { IconArrowsDiff, IconDownload, IconTarget } from '@tabler/icons-react';
import type { StatusFilter } from '@veld/contract';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type CsvCell, csvFile } from '../../device/csv';
import { saveFiles } from '../../device/files';
import { monthName, number, recordedDate } from '../../i18n/format';
import { monthFrom } from '../../shared/frequencies/data';
import { describeShare, useFrequencyText, useSourceText } from '../../shared/frequencies/words';
import { Hint } from '../../shared/hints/Hint';
import { LocationSelect } from '../../shared/location/LocationSelect';
import { useLanguage, useUser } from '../../shared/session/session';
import { readGroup, type Taxon } from '../../shared/taxa/data';
import { firstGuess } from '../../shared/taxa/GuessesHeading';
import { GroupSelect } from '../../shared/taxa/GroupSelect';
import { NamesState } from '../../shared/taxa/NamesState';
import { PageHeader } from '../../ui/PageHeader';
import { SearchField } from '../../ui/SearchField';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import { DIFFERENCES, NEEDS, personFrom, usePeopleToCompare } from './list/compared-person';
import { DayPace } from './list/DayPace';
import { listRange } from './list/list-period';
import { ListDays, ListPeriodSelect, usePeriodChoices } from './list/ListPeriodSelect';
import { isHeading, orderFrom, SPECIES_ORDERS, type SpeciesOrder } from './list/order';
import { SpeciesRows, useChosenInView } from './list/SpeciesRows';
import { useLead, usePartNames } from './list/use-lead';
import { type ListStatus, type MySpecies, type SpeciesFilter, statusFrom, useMySpecies, useSpeciesFilter } from './list/use-my-species';
import { ListMissing } from './page/PageState';
import { useToday } from './species-count';
import { type OwnSpecies, SPECIES_VIEWS } from './species-list';
import classes from './MySpeciesScreen.module.css';

const MONTHS = Array.from({ length: 12 }, (_, at) => at + 1);

const CSV_COLUMNS = [
  'taxonID',
  'vernacularName',
  'scientificName',
  'taxonRank',
  'family',
  'group',
  'rarityClass',
  'seen',
  'wanted',
  'records',
  'firstDate',
  'lastDate',
];

interface Props {
  filter: SpeciesFilter;
  species: MySpecies;
}

export default function MySpeciesScreen() {
  const filter = useSpeciesFilter();
  const species = useMySpecies(filter);
  return (
    <>
      <Header filter={filter} species={species} />
      <Hint wizard="names" below={10} />
      <Filters filter={filter} species={species} />
      <Views filter={filter} species={species} />
      <Notices filter={filter} species={species} />
      <BigDay filter={filter} species={species} />
      <List filter={filter} species={species} />
    </>
  );
}

/** How many species of the list were seen, and what can be done with the list. */
function Header({ filter, species }: Props) {
  const { t } = useTranslation(['common', 'species']);
  const share = species.rows?.share;
  return (
    <>
      <PageHeader
        title={filter.isNeeds && species.person ? t('species:needs.title', { name: species.person.name }) : t('screens.my_species')}
        lead={useLead(filter, species)}
        actions={
          <>
            <TargetsButton {...filter} />
            <CompareButton {...filter} />
            <ExportButton {...species} />
          </>
        }
      />
      {share && (
        <div className={classes.share} aria-hidden>
          <span style={{ width: `${(100 * share.seen) / share.total}%` }} />
        </div>
      )}
    </>
  );
}

/** Shows what the user has not seen yet, the most likely this week first. */
function TargetsButton({ isTargets, compared, write }: SpeciesFilter) {
  const { t } = useTranslation('species');
  const toggle = () =>
    write(
      isTargets
        ? { view: null, order: null, month: null }
        : { view: 'not_seen', order: 'now', compare: null, difference: null, period: null, q: null },
    );
  return (
    <ActionButton icon={<IconTarget size={20} aria-hidden />} isPressed={isTargets && !compared} onClick={toggle}>
      {t('targets')}
    </ActionButton>
  );
}

function CompareButton({ compared, period, write }: SpeciesFilter) {
  const { t } = useTranslation('species');
  const start = () =>
    write({
      compare: yearBefore(period) ?? (period === 'previous_year' ? 'this_year' : 'previous_year'),
      period: period === 'all' ? 'this_year' : period,
      view: null,
    });
  const end = () => write({ compare: null, difference: null });
  return (
    <ActionButton icon={<IconArrowsDiff size={20} aria-hidden />} isPressed={compared !== null} onClick={compared ? end : start}>
      {t(compared ? 'compare.end' : 'compare.start')}
    </ActionButton>
  );
}

/** The year before a year of four digits; null for any other period. */
const yearBefore = (period: string) => (/^\d{4}$/.test(period) ? String(Number(period) - 1).padStart(4, '0') : null);

function ExportButton({ lines, counted, wanted }: MySpecies) {
  const { t } = useTranslation('species');
  const taxa = (lines ?? []).flatMap((line) => (isHeading(line) ? [] : [line]));
  const canExport = lines && lines.length > 0 && counted && wanted;
  return (
    <ActionButton
      icon={<IconDownload size={20} aria-hidden />}
      onClick={canExport ? () => saveFiles([csvFile('species', speciesRows(taxa, counted, wanted))]) : undefined}
    >
      {t('export_csv')}
    </ActionButton>
  );
}

interface ActionProps {
  icon: ReactNode;
  children: string;
  /** Only for a button that switches something on and off. */
  isPressed?: boolean;
  /** Disabled without it. */
  onClick: (() => void) | undefined;
}

function ActionButton({ icon, children, isPressed, onClick }: ActionProps) {
  return (
    <Button
      variant="default"
      leftSection={icon}
      classNames={{ section: classes.icon! }}
      aria-pressed={isPressed}
      disabled={!onClick}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}

function Filters({ filter, species }: Props) {
  const { t } = useTranslation(['species', 'common', 'explore']);
  const { write, compared, personId, order, month } = filter;
  const setPeriod = (next: string) => write({ period: next === 'all' ? null : next });
  return (
    <div className={classes.filters}>
      <div className={classes.search}>
        <SearchField label={t('search')} clearLabel={t('common:action.clear')} value={filter.text} onChange={(q) => write({ q })} />
      </div>
      <div className={classes.selects}>
        <GroupSelect value={filter.group} onChange={(group) => write({ group })} />
        <StatusSelect filter={species.statuses} onChange={(status) => write({ status })} />
        <LocationSelect value={filter.location} onChange={filter.setLocation} hasPlaces publicPlaces={t('explore:public_place.search')} />
        <ListPeriodSelect value={filter.chosenPeriod} onChange={setPeriod} />
        {compared && <CompareSelect value={personId ?? compared} name={species.person?.name} onChange={(compare) => write({ compare })} />}
        {!filter.isSearch && (
          <OrderSelect value={order} onChange={(next) => write({ order: next === 'rarity' ? null : next, month: null })} />
        )}
        {filter.isByFrequency && <MonthSelect value={month} onChange={(next) => write({ month: next === null ? null : String(next) })} />}
      </div>
      <ListDays key={filter.isSearch ? 'search' : 'list'} value={filter.chosenPeriod} onChange={setPeriod} />
    </div>
  );
}

/** The views of the list, or the parts of a comparison, each with its number of species. */
function Views({ filter, species }: Props) {
  const { t } = useTranslation(['species', 'common']);
  const { view, compared, difference, write } = filter;
  const language = useLanguage();
  const partName = usePartNames(filter, species);
  // With their numbers, and those of a friend, the choices become wider and more.
  const strip = useChosenInView(`${compared ? `compare ${difference}` : view} ${species.choices?.size ?? 0}`);
  const choices = compared
    ? [...DIFFERENCES, ...(species.person?.ticked ? NEEDS : [])].map((one) => ({ value: one, label: partName(one) }))
    : SPECIES_VIEWS.map((one) => ({ value: one, label: t(`view.${one}`) }));
  const choose = (next: string) =>
    write(compared ? { difference: next === 'only_now' ? null : next } : { view: next === 'all' ? null : next });
  return (
    <Chip.Group value={compared ? difference : view} onChange={choose}>
      <div ref={strip} className={classes.views} role="radiogroup" aria-label={t(compared ? 'compare.parts' : 'views')}>
        {choices.map(({ value, label }) => (
          <Chip key={value} value={value}>
            {label}
            {species.choices && <span className={classes.number}>{number(species.choices.get(value)?.length ?? 0, language)}</span>}
          </Chip>
        ))}
      </div>
    </Chip.Group>
  );
}

/** The pace of the only day of the list. */
function BigDay({ filter: { period, compared, isSearch, view }, species: { country, place } }: Props) {
  const days = listRange(period, useToday());
  if (!days || days.from !== days.to || compared || isSearch || view === 'not_seen' || country === undefined || place === undefined)
    return null;
  return <DayPace day={days.from} country={country} place={place} />;
}

/** What the rows are based on, and what could not be loaded. */
function Notices({ filter, species }: Props) {
  const { t } = useTranslation('species');
  const sourceText = useSourceText();
  const { likely, day, country } = species;
  return (
    <>
      {species.isPersonMissing && (
        <p className={classes.missing} role="status">
          {t('compare.unavailable')}
        </p>
      )}
      {filter.isTargets && !filter.compared && <SharingOfNeeds />}
      {filter.isByFrequency && likely !== undefined && (
        <p className={classes.missing} role="status">
          {sourceText(likely, Number(day.slice(5, 7)))}
        </p>
      )}
      {species.isMissing && country && (
        <div className={classes.missing}>
          <ListMissing country={country} />
        </div>
      )}
    </>
  );
}

/** Who else sees what the user needs. */
function SharingOfNeeds() {
  const { t } = useTranslation('species');
  const { shares_needs: isShared } = useUser().preferences;
  return (
    <p className={classes.missing}>
      {t(isShared ? 'needs.shared' : 'needs.private')} <Link to="/settings/privacy#needs">{t('needs.change')}</Link>
    </p>
  );
}

function List({ filter, species }: Props) {
  const { t } = useTranslation(['species', 'common']);
  const { view, compared, isSearch, period, write } = filter;
  const { rows, results } = species;
  const noteOf = usePlaceInOrder(filter, species);
  const hasNoNames = species.list?.length === 0 && filter.group === null && species.lines?.length === 0 && !compared;
  if (hasNoNames) return species.isMissing ? null : <NamesState />;
  if (species.isPersonMissing) return null;
  if (!rows) return <TaxonRowSkeletons label={t('common:taxonomy.loading')} />;
  const emptySentence = () => {
    if (isSearch) return t('empty.search');
    if (species.statuses.status) return t('empty.status');
    if (filter.isNeeds && species.person?.ticked === null) return t('needs.not_shared', { name: species.person.name });
    return compared ? t('compare.none') : t(`empty.${view}`);
  };
  return (
    <SpeciesRows
      lines={rows.lines}
      own={rows.own}
      label={compared ? t('compare.parts') : t(`view.${view}`)}
      emptySentence={emptySentence()}
      canTick={period === 'all' && !compared}
      noteOf={noteOf}
      canChoose={view === 'photographed' && !compared}
      hasGuesses={isSearch && results !== undefined && firstGuess(results) === 0}
      onAll={() => write({ view: null, q: null, group: null, status: null, compare: null, difference: null })}
    />
  );
}

/** Why a species is where it is in the order, its last date or how likely it is; else that the days of the list began with it. */
function usePlaceInOrder({ order, isSearch, isByFrequency }: SpeciesFilter, { rows, likely, news }: MySpecies) {
  const { t } = useTranslation('species');
  const language = useLanguage();
  const shareText = useFrequencyText();
  const countsOf = useMemo(() => new Map(likely?.species.map((one) => [one.taxon_id, one])), [likely]);
  return (taxon: Taxon): string | null => {
    const last = rows?.own.get(taxon.id)?.last;
    if (order === 'last_seen' && !isSearch && last) return t('last_seen', { date: recordedDate(last, language) });
    const counts = isByFrequency ? countsOf.get(taxon.id) : undefined;
    if (likely && counts) return shareText(describeShare(likely, counts));
    const first = news?.get(taxon.id);
    return first ? t('new_on', { date: recordedDate(first, language) }) : null;
  };
}

interface CompareSelectProps {
  /** A period or the id of a person. */
  value: string;
  /** The name of the person, as soon as it is known. */
  name: string | undefined;
  onChange: (value: string) => void;
}

/** What the species of a period are compared with: those of another period, or of a person in the community. */
function CompareSelect({ value, name, onChange }: CompareSelectProps) {
  const { t } = useTranslation(['species', 'common']);
  const people = usePeopleToCompare(true);
  const isPerson = personFrom(value) !== null;
  const periods = usePeriodChoices(isPerson ? 'all' : value);
  const isListed = !isPerson || people.some(({ id }) => id === value);
  const others = [...(isListed ? [] : [{ id: value, name: name ?? '…' }]), ...people];
  return (
    <NativeSelect
      aria-label={t('compare.with')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        ...periods,
        ...(others.length > 0 ? [{ group: t('compare.people'), items: others.map((one) => ({ value: one.id, label: one.name })) }] : []),
      ]}
    />
  );
}

/** The order of a species list. */
function OrderSelect({ value, onChange }: { value: SpeciesOrder; onChange: (order: SpeciesOrder) => void }) {
  const { t } = useTranslation('species');
  return (
    <NativeSelect
      aria-label={t('order.label')}
      value={value}
      onChange={(event) => onChange(orderFrom(event.currentTarget.value))}
      data={SPECIES_ORDERS.map((order) => ({ value: order, label: t(`order.${order}`) }))}
    />
  );
}

/** The month whose lists the order follows; null for now. */
function MonthSelect({ value, onChange }: { value: number | null; onChange: (month: number | null) => void }) {
  const { t } = useTranslation('species');
  const language = useLanguage();
  return (
    <NativeSelect
      aria-label={t('order.month')}
      value={value ?? ''}
      onChange={(event) => onChange(monthFrom(event.currentTarget.value))}
      data={[
        { value: '', label: t('order.this_month') },
        ...MONTHS.map((month) => ({ value: String(month), label: monthName(month, language) })),
      ]}
    />
  );
}

interface StatusSelectProps {
  filter: ListStatus;
  onChange: (status: StatusFilter | null) => void;
}

/** Selects one status or any; nothing where there is no choice. */
function StatusSelect({ filter, onChange }: StatusSelectProps) {
  const { t } = useTranslation('species');
  if (filter.choices.length === 0) return null;
  return (
    <NativeSelect
      aria-label={t('status.filter')}
      value={filter.status ?? ''}
      onChange={(event) => onChange(statusFrom(event.currentTarget.value))}
      data={[{ value: '', label: t('status.any') }, ...filter.choices.map((one) => ({ value: one, label: t(`status.${one}`) }))]}
    />
  );
}

/** A species list as rows of a spreadsheet, with the terms of Darwin Core where it has them. Ticks are seen, but no records. */
export function speciesRows(
  list: readonly Taxon[],
  own: ReadonlyMap<number, OwnSpecies>,
  wanted: ReadonlySet<number>,
): (readonly CsvCell[])[] {
  const rows = list.map((taxon) => {
    const one = own.get(taxon.id);
    return [
      taxon.id,
      taxon.name === taxon.scientific_name ? null : taxon.name,
      taxon.scientific_name,
      taxon.rank,
      taxon.family,
      readGroup(taxon),
      taxon.rarity_class,
      one !== undefined,
      wanted.has(taxon.id),
      one ? one.records - one.ticks : 0,
      one?.first,
      one?.last,
    ];
  });
  return [CSV_COLUMNS, ...rows];
}
