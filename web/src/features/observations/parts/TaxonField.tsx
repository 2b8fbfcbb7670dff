import { Button, Switch, TextInput } from '@mantine/core';
import type { TaxonSummary } from '@veld/contract';
import { IconPencil, IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useDeferredValue, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../../ui/FieldError';
import { TaxonRow, TaxonRowContent } from '../../../ui/TaxonRow';
import {
  type BrowseFilter,
  type TaxonHit,
  useBrowse,
  useTaxonomyStatus,
  useTaxonSearch,
  groupOf,
  rarityOf,
  summaryOf,
} from '../../taxa/data';
import type { Check } from '../checks';
import { useOwnObservations, useSeenTaxonIds } from '../own';
import { FieldChecks } from './FieldChecks';
import { PinButton } from './Pins';
import { useRecordWords } from './RecordCards';
import type { ObserveForm } from '../use-observe-form';
import classes from './observe.module.css';

const SHOWN = 20;
const QUICK = 4;
/** Where nothing was recorded yet. */
const QUICK_FIRST = 6;
const COMMON: BrowseFilter = { copy: 'country', rank: 'species', limit: 12 };

interface Props {
  form: ObserveForm;
  checks: readonly Check[];
  errors: string[];
}

/** What it was: found by typing, picked from what is near, or kept in the person's own words. */
export function TaxonField({ form, checks, errors }: Props) {
  const { t } = useTranslation('observations');
  const { taxon, verbatim_name, uncertain } = form.values;
  const titleId = useId();
  const isChosen = taxon !== null || verbatim_name !== '';
  return (
    <section className={classes.section} aria-labelledby={titleId}>
      <div className={classes.titleLine}>
        <h2 className={classes.sectionTitle} id={titleId}>
          {t('taxon.title')}
        </h2>
        {isChosen && <PinButton form={form} name="taxon" label={t('taxon.title')} />}
      </div>
      {isChosen ? <Chosen form={form} /> : <Search form={form} labelledBy={titleId} />}
      <FieldChecks form={form} checks={checks} field="taxon" />
      <FieldError messages={errors} />
      {isChosen && (
        <Switch
          className={classes.toggle}
          label={t('field.uncertain')}
          checked={uncertain}
          onChange={(event) => form.change({ uncertain: event.currentTarget.checked })}
        />
      )}
    </section>
  );
}

function Chosen({ form }: { form: ObserveForm }) {
  const { t } = useTranslation('observations');
  const { taxon, verbatim_name } = form.values;
  const change = (
    <Button variant="subtle" onClick={() => form.change({ taxon: null, verbatim_name: '', uncertain: false })}>
      {t('taxon.change')}
    </Button>
  );
  return (
    <div className={classes.chosen}>
      {taxon ? (
        <TaxonRowContent
          name={taxon.name}
          scientificName={taxon.scientific_name}
          rank={taxon.rank}
          group={taxon.group}
          imageUrl={taxon.image_url}
          note={verbatim_name && verbatim_name !== taxon.name ? t('taxon.typed_as', { name: verbatim_name }) : undefined}
          trailing={change}
        />
      ) : (
        <TaxonRowContent
          name={verbatim_name}
          scientificName=""
          rank="species"
          group="other"
          note={t('taxon.own_words')}
          trailing={change}
        />
      )}
    </div>
  );
}

export function Search({ form, labelledBy }: { form: Pick<ObserveForm, 'change'>; labelledBy: string }) {
  const t = useRecordWords();
  const listId = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(-1);
  const wanted = useDeferredValue(text);
  const hits = useTaxonSearch(wanted, SHOWN);
  const seen = useSeenTaxonIds();
  const status = useTaxonomyStatus();
  const typed = text.trim();
  const found = typed === '' ? [] : (hits ?? []);
  // One more option than there are hits: the words as they were typed.
  const last = typed === '' ? -1 : found.length;

  const choose = (taxon: TaxonSummary) => form.change({ taxon, verbatim_name: '' });
  const keepWords = () => form.change({ taxon: null, verbatim_name: typed.slice(0, 200) });
  const pick = (index: number) => {
    const hit = found[index];
    if (hit) choose(summaryOf(hit));
    else if (index === found.length && typed !== '') keepWords();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setActive((now) => Math.max(-1, Math.min(last, now + (event.key === 'ArrowDown' ? 1 : -1))));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      pick(active < 0 ? 0 : active);
    } else if (event.key === 'Escape') setText('');
  };
  const option = (index: number) => `${listId}-${index}`;

  return (
    <>
      <TextInput
        size="lg"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setActive(-1);
        }}
        onKeyDown={onKeyDown}
        leftSection={<IconSearch size={22} aria-hidden />}
        placeholder={t('observations:taxon.placeholder')}
        aria-labelledby={labelledBy}
        role="combobox"
        aria-expanded={typed !== ''}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? option(active) : undefined}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
      />
      {typed === '' ? (
        <QuickPicks onChoose={choose} />
      ) : (
        <>
          <ul className={classes.options} id={listId} role="listbox" aria-labelledby={labelledBy}>
            {found.map((hit, index) => (
              <li
                key={hit.id}
                id={option(index)}
                className={classes.option}
                role="option"
                aria-selected={index === active}
                data-active={index === active || undefined}
                onClick={() => choose(summaryOf(hit))}
              >
                <HitContent hit={hit} isSeen={seen?.has(hit.id) ?? false} />
              </li>
            ))}
            <li
              id={option(found.length)}
              className={classes.option}
              role="option"
              aria-selected={active === found.length}
              data-active={active === found.length || undefined}
              onClick={keepWords}
            >
              <span className={classes.keepWords}>
                <IconPencil size={22} aria-hidden />
                <span>{t('observations:taxon.keep_words', { name: typed })}</span>
              </span>
            </li>
          </ul>
          {hits !== undefined && found.length === 0 && (
            <p className={classes.hint} role="status">
              {status?.loading ? t('common:taxonomy.loading') : t('observations:taxon.nothing')}
            </p>
          )}
        </>
      )}
    </>
  );
}

function HitContent({ hit, isSeen }: { hit: TaxonHit; isSeen: boolean }) {
  const { t } = useTranslation('common');
  return (
    <TaxonRowContent
      name={hit.name}
      scientificName={hit.scientific_name}
      rank={hit.rank}
      group={groupOf(hit)}
      imageUrl={hit.image_url}
      seenLabel={isSeen ? t('taxon.seen') : null}
      rarity={{ level: rarityOf(hit), label: t(`rarity.${rarityOf(hit)}`) }}
      matchedAs={hit.matched ? t('taxon.as', { name: hit.matched }) : undefined}
    />
  );
}

/** Before anything is typed: what was recorded last, then what is common where the person lives. Never chosen by itself. */
function QuickPicks({ onChoose }: { onChoose: (taxon: TaxonSummary) => void }) {
  const t = useRecordWords();
  const own = useOwnObservations(40);
  const common = useBrowse(COMMON);
  const seen = useSeenTaxonIds();
  const recent = useMemo(() => {
    const known = new Map((own ?? []).flatMap(({ taxon }) => (taxon ? [[taxon.id, taxon] as const] : [])));
    return [...known.values()].slice(0, QUICK);
  }, [own]);
  const others = (common ?? []).filter(({ id }) => !recent.some((one) => one.id === id)).slice(0, recent.length > 0 ? QUICK : QUICK_FIRST);
  return (
    <>
      {recent.length > 0 && (
        <QuickList title={t('observations:taxon.recent')}>
          {recent.map((taxon) => (
            <TaxonRow
              key={taxon.id}
              name={taxon.name}
              scientificName={taxon.scientific_name}
              rank={taxon.rank}
              group={taxon.group}
              imageUrl={taxon.image_url}
              onClick={() => onChoose(taxon)}
            />
          ))}
        </QuickList>
      )}
      {others.length > 0 && (
        <QuickList title={t('observations:taxon.common')}>
          {others.map((taxon) => (
            <TaxonRow
              key={taxon.id}
              name={taxon.name}
              scientificName={taxon.scientific_name}
              rank={taxon.rank}
              group={groupOf(taxon)}
              imageUrl={taxon.image_url}
              seenLabel={seen?.has(taxon.id) ? t('common:taxon.seen') : null}
              onClick={() => onChoose(summaryOf(taxon))}
            />
          ))}
        </QuickList>
      )}
    </>
  );
}

function QuickList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className={classes.quickTitle}>{title}</h3>
      <div className={classes.quickRows}>{children}</div>
    </div>
  );
}
