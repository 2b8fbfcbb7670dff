// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
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
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { i18next, startI18n } from '../../i18n/i18n';
import type { LocalObservation } from '../../local/db/rows';
import { newId } from '../../local/db/ids';
import { person } from '../../local/testing/people';
import { auth } from '../../local/app/veld';
import { fieldLabel, fieldValue, partLabel } from '../observations/field-labels';
import { attributeLabel, attributeValue } from '../observations/group-labels';
import { RecordFacts } from '../observations/page/RecordFacts';
import type { RecordTranslator } from '../observations/record-labels';
import { valuesOf } from './form-values';
import { ObserveForm } from './ObserveForm';
import { robin } from './testing/records';

const user = person('anna', { id: newId() });
const { record, attributes } = everyField(robin.id);
const row = { ...record, id: newId(), attributes, taxon: robin, media: [], user, saved_at: 0 } as unknown as LocalObservation;
const version = row as unknown as ObservationVersion['record'];
const translator = (language: string) => i18next.getFixedT(language, ['observations', 'common']) as unknown as RecordTranslator;

beforeAll(async () => {
  localStorage.setItem('veld-locale', 'en');
  await startI18n();
  await i18next.loadNamespaces(['observations', 'common', 'geo', 'recording']);
});
beforeEach(() => {
  auth.store.setState({ user, token: 'token-1', isReady: true });
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
});

function show(element: React.ReactElement): HTMLElement {
  return render(
    <MantineProvider env="test">
      <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
    </MantineProvider>,
  ).container;
}

/** The values that inputs hold. */
const entered = (container: HTMLElement) =>
  [...container.querySelectorAll<HTMLInputElement>('input, textarea, select')].map((input) =>
    input.type === 'checkbox' ? input.checked : input.value,
  );
const pressed = () => screen.getAllByRole('button', { pressed: true }).map((button) => button.textContent);
/** Parts that no special control asks for. */
const standard = partsIn(...SECTIONS).filter(
  (part) => recordField(recordParts[part][0]).type !== 'taxon' && recordParts[part].length === 1,
);

describe('a record that fills every declared field', () => {
  it('shows each of them in its form, and takes what is changed there', () => {
    const t = translator('en');
    const start = { draftId: newId(), recordId: row.id, values: valuesOf(row), isStored: false };
    const container = show(<ObserveForm start={start} onDraftStored={() => {}} onSaved={() => {}} onDiscarded={() => {}} />);
    for (const part of partsIn(...SECTIONS)) expect(container.textContent, part).toContain(partLabel(part, t));
    for (const part of standard) {
      const value = record[recordParts[part][0]];
      expect(entered(container).map(String), part).toContain(String(value));
    }
    for (const name of GROUP_FIELD_NAMES) {
      const value = attributes[name]!;
      expect(container.textContent, name).toContain(attributeLabel(name, t));
      expect(
        [...entered(container).map(String), ...pressed()].includes(String(value)) ||
          pressed().includes(attributeValue(name, value, t, 'en')),
        name,
      ).toBe(true);
    }
    const notes = screen.getByLabelText('Private notes');
    fireEvent.change(notes, { target: { value: 'By the gate' } });
    expect(screen.getByDisplayValue('By the gate')).toBeTruthy();
  });

  it('shows each of them on its page', () => {
    const t = translator('en');
    const text = show(<RecordFacts record={row} />).textContent;
    const onOtherScreens: PartName[] = ['taxon', 'journey_id'];
    for (const part of PART_NAMES.filter((one) => !onOtherScreens.includes(one))) {
      const value = part === 'sharing' ? t('common:geoprivacy.private_hint') : fieldValue(recordParts[part][0], version, null, t, 'en');
      expect(text, part).toContain(value);
    }
    for (const name of GROUP_FIELD_NAMES) expect(text, name).toContain(attributeValue(name, attributes[name], t, 'en'));
  });

  it.each(LANGUAGES)('has a label and a value for each of them in the history: %s', async (language) => {
    await i18next.changeLanguage(language);
    const t = translator(language);
    const names = [...Object.values(recordParts).map(([head]) => head), ...GROUP_FIELD_NAMES.map((name) => `attributes.${name}`)];
    for (const name of names) {
      expect(fieldLabel(name, t), name).not.toMatch(/^$|_|^observations|field\.|attribute\./);
      expect(fieldValue(name, version, 'roodborst', t, language), name).not.toMatch(/^$|choice\.|answer\./);
    }
    await i18next.changeLanguage('en');
  });
});
