// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import {
  GROUP_FIELD_NAMES,
  LANGUAGES,
  type ObservationVersion,
  PART_NAMES,
  type PartName,
  partsIn,
  recordField,
  recordParts,
  SECTIONS,
} from '@veld/contract';
import { everyField } from '@veld/contract/testing/every-field';
import { beforeEach, describe, expect, it } from 'vitest';
import { i18next } from '../../i18n/i18n';
import type { LocalObservation } from '../../local/db/rows';
import { newId } from '../../local/db/ids';
import { freshPerson } from '../../local/testing/people';
import { renderAs, signIn } from '../../testing/render-as';
import { fieldLabel, fieldValue, partLabel } from '../../shared/records/field-labels';
import { attributeLabel, attributeValue } from '../../shared/records/group-labels';
import { RecordFacts } from '../observations/page/RecordFacts';
import type { RecordTranslator } from '../../shared/records/record-labels';
import { fillFormValues } from './form-values';
import { ObserveForm } from './ObserveForm';
import { robin } from './testing/records';
import { unfold } from './testing/unfold';

const user = freshPerson('anna');
const { record, attributes } = everyField(robin.id);
const row = { ...record, id: newId(), attributes, taxon: robin, media: [], user, saved_at: 0 } as unknown as LocalObservation;
const version = row as unknown as ObservationVersion['record'];
const translatorOf = (language: string) => i18next.getFixedT(language, ['observations', 'common']) as unknown as RecordTranslator;

beforeEach(() => signIn(user));

/** The values that inputs hold. */
const inputValues = (container: HTMLElement) =>
  [...container.querySelectorAll<HTMLInputElement>('input, textarea, select')].map((input) =>
    input.type === 'checkbox' ? input.checked : input.value,
  );
const pressedButtons = () => screen.getAllByRole('button', { pressed: true }).map((button) => button.textContent);
/** Parts that no special control asks for. */
const standard = partsIn(...SECTIONS).filter(
  (part) => recordField(recordParts[part][0]).type !== 'taxon' && recordParts[part].length === 1,
);

describe('a record that fills every declared field', () => {
  it('shows each of them in its form, where they can be edited', async () => {
    const t = translatorOf('en');
    const start = { draftId: newId(), recordId: row.id, values: fillFormValues(row), isStored: false };
    const form = <ObserveForm start={start} onDraftStored={() => {}} onSaved={() => {}} onDiscarded={() => {}} />;
    const { container } = await renderAs(user, form);
    await unfold();
    for (const part of partsIn(...SECTIONS)) expect(container.textContent, part).toContain(partLabel(part, t));
    for (const part of standard) {
      const value = record[recordParts[part][0]];
      expect(inputValues(container).map(String), part).toContain(String(value));
    }
    for (const name of GROUP_FIELD_NAMES) {
      const value = attributes[name]!;
      expect(container.textContent, name).toContain(attributeLabel(name, t));
      expect(
        [...inputValues(container).map(String), ...pressedButtons()].includes(String(value)) ||
          pressedButtons().includes(attributeValue(name, value, t, 'en')),
        name,
      ).toBe(true);
    }
    const notes = screen.getByLabelText('Private notes');
    fireEvent.change(notes, { target: { value: 'By the gate' } });
    expect(screen.getByDisplayValue('By the gate')).toBeTruthy();
  });

  it('shows each of them on its page', async () => {
    const t = translatorOf('en');
    const text = (await renderAs(user, <RecordFacts record={row} />)).container.textContent;
    const onOtherScreens: PartName[] = ['taxon', 'journey_id'];
    for (const part of PART_NAMES.filter((one) => !onOtherScreens.includes(one))) {
      const value = part === 'sharing' ? t('common:geoprivacy.private_hint') : fieldValue(recordParts[part][0], version, null, t, 'en');
      expect(text, part).toContain(value);
    }
    for (const name of GROUP_FIELD_NAMES) expect(text, name).toContain(attributeValue(name, attributes[name], t, 'en'));
  });

  it.each(LANGUAGES)('has a label and a value for each of them in the history: %s', async (language) => {
    await i18next.changeLanguage(language);
    const t = translatorOf(language);
    const names = [...Object.values(recordParts).map(([head]) => head), ...GROUP_FIELD_NAMES.map((name) => `attributes.${name}`)];
    for (const name of names) {
      expect(fieldLabel(name, t), name).not.toMatch(/^$|_|^observations|field\.|attribute\./);
      expect(fieldValue(name, version, 'roodborst', t, language), name).not.toMatch(/^$|choice\.|answer\./);
    }
    await i18next.changeLanguage('en');
  });
});
