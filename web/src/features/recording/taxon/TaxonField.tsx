import { Button, Switch } from '@mantine/core';
import { type RefObject, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../../ui/FieldError';
import { TaxonRowContent } from '../../../ui/cards/TaxonRow';
import { useNamedTaxon, rankLabel } from '../../../shared/taxa/names';
import type { Check } from '../checks/checks';
import { readFormTaxonId } from '../form-values';
import type { ObserveForm } from '../use-observe-form';
import { FieldChecks } from '../checks/FieldChecks';
import shared from '../observe.module.css';
import classes from './TaxonField.module.css';
import { PinButton } from '../Pins';
import { Suggestions } from './Suggestions';
import { TaxonSearch } from '../../../shared/taxon-search/TaxonSearch';

interface Props {
  form: ObserveForm;
  checks: readonly Check[];
  errors: string[];
}

/** The species: found by name, chosen from suggestions, or a verbatim name. */
export function TaxonField({ form, checks, errors }: Props) {
  const { t } = useTranslation('observations');
  const { verbatim_name, uncertain } = form.values;
  const titleId = useId();
  const isChosen = readFormTaxonId(form.values) !== null || verbatim_name !== '';
  const section = useRef<HTMLElement>(null);
  const chosen = useRef<HTMLDivElement>(null);
  const wasChosen = useRef(isChosen);
  useEffect(() => {
    if (isChosen === wasChosen.current) return;
    wasChosen.current = isChosen;
    // The focused element is gone: focus the chosen taxon, or the search field if it was cleared.
    const next = isChosen ? chosen.current : section.current?.querySelector<HTMLElement>('[role=combobox]');
    next?.focus({ preventScroll: true });
  }, [isChosen]);
  return (
    <section className={shared.section} aria-labelledby={titleId} ref={section}>
      <div className={shared.titleLine}>
        <h2 className={shared.sectionTitle} id={titleId}>
          {t('taxon.title')}
        </h2>
        {isChosen && <PinButton form={form} name="taxon" label={t('taxon.title')} />}
      </div>
      {isChosen ? <Chosen form={form} box={chosen} /> : <Unchosen form={form} labelledBy={titleId} />}
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

function Unchosen({ form, labelledBy }: { form: ObserveForm; labelledBy: string }) {
  const { latitude, longitude, date_kind, day, taxon_text = '' } = form.values;
  return (
    <TaxonSearch
      labelledBy={labelledBy}
      initialText={taxon_text}
      onType={(text) => form.change({ taxon_text: text })}
      onChoose={(taxon) => form.change({ taxon, verbatim_name: '' })}
      onVerbatim={(name) => form.change({ taxon: null, verbatim_name: name })}
      quick={
        <Suggestions
          context={{ place: { latitude, longitude }, pins: form.pins, ...(date_kind === 'day' && day ? { day } : {}) }}
          onChoose={(taxon) => form.change({ taxon, verbatim_name: '' })}
        />
      }
    />
  );
}

function Chosen({ form, box }: { form: ObserveForm; box: RefObject<HTMLDivElement | null> }) {
  const { t } = useTranslation(['recording', 'observations', 'common']);
  const { verbatim_name, nameless_taxon_id } = form.values;
  const taxon = useNamedTaxon(form.values.taxon);
  const change = (
    <Button variant="subtle" onClick={() => form.change({ taxon: null, verbatim_name: '', uncertain: false })}>
      {t('taxon.change')}
    </Button>
  );
  return (
    <div className={classes.chosen} ref={box} tabIndex={-1}>
      {taxon ? (
        <TaxonRowContent
          name={taxon.name}
          scientificName={taxon.scientific_name}
          rank={taxon.rank}
          rankLabel={rankLabel(taxon.rank, t)}
          group={taxon.group}
          imageUrl={taxon.image_url}
          note={verbatim_name && verbatim_name !== taxon.name ? t('taxon.typed_as', { name: verbatim_name }) : undefined}
          trailing={change}
        />
      ) : (
        <TaxonRowContent
          name={verbatim_name || t('observations:taxon.name_missing')}
          scientificName=""
          rank="species"
          group="other"
          note={nameless_taxon_id == null ? t('taxon.verbatim_name') : undefined}
          trailing={change}
        />
      )}
    </div>
  );
}
