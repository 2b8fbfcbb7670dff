// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openUserDatabase } from '../../local/db/database';
import { RECEIVING } from '../../local/pull/pull-store';
import { deleteObservation, saveObservation } from '../../local/records/observations';
import { freshPerson, observer } from '../../local/testing/people';
import { renderAs } from '../../testing/render-as';
import { ShellStatistics } from './ShellStatistics';
import { ShellSync } from './ShellSync';

const record = { taxon_id: 17, observed_on: '2026-05-10' };

describe('the sync state and the figures of the shell', () => {
  it('count records, and neither ticks nor a deletion that is not sent', async () => {
    const anna = freshPerson('anna');
    const database = openUserDatabase(anna.id);
    const options = { user: observer(anna) };
    await saveObservation(database, record, [], options);
    await saveObservation(database, { taxon_id: 18 }, [], options);
    const gone = await saveObservation(database, { ...record, taxon_id: 19 }, [], options);
    await database.outbox.where('observation_id').equals(gone).modify({ tries: 1 });
    await deleteObservation(database, gone);
    await renderAs(anna, [<ShellSync key="sync" />, <ShellStatistics key="figures" />]);
    expect(await screen.findByText('1 record waiting to upload')).toBeDefined();
    expect(await screen.findByText('1 record')).toBeDefined();
    expect(await screen.findByText('2 species')).toBeDefined();
  });

  it('call a tick a change, and do not say that everything is synced', async () => {
    const anna = freshPerson('anna');
    await saveObservation(openUserDatabase(anna.id), { taxon_id: 18 }, [], { user: observer(anna) });
    await renderAs(anna, <ShellSync />);
    const chip = await screen.findByRole('link', { name: '1 change waiting to upload' });
    // Shown alone where the words have no room.
    expect(chip.dataset.count).toBe('1');
  });

  it('on a new device, say how many of the records have arrived, and give no figures yet', async () => {
    const anna = freshPerson('anna');
    const database = openUserDatabase(anna.id);
    await database.settings.put({ key: RECEIVING, value: { received: 120, total: 1677 } });
    await renderAs(anna, [<ShellSync key="sync" />, <ShellStatistics key="figures" />]);
    const label = await screen.findByText('Getting your records, 120 of 1,677');
    expect(label.parentElement?.dataset.count).toBe('120/1,677');
    expect(screen.queryByText('Everything is synced')).toBeNull();
    expect(screen.queryByText('0 records')).toBeNull();
    await database.settings.delete(RECEIVING);
    expect(await screen.findByText('0 records')).toBeDefined();
    expect(await screen.findByText('Everything is synced')).toBeDefined();
  });
});
