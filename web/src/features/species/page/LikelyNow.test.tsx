// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { frequencyCell, frequencyWeek, todayIn } from '@veld/contract';
import { expect, it } from 'vitest';
import { monthName } from '../../../i18n/format';
import { openUserDatabase } from '../../../local/db/database';
import { storeFrequencies } from '../../../local/testing/frequencies';
import { freshPerson } from '../../../local/testing/people';
import { renderAs } from '../../../testing/render-as';
import { localTaxon } from '../testing/rows';
import { LikelyNow } from './EveryonesMonths';

const CELL = frequencyCell(52.09, 5.12);
const TODAY = todayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, new Date());
const WEEK = frequencyWeek(TODAY);
const MONTH = monthName(Number(TODAY.slice(5, 7)), 'en');
const count = (taxon_id: number, lists: number, slot = WEEK) => ({ taxon_id, cell: CELL, slot, records: lists, lists, people: 1 });

it('says on how many lists of this month a species is, and that an unusual one is on none', async () => {
  const anna = freshPerson('anna', { country_code: 'NL' });
  const away = (WEEK + 24) % 48;
  const slots = [count(0, 60), count(0, 80, away)].toSorted((one, other) => one.slot - other.slot);
  await storeFrequencies(openUserDatabase(anna.id), 'NL', [...slots, count(7, 14), count(8, 30, away)]);
  await renderAs(
    anna,
    <>
      <LikelyNow taxon={localTaxon(7)} />
      <LikelyNow taxon={localTaxon(8)} />
    </>,
    { at: '/species/7' },
  );
  expect(await screen.findByText(`Netherlands: on 14 of 60 ${MONTH} lists`)).toBeDefined();
  expect(await screen.findByText(`Netherlands: on none of 60 ${MONTH} lists`)).toBeDefined();
});
