import { Button, Checkbox, Chip, Modal, NativeSelect, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { BREEDING_CODES, groupFields, LICENSES, LIFE_STAGES, MAX_FILTER_YEARS, QUALITIES, SEXES, VALIDATION_STATES } from '@veld/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { monthName } from '../../i18n/format';
import { useDistance } from '../geo/position/words';
import { groupChoiceLabel } from '../records/group-labels';
import { choiceLabel, useRecordTranslation } from '../records/record-labels';
import { useLanguage, useMaybeUser } from '../session/session';
import { useFocusBack } from '../../ui/steady-focus';
import { type FilterName, splitList } from './record-query';
import type { FilterProps } from './use-record-query';
import classes from './FilterDialog.module.css';

const UNCERTAINTIES_M = [10, 30, 100, 300, 1000] as const;
const MONTHS = Array.from({ length: 12 }, (_, at) => String(at + 1));
/** Numbers of the months of each season of the north. */
const SEASONS = { spring: '3,4,5', summer: '6,7,8', autumn: '9,10,11', winter: '1,2,12' } as const;

interface Props extends FilterProps {
  /** Without what only everyone's records can be filtered by. */
  isOwn?: boolean;
  /** With what only the person's own records can be filtered by, among everyone's: it chooses the person too. */
  hasOwn?: boolean;
  children?: ReactNode;
  onClose: () => void;
}

/** All filters of records, after `children`. Changes take effect at once. */
export default function FilterDialog({ query: { values }, changes, isOwn = false, hasOwn = false, children, onClose }: Props) {
  useFocusBack();
  const t = useRecordTranslation('explore', 'notifications');
  const language = useLanguage();
  const length = useDistance();
  const me = useMaybeUser()?.id ?? null;
  const isWide = useMediaQuery('(min-width: 37.5em)', false, { getInitialValueInEffect: false });
  const set = (name: FilterName) => (value: string | null) => changes.change({ [name]: value });
  const many = { values, onChange: (name: FilterName, chosen: readonly string[]) => set(name)(chosen.join(',')) };
  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen={!isWide}
      size="40rem"
      title={t('explore:filters')}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <div className={classes.form}>
        {children}
        {values.taxon_id !== undefined && (
          <Checkbox
            label={t('explore:field.only_taxon')}
            checked={values.below === '0'}
            onChange={(event) => set('below')(event.currentTarget.checked ? '0' : null)}
          />
        )}
        <fieldset className={classes.set}>
          <legend>{t('explore:field.dates')}</legend>
          <div className={classes.pair}>
            <TextInput
              type="date"
              label={t('explore:field.from')}
              value={values.from ?? ''}
              max={values.to}
              onChange={(event) => set('from')(event.currentTarget.value)}
            />
            <TextInput
              type="date"
              label={t('explore:field.to')}
              value={values.to ?? ''}
              min={values.from}
              onChange={(event) => set('to')(event.currentTarget.value)}
            />
          </div>
          <Years value={values.year} onChange={set('year')} />
          <div className={classes.pair}>
            {(['spring', 'summer', 'autumn', 'winter'] as const).map((season) => (
              <Button
                key={season}
                variant={values.month === SEASONS[season] ? 'filled' : 'default'}
                aria-pressed={values.month === SEASONS[season]}
                onClick={() => set('month')(values.month === SEASONS[season] ? null : SEASONS[season])}
              >
                {SEASONS[season]
                  .split(',')
                  .map((month) => monthName(Number(month), language, 'narrow'))
                  .join('')}
              </Button>
            ))}
          </div>
          <Many
            {...many}
            name="month"
            label={t('explore:field.months')}
            choices={MONTHS}
            text={(month) => monthName(Number(month), language, 'short')}
          />
        </fieldset>
        <Many
          {...many}
          name="quality"
          label={t('explore:field.quality')}
          choices={QUALITIES}
          text={(one) => t(`observations:quality.${one}`)}
        />
        <Many
          {...many}
          name="validation"
          label={t('explore:field.validation')}
          choices={VALIDATION_STATES}
          text={(one) => t(`notifications:validation.${one}`)}
        />
        <Checkbox
          label={t('explore:field.unnamed')}
          checked={values.unnamed === '1'}
          onChange={(event) => set('unnamed')(event.currentTarget.checked ? '1' : null)}
        />
        {!isOwn &&
          (['unseen', 'first_of_year'] as const).map((name) => (
            <Checkbox
              key={name}
              label={t(`explore:field.${name}`)}
              checked={values[name] === '1'}
              onChange={(event) => set(name)(event.currentTarget.checked ? '1' : null)}
            />
          ))}
        {(isOwn || (hasOwn && me !== null)) && (
          <NativeSelect
            label={t('explore:field.hidden')}
            value={values.hidden ?? ''}
            onChange={({ currentTarget: { value } }) => changes.change({ ...(!isOwn && value !== '' && { user_id: me }), hidden: value })}
            data={[
              { value: '', label: t('explore:any') },
              { value: '1', label: t('common:geoprivacy.hidden') },
              { value: '0', label: t('explore:hidden.not') },
            ]}
          />
        )}
        <NativeSelect
          label={t('explore:field.photos')}
          value={values.photos ?? ''}
          onChange={(event) => set('photos')(event.currentTarget.value)}
          data={[
            { value: '', label: t('explore:any') },
            { value: '1', label: t('explore:photos.with') },
            { value: '0', label: t('explore:photos.without') },
          ]}
        />
        <NativeSelect
          label={t('explore:field.uncertainty')}
          value={values.uncertainty_m ?? ''}
          onChange={(event) => set('uncertainty_m')(event.currentTarget.value)}
          data={[
            { value: '', label: t('explore:any') },
            ...UNCERTAINTIES_M.map((metres) => ({
              value: String(metres),
              label: t('explore:chip.uncertainty', { distance: length(metres) }),
            })),
            ...(values.uncertainty_m !== undefined && !UNCERTAINTIES_M.some((one) => String(one) === values.uncertainty_m)
              ? [{ value: values.uncertainty_m, label: t('explore:chip.uncertainty', { distance: length(Number(values.uncertainty_m)) }) }]
              : []),
          ]}
        />
        <Many
          {...many}
          name="life_stage"
          label={t('explore:field.life_stage')}
          choices={LIFE_STAGES}
          text={(one) => choiceLabel('life_stage', one, t)}
        />
        <Many {...many} name="sex" label={t('explore:field.sex')} choices={SEXES} text={(one) => choiceLabel('sex', one, t)} />
        <Many
          {...many}
          name="wildness"
          label={t('explore:field.wildness')}
          choices={groupFields.wildness.choices}
          text={(one) => groupChoiceLabel('wildness', one, t)}
        />
        <Many {...many} name="breeding" label={t('explore:field.breeding')} choices={BREEDING_CODES} text={(code) => code} />
        <Many
          {...many}
          name="license"
          label={t('explore:field.license')}
          choices={LICENSES}
          text={(one) => choiceLabel('license', one, t)}
        />
        <div className={classes.end}>
          <Button variant="default" onClick={changes.clear}>
            {t('explore:clear')}
          </Button>
          <Button onClick={onClose}>{t('explore:show')}</Button>
        </div>
      </div>
    </Modal>
  );
}

interface ManyProps<Choice extends string> {
  name: FilterName;
  label: string;
  choices: readonly Choice[];
  text: (choice: Choice) => string;
  values: FilterProps['query']['values'];
  onChange: (name: FilterName, chosen: readonly string[]) => void;
}

/** Any number of choices of a field. */
function Many<Choice extends string>({ name, label, choices, text, values, onChange }: ManyProps<Choice>) {
  return (
    <fieldset className={classes.set}>
      <legend>{label}</legend>
      <Chip.Group
        multiple
        value={splitList(values[name])}
        onChange={(chosen) =>
          onChange(
            name,
            choices.filter((choice) => chosen.includes(choice)),
          )
        }
      >
        <div className={classes.choices}>
          {choices.map((choice) => (
            <Chip key={choice} value={choice}>
              {text(choice)}
            </Chip>
          ))}
        </div>
      </Chip.Group>
    </fieldset>
  );
}

/** Years as they are typed: `2024, 2025` or `2019-2023`. What is none stays as typed, with a sentence. */
function Years({ value, onChange }: { value: string | undefined; onChange: (years: string | null) => void }) {
  const { t } = useTranslation('explore');
  const [text, setText] = useState(splitList(value).join(', '));
  const years = readYears(text);
  return (
    <TextInput
      label={t('field.years')}
      placeholder="2024, 2019-2021"
      inputMode="numeric"
      value={text}
      error={years === null ? t('years_fault', { count: MAX_FILTER_YEARS }) : undefined}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        setText(typed);
        const read = readYears(typed);
        if (read !== null) onChange(read.length === 0 ? null : read.join(','));
      }}
    />
  );
}

/** The years of a text, earliest first; null if it is not only years, or has too many. */
export function readYears(text: string): string[] | null {
  const years = new Set<string>();
  for (const part of text.split(/[,;\s]+/).filter(Boolean)) {
    const match = /^(\d{4})(?:[-–](\d{4}))?$/.exec(part);
    const [, from, to = from] = match ?? [];
    if (from === undefined || to === undefined || Number(from) < 1 || Number(to) < Number(from)) return null;
    for (let year = Number(from); year <= Number(to); year++) {
      years.add(String(year).padStart(4, '0'));
      if (years.size > MAX_FILTER_YEARS) return null;
    }
  }
  return [...years].toSorted();
}
