import { Button, VisuallyHidden } from '@mantine/core';
import { dayRange, type TaxonSummary } from '@veld/contract';
import { type RefObject, useCallback, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../../ui/FieldError';
import { TaxonRowContent } from '../../../ui/cards/TaxonRow';
import { useSeenTaxonIds } from '../../../shared/records/own';
import type { TaxonHit } from '../../../shared/taxa/data';
import { useNamedTaxon } from '../../../shared/taxa/names';
import { rankLabel } from '../../../shared/taxa/names';
import { TaxonSearch } from '../../../shared/taxon-search/TaxonSearch';
import type { Check } from '../checks/checks';
import { FieldChecks } from '../checks/FieldChecks';
import { type FormValues, readFormDate, readFormTaxonId } from '../form-values';
import { PhotoButton } from '../photos/PhotoButton';
import { PinButton } from '../Pins';
import type { ObserveForm } from '../use-observe-form';
import { HitLikelihood, useLikelihoods } from './HitLikelihood';
import { Suggestions } from './Suggestions';
import classes from './TaxonField.module.css';

interface Props {
  form: ObserveForm;
  checks: readonly Check[];
  errors: string[];
  savedId?: number | undefined;
}

/** The species: found by name, chosen from suggestions, or a verbatim name. A new record begins here. */
export function TaxonField({ form, checks, errors, savedId }: Props) {
  const { t } = useTranslation('observations');
  const titleId = useId();
  const isChosen = isTaxonChosen(form);
  const isNew = form.recordId === null;
  const section = useRef<HTMLElement>(null);
  const chosen = useRef<HTMLDivElement>(null);
  const wasChosen = useRef<boolean | null>(null);
  useEffect(() => {
    const before = wasChosen.current;
    wasChosen.current = isChosen;
    if (before === isChosen || (before === null && (isChosen || !isNew))) return;
    // The focused element is gone: focus the chosen taxon, or the search field if it was cleared.
    const next = isChosen ? chosen.current : section.current?.querySelector<HTMLElement>('[role=combobox]');
    next?.focus({ preventScroll: true });
  }, [isChosen, isNew]);
  return (
    <section className={classes.section} aria-labelledby={titleId} ref={section}>
      <VisuallyHidden component="h2" id={titleId}>
        {t('taxon.title')}
      </VisuallyHidden>
      {isChosen ? <Chosen form={form} box={chosen} /> : <Unchosen form={form} labelledBy={titleId} savedId={savedId} />}
      <FieldChecks form={form} checks={checks} field="taxon" />
      <FieldError messages={errors} />
    </section>
  );
}

/** Whether the form has a species, or a name in the person's own words. */
export function isTaxonChosen({ values }: ObserveForm): boolean {
  return readFormTaxonId(values) !== null || values.verbatim_name !== '';
}

function Unchosen({ form, labelledBy, savedId }: { form: ObserveForm; labelledBy: string; savedId: number | undefined }) {
  const { latitude, longitude, taxon_text = '' } = form.values;
  const place = { latitude, longitude };
  const day = dayWithin(form.values);
  const likelihood = useLikelihoods(place, day);
  const trailing = useCallback((hit: TaxonHit) => <HitLikelihood hit={hit} likelihood={likelihood} />, [likelihood]);
  const choose = (taxon: TaxonSummary) => form.change({ taxon, verbatim_name: '' });
  return (
    <TaxonSearch
      labelledBy={labelledBy}
      initialText={taxon_text}
      beside={<PhotoButton form={form} />}
      trailing={trailing}
      onType={(text) => form.change({ taxon_text: text })}
      onChoose={choose}
      onVerbatim={(name) => form.change({ taxon: null, verbatim_name: name })}
      quick={<Suggestions context={{ place, pins: form.pins, day }} exceptId={savedId} onChoose={choose} />}
    />
  );
}

/** A day of the month, or of the period, in which the record was made; null without one. */
function dayWithin(values: FormValues): string | null {
  if (values.date_kind === 'year') return null;
  const date = readFormDate(values);
  const range = date ? dayRange(date) : null;
  return range && range.from.slice(0, 7) === range.to.slice(0, 7) ? range.from : null;
}

function Chosen({ form, box }: { form: ObserveForm; box: RefObject<HTMLDivElement | null> }) {
  const { t } = useTranslation(['recording', 'observations', 'common']);
  const { verbatim_name, nameless_taxon_id } = form.values;
  const taxon = useNamedTaxon(form.values.taxon);
  const seen = useSeenTaxonIds();
  const isNewForPerson = form.recordId === null && taxon?.rank === 'species' && seen !== undefined && !seen.has(taxon.id);
  const typedAs = verbatim_name && taxon && verbatim_name !== taxon.name ? t('taxon.typed_as', { name: verbatim_name }) : null;
  const notes = [typedAs, isNewForPerson ? t('taxon.new_for_you') : null].filter((note) => note !== null);
  return (
    <div className={classes.chosen} ref={box} tabIndex={-1} data-leading>
      {taxon ? (
        <TaxonRowContent
          name={taxon.name}
          scientificName={taxon.scientific_name}
          rank={taxon.rank}
          rankLabel={rankLabel(taxon.rank, t)}
          group={taxon.group}
          imageUrl={taxon.image_url}
          note={notes.length > 0 ? notes.join(' · ') : undefined}
        />
      ) : (
        <TaxonRowContent
          name={verbatim_name || t('observations:taxon.name_missing')}
          scientificName=""
          rank="species"
          group="other"
          note={nameless_taxon_id == null ? t('taxon.verbatim_name') : undefined}
        />
      )}
      <span className={classes.ends}>
        <PinButton form={form} name="taxon" label={t('observations:taxon.title')} />
        <Button
          className={classes.change}
          variant="subtle"
          onClick={() => form.change({ taxon: null, verbatim_name: '', uncertain: false })}
        >
          {t('taxon.change')}
        </Button>
      </span>
    </div>
  );
}
