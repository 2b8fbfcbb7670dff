import { Button, Chip, Input, NativeSelect, TextInput } from '@mantine/core';
import { isOneOf, OBSCURING_GRIDS_KM, type ObscuringGrid, type PlaceGeometry, SENSITIVE_REASONS } from '@veld/contract';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { monthName } from '../../../i18n/format';
import { newId } from '../../../local/db/ids';
import { useCountryChoices } from '../../../shared/location/countries';
import { useSending } from '../../../shared/session/form';
import { useLanguage, useUser } from '../../../shared/session/session';
import { TaxonSearch } from '../../../shared/taxon-search/TaxonSearch';
import { SectionTitle } from '../../../ui/SectionTitle';
import { useSavedPlaces } from '../../saved-places/data';
import { reasonText, shownText } from '../../sensitive/rule-words';
import { useAdminChange } from '../data';
import { FormEnd } from '../FormEnd';
import { type ListedRule, removeRule, saveRule } from './data';
import classes from '../admin.module.css';

interface Props {
  /** Null for a new one. */
  stored: ListedRule | null;
  onDone: () => void;
}

const MONTHS = Array.from({ length: 12 }, (_, at) => at + 1);
/** Not one of `SENSITIVE_REASONS`, but words. */
const OWN_WORDS = 'own';

interface Area {
  id: string;
  name: string;
  geometry: PlaceGeometry;
}

/** Writes a rule: of what, where, when, how much others see, and why. */
export function RuleFields({ stored, onDone }: Props) {
  const { t } = useTranslation(['sensitive', 'common']);
  const language = useLanguage();
  const { units } = useUser().preferences;
  const change = useAdminChange();
  const countries = useCountryChoices();
  const areas = useAreas(stored);
  // A repeated request of the same rule has the same id.
  const id = useRef(stored?.id ?? newId());
  const [taxon, setTaxon] = useState(stored && { id: stored.taxon_id, name: stored.taxon.name });
  const [where, setWhere] = useState(stored?.country_code ?? (stored?.area ? `area ${STORED}` : ''));
  const [months, setMonths] = useState<readonly number[]>(stored?.months ?? []);
  const [grid, setGrid] = useState<ObscuringGrid | null>(stored ? stored.grid_km : 10);
  const isKnown = stored === null || isOneOf(SENSITIVE_REASONS, stored.reason);
  const [kind, setKind] = useState<string>(isKnown ? (stored?.reason ?? SENSITIVE_REASONS[0]) : OWN_WORDS);
  const [words, setWords] = useState(isKnown ? '' : stored.reason);
  const [missing, setMissing] = useState<'taxon' | 'reason' | null>(null);
  const saving = useSending(async () => {
    const reason = kind === OWN_WORDS ? words.trim() : kind;
    const lacks = taxon === null ? 'taxon' : reason === '' ? 'reason' : null;
    setMissing(lacks);
    if (taxon === null || lacks) return;
    const area = areas.find((one) => `area ${one.id}` === where);
    const place = area
      ? { country_code: null, area: area.geometry, area_name: area.name || null }
      : { country_code: where || null, area: null, area_name: null };
    await change(saveRule(id.current, { taxon_id: taxon.id, ...place, months: [...months], grid_km: grid, reason }));
    onDone();
  });
  const removing = useSending(async () => {
    await change(removeRule(id.current));
    onDone();
  });
  return (
    <form className={classes.form} onSubmit={saving.submit} noValidate>
      <SectionTitle>{stored ? t('edit') : t('add')}</SectionTitle>
      <Input.Wrapper
        label={t('column.taxon')}
        labelElement="div"
        labelProps={{ id: 'rule-taxon' }}
        description={t('taxon_hint')}
        error={(missing === 'taxon' && t('missing.taxon')) || saving.errors.fields.taxon_id}
      >
        {taxon ? (
          <div className={classes.row}>
            <strong>{taxon.name}</strong>
            <Button variant="default" onClick={() => setTaxon(null)}>
              {t('other_taxon')}
            </Button>
          </div>
        ) : (
          <TaxonSearch labelledBy="rule-taxon" onChoose={(found) => setTaxon({ id: found.id, name: found.name })} quick={null} />
        )}
      </Input.Wrapper>
      <NativeSelect
        label={t('column.where')}
        description={t('where_hint')}
        value={where}
        data={[
          { value: '', label: t('everywhere') },
          ...(areas.length > 0
            ? [{ group: t('areas'), items: areas.map((one) => ({ value: `area ${one.id}`, label: one.name || t('an_area') })) }]
            : []),
          { group: t('countries'), items: countries },
        ]}
        error={saving.errors.fields.area}
        onChange={(event) => setWhere(event.currentTarget.value)}
      />
      <Input.Wrapper label={t('column.months')} labelElement="div" labelProps={{ id: 'rule-months' }} description={t('months_hint')}>
        <Chip.Group
          multiple
          value={months.map(String)}
          onChange={(chosen) => setMonths(chosen.map(Number).toSorted((one, other) => one - other))}
        >
          <div className={classes.row} role="group" aria-labelledby="rule-months">
            {MONTHS.map((month) => (
              <Chip key={month} value={String(month)}>
                {monthName(month, language, 'short')}
              </Chip>
            ))}
          </div>
        </Chip.Group>
      </Input.Wrapper>
      <NativeSelect
        label={t('column.shown')}
        value={grid === null ? '' : String(grid)}
        data={[...OBSCURING_GRIDS_KM, null].map((one) => ({
          value: one === null ? '' : String(one),
          label: shownText(one, t, language, units),
        }))}
        onChange={(event) => setGrid(OBSCURING_GRIDS_KM.find((one) => String(one) === event.currentTarget.value) ?? null)}
      />
      <NativeSelect
        label={t('column.reason')}
        description={t('reason_hint')}
        value={kind}
        data={[...SENSITIVE_REASONS.map((value) => ({ value, label: reasonText(value, t) })), { value: OWN_WORDS, label: t('own_words') }]}
        onChange={(event) => setKind(event.currentTarget.value)}
      />
      {kind === OWN_WORDS && (
        <TextInput
          label={t('own_words')}
          maxLength={300}
          value={words}
          error={missing === 'reason' && t('missing.reason')}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      )}
      <FormEnd saving={saving} removing={removing} withdraw={stored && t('remove')} onDone={onDone} />
    </form>
  );
}

/** The area that the rule has already. */
const STORED = 'stored';

/** Areas to choose from: that of the rule, and the caller's saved places with a boundary. */
function useAreas(stored: ListedRule | null): Area[] {
  const places = useSavedPlaces() ?? [];
  return [
    ...(stored?.area ? [{ id: STORED, name: stored.area_name ?? '', geometry: stored.area }] : []),
    ...places.flatMap(({ id, name, geometry }) => (geometry?.type === 'Polygon' ? [{ id, name, geometry }] : [])),
  ];
}
