import { Button, Chip, NativeSelect, NumberInput, Textarea } from '@mantine/core';
import { LIFE_STAGES, MAX_VALIDATION_TEXT, RULE_KINDS, type RuleDraft, type TaxonSummary } from '@veld/contract';
import { useId, useState } from 'react';
import { monthName } from '../../../i18n/format';
import { newId } from '../../../local/db/ids';
import { DrawButton } from '../../../shared/geo/map/draw/DrawButton';
import { useCountryChoices } from '../../../shared/location/countries';
import { choiceLabel, useRecordTranslation } from '../../../shared/records/record-labels';
import { notifier, useLanguage } from '../../../shared/session/session';
import { TaxonSearch } from '../../../shared/taxon-search/TaxonSearch';
import { SectionTitle } from '../../../ui/SectionTitle';
import { toCorners, toGeometry } from '../appoint/AppointForm';
import classes from './rules.module.css';
import { saveRule } from './data';

const MONTHS = Array.from({ length: 12 }, (_, at) => String(at + 1));
type Draft = Omit<RuleDraft, 'taxon_id'>;
const NOTHING: Draft = { kind: 'maximum', country: null, area: null, months: [], life_stages: [], maximum: null, note: '' };

interface Props {
  taxon: TaxonSummary | null;
  onTaxon: (taxon: TaxonSummary | null) => void;
  onSaved: () => void;
}

/** Writes a rule about a taxon, which comes first, as it also selects the rules that are listed. */
export function RuleForm({ taxon, onTaxon, onSaved }: Props) {
  const t = useRecordTranslation('validation');
  const language = useLanguage();
  const labelId = useId();
  const [id, setId] = useState(newId);
  const [draft, setDraft] = useState(NOTHING);
  const [isBusy, setBusy] = useState(false);
  const countries = useCountryChoices();
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));
  const isWhole = taxon !== null && (draft.kind !== 'maximum' || draft.maximum !== null);
  const save = async () => {
    if (!taxon) return;
    setBusy(true);
    try {
      await saveRule(id, { ...draft, maximum: draft.kind === 'maximum' ? draft.maximum : null, taxon_id: taxon.id });
      setId(newId());
      setDraft(NOTHING);
      onSaved();
    } catch (error) {
      notifier.show('negative', t('validation:rules.failed'), { cause: error });
    }
    setBusy(false);
  };
  return (
    <section className={classes.form}>
      <SectionTitle>{t('validation:rules.new')}</SectionTitle>
      <div className={classes.field}>
        <span id={labelId} className={classes.label}>
          {t('validation:rules.taxon')}
        </span>
        {taxon ? (
          <div className={classes.area}>
            <strong>{taxon.name}</strong>
            <Button variant="subtle" onClick={() => onTaxon(null)}>
              {t('validation:rules.other_taxon')}
            </Button>
          </div>
        ) : (
          <TaxonSearch labelledBy={labelId} onChoose={onTaxon} quick={null} />
        )}
      </div>
      {taxon && (
        <>
          <NativeSelect
            label={t('validation:rules.kind')}
            value={draft.kind}
            onChange={({ currentTarget: { value } }) => set({ kind: RULE_KINDS.find((one) => one === value) ?? 'ask' })}
            data={RULE_KINDS.map((kind) => ({ value: kind, label: t(`validation:rule.${kind}`) }))}
          />
          {draft.kind === 'maximum' && (
            <NumberInput
              label={t('validation:rules.maximum')}
              value={draft.maximum ?? ''}
              min={1}
              max={1_000_000}
              allowDecimal={false}
              onChange={(value) => set({ maximum: typeof value === 'number' ? value : null })}
            />
          )}
          <NativeSelect
            label={t('validation:validators.country')}
            value={draft.country ?? ''}
            onChange={({ currentTarget: { value } }) => set({ country: value === '' ? null : value })}
            data={[{ value: '', label: t('validation:validators.everywhere') }, ...countries]}
          />
          <div className={classes.area}>
            <DrawButton
              geometry={draft.area && toGeometry(draft.area)}
              place={null}
              isArea
              onDraw={(drawn) => set({ area: toCorners(drawn) })}
              onOpen={() => {}}
            />
            {draft.area && (
              <Button variant="subtle" onClick={() => set({ area: null })}>
                {t('validation:validators.no_area')}
              </Button>
            )}
          </div>
          <div className={classes.field}>
            <span id={`${labelId}-months`} className={classes.label}>
              {t('validation:rules.months')}
            </span>
            <Chip.Group
              multiple
              value={draft.months.map(String)}
              onChange={(months) => set({ months: months.map(Number).toSorted((a, b) => a - b) })}
            >
              <div className={classes.chips} role="group" aria-labelledby={`${labelId}-months`}>
                {MONTHS.map((month) => (
                  <Chip key={month} value={month}>
                    {monthName(Number(month), language, 'short')}
                  </Chip>
                ))}
              </div>
            </Chip.Group>
          </div>
          <div className={classes.field}>
            <span id={`${labelId}-stages`} className={classes.label}>
              {t('validation:rules.stages')}
            </span>
            <Chip.Group
              multiple
              value={[...draft.life_stages]}
              onChange={(chosen) => set({ life_stages: LIFE_STAGES.filter((stage) => chosen.includes(stage)) })}
            >
              <div className={classes.chips} role="group" aria-labelledby={`${labelId}-stages`}>
                {LIFE_STAGES.map((stage) => (
                  <Chip key={stage} value={stage}>
                    {choiceLabel('life_stage', stage, t)}
                  </Chip>
                ))}
              </div>
            </Chip.Group>
          </div>
          <Textarea
            label={t('validation:rules.note')}
            value={draft.note}
            maxLength={MAX_VALIDATION_TEXT}
            autosize
            onChange={(event) => set({ note: event.currentTarget.value })}
          />
          <Button disabled={!isWhole} loading={isBusy} onClick={() => void save()}>
            {t('validation:rules.save')}
          </Button>
        </>
      )}
    </section>
  );
}
