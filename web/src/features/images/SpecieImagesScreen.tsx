import { Button, NativeSelect, Popover, Progress, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconArrowBackUp, IconKeyboard, IconList, IconPlayerPlay, IconSearch } from '@tabler/icons-react';
import { IMAGE_NEEDS, NEED_ORDERS, type TaxonGroup, WORLDWIDE } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { countryName, number } from '../../i18n/format';
import { useLocationFilter } from '../../shared/location/location-filter';
import { LocationSelect } from '../../shared/location/LocationSelect';
import { useFailureText } from '../../shared/session/LoadFailure';
import { useLanguage, useUser } from '../../shared/session/session';
import { type Taxon, taxonIdFrom, useTaxon } from '../../shared/taxa/data';
import { groupFrom, GroupSelect } from '../../shared/taxa/GroupSelect';
import { Binoculars } from '../../ui/drawings/EmptyDrawings';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorState } from '../../ui/ErrorState';
import { FilterLine } from '../../ui/FilterLine';
import { PageHeader } from '../../ui/PageHeader';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import { useAddressFilter } from '../../ui/use-address-filter';
import { FillGaps } from './FillGaps';
import { type GapFilter, useGaps } from './gaps';
import { MissingList } from './MissingList';
import { useQueue } from './use-queue';
import { type UndoStack, useUndo } from './use-undo';
import { Workbench } from './Workbench';
import classes from './SpecieImagesScreen.module.css';

/** `gaps`: while gaps are filled, one photo is large, and a letter takes it, too. */
const KEYS = [
  { keys: ['←', '→', '↑', '↓'], gaps: ['←', '→'], text: 'keys.move' },
  { keys: ['Enter'], gaps: ['Enter', 'A'], text: 'keys.take' },
  { keys: ['S'], gaps: ['S'], text: 'keys.skip' },
  { keys: ['R'], gaps: ['R'], text: 'keys.reject' },
  { keys: ['U'], gaps: ['U'], text: 'keys.undo' },
  { keys: ['?'], gaps: ['?'], text: 'keys.help' },
] as const;

export default function SpecieImagesScreen() {
  const [read, write] = useAddressFilter();
  const undo = useUndo();
  const user = useUser();
  const [country, setCountry] = useLocationFilter(user.country_code ?? WORLDWIDE);
  const group = groupFrom(read('group'));
  useHotkeys([
    ['U', undo.undo],
    ['shift+U', undo.undo],
  ]);
  if (read('fill') !== null)
    return (
      <GapsScreen
        // Another list begins anew.
        key={`${country} ${group}`}
        filter={{ country, group }}
        undo={undo}
        onCountry={setCountry}
        onGroup={(one) => write({ group: one })}
        onLeave={(taxon) => write({ fill: null, taxon: taxon && String(taxon.id) })}
      />
    );
  return <QueueScreen undo={undo} />;
}

interface GapsScreenProps {
  filter: GapFilter;
  undo: UndoStack;
  onCountry: (country: string) => void;
  onGroup: (group: TaxonGroup | null) => void;
  /** Back to all species; with one, to its workbench. */
  onLeave: (taxon: Taxon | null) => void;
}

/** Filling the gaps of a country, one species after the other. */
function GapsScreen({ filter, undo, onCountry, onGroup, onLeave }: GapsScreenProps) {
  const { t } = useTranslation(['images', 'common']);
  const language = useLanguage();
  const gaps = useGaps(filter, undo);
  const { counts, savingCount } = gaps;
  const place = filter.country === WORLDWIDE ? t('common:location.worldwide') : countryName(filter.country, language);
  const where = [place, filter.group && t(`common:group.${filter.group}`)].filter(Boolean).join(' · ');
  return (
    <>
      <PageHeader title={t('fill.open')} lead={t('fill.lead')} />
      <div className={classes.bar}>
        {counts && (
          <div className={classes.progress}>
            <span>
              {t('fill.progress', { done: number(counts.done, language), total: number(counts.total, language) })} · {where}
            </span>
            <Progress value={counts.total === 0 ? 0 : (counts.done / counts.total) * 100} aria-label={t('progress_label')} />
          </div>
        )}
        <UndoButton undo={undo} />
        <KeysHelp isOfGaps />
        <Button variant="subtle" leftSection={<IconList size={20} aria-hidden />} onClick={() => onLeave(null)}>
          {t('fill.leave')}
        </Button>
      </div>
      <p className={classes.happened} role="status">
        {[savingCount > 0 && t('fill.saving', { count: savingCount }), undo.text].filter(Boolean).join(' · ')}
      </p>
      <div className={classes.filters}>
        <FilterLine>
          <GroupSelect value={filter.group} onChange={onGroup} />
          <LocationSelect value={filter.country} onChange={onCountry} />
        </FilterLine>
      </div>
      <FillGaps gaps={gaps} undo={undo} onWorkbench={onLeave} />
    </>
  );
}

function UndoButton({ undo }: { undo: UndoStack }) {
  const { t } = useTranslation('common');
  return (
    <Button variant="subtle" leftSection={<IconArrowBackUp size={20} aria-hidden />} onClick={undo.undo}>
      {t('action.undo')}
    </Button>
  );
}

/** Species by need, and the workbench of one of them. */
function QueueScreen({ undo }: { undo: UndoStack }) {
  const { t } = useTranslation(['images', 'common']);
  const language = useLanguage();
  const textOf = useFailureText();
  const user = useUser();
  const [text, setText] = useState('');
  const [read, write] = useAddressFilter();
  const [country, setCountry] = useLocationFilter(user.country_code ?? WORLDWIDE);
  const group = groupFrom(read('group'));
  const need = IMAGE_NEEDS.find((one) => one === read('need')) ?? null;
  const order = NEED_ORDERS.find((one) => one === read('order')) ?? 'records';
  const chosenId = taxonIdFrom(read('taxon'));
  const chosen = useTaxon(chosenId) ?? null;
  const setChosen = (taxon: Taxon | null) => write({ taxon: taxon && String(taxon.id) });
  const queue = useQueue({ country, group, need, order }, text);
  const { taxa, counts, doneCount } = queue;

  /** Selects the next species that has not changed in this visit, or the first at the end. */
  const next = () => {
    if (!taxa || !chosen) return;
    const at = taxa.findIndex((taxon) => taxon.id === chosen.id);
    const isOpen = (taxon: Taxon) => taxon.id !== chosen.id && !queue.isDone(taxon);
    setChosen(taxa.slice(at + 1).find(isOpen) ?? taxa.find(isOpen) ?? null);
  };
  const skip = () => {
    if (!chosen) return;
    undo.push(() => setChosen(chosen), '');
    next();
  };

  return (
    <>
      <PageHeader
        title={t('common:screens.specie_images')}
        lead={doneCount > 0 ? t('done_count', { count: doneCount }) : t('lead')}
        back={user.roles.includes('admin') ? { to: '/admin', label: t('common:screens.admin') } : undefined}
      />
      <div className={classes.bar}>
        {counts && counts.total > 0 && (
          <div className={classes.progress}>
            <span>{t('progress', { done: number(counts.done, language), total: number(counts.total, language) })}</span>
            <Progress value={(counts.done / counts.total) * 100} aria-label={t('progress_label')} />
          </div>
        )}
        <Button leftSection={<IconPlayerPlay size={20} aria-hidden />} onClick={() => write({ fill: '1', taxon: null })}>
          {t('fill.open')}
        </Button>
        <UndoButton undo={undo} />
        <KeysHelp />
      </div>
      <p className={classes.happened} role="status">
        {undo.text}
      </p>
      <div className={classes.filters} data-open={chosen !== null || undefined}>
        <TextInput
          aria-label={t('search')}
          placeholder={t('search')}
          type="search"
          leftSection={<IconSearch size={20} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <FilterLine>
          <GroupSelect value={group} onChange={(one) => write({ group: one })} />
          <LocationSelect value={country} onChange={setCountry} />
          <NativeSelect
            aria-label={t('need.label')}
            value={need ?? ''}
            onChange={(event) => write({ need: event.currentTarget.value || null })}
            data={[{ value: '', label: t('need.all') }, ...IMAGE_NEEDS.map((value) => ({ value, label: t(`need.${value}`) }))]}
          />
          <NativeSelect
            aria-label={t('order.label')}
            value={order}
            onChange={(event) => write({ order: event.currentTarget.value === 'records' ? null : event.currentTarget.value })}
            data={NEED_ORDERS.map((value) => ({ value, label: t(`order.${value}`) }))}
          />
        </FilterLine>
      </div>
      <div className={classes.columns} data-open={chosen !== null || undefined}>
        <section className={classes.side} aria-label={t(queue.isSearch ? 'search' : 'list')}>
          {queue.failure && (
            <ErrorState
              sentence={`${t('list_failed')} ${textOf(queue.failure)}`}
              action={
                <Button variant="default" onClick={queue.retry}>
                  {t('common:action.retry')}
                </Button>
              }
            />
          )}
          {taxa === undefined && !queue.failure && <TaxonRowSkeletons label={t('common:taxonomy.loading')} />}
          {taxa?.length === 0 && <EmptyState drawing={<Binoculars />} sentence={t(queue.isSearch ? 'none_found' : 'none_in_need')} />}
          {taxa && taxa.length > 0 && (
            <MissingList taxa={taxa} factsOf={queue.factsOf} chosenId={chosenId} onChoose={setChosen} onEnd={queue.onEnd} />
          )}
        </section>
        <section className={classes.bench} aria-label={t('workbench')}>
          {chosen ? (
            <>
              <Button className={classes.back} variant="subtle" color="stone" onClick={() => setChosen(null)}>
                {t('back')}
              </Button>
              <Workbench key={chosen.id} taxon={chosen} onNext={next} onSkip={skip} undo={undo} />
            </>
          ) : (
            <EmptyState drawing={<Binoculars />} sentence={t('choose')} />
          )}
        </section>
      </div>
    </>
  );
}

/** Shows the keys of the workbench. Only where there is likely a keyboard. */
function KeysHelp({ isOfGaps = false }: { isOfGaps?: boolean }) {
  const { t } = useTranslation('images');
  const [isOpen, setOpen] = useState(false);
  useHotkeys([['shift+?', () => setOpen((was) => !was)]]);
  return (
    <Popover position="bottom-end" width="18rem" opened={isOpen} onChange={setOpen} trapFocus>
      <Popover.Target>
        <Button
          className={classes.button}
          variant="subtle"
          leftSection={<IconKeyboard size={20} aria-hidden />}
          onClick={() => setOpen((was) => !was)}
        >
          {t('keys.title')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('keys.title')}>
        <dl className={classes.keys} tabIndex={-1} data-autofocus>
          {KEYS.map(({ keys, gaps, text }) => (
            <div key={text} className={classes.line}>
              <dt>
                {(isOfGaps ? gaps : keys).map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{t(text)}</dd>
            </div>
          ))}
        </dl>
      </Popover.Dropdown>
    </Popover>
  );
}
