// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { freshPerson } from '../../../local/testing/people';
import { renderAs } from '../../../testing/render-as';
import type { FormPatch } from '../../recording/form-values';
import { PlaceDialog } from './PlaceDialog';

async function openDialog() {
  const chosen: FormPatch[] = [];
  const shown = await renderAs(
    freshPerson('anna'),
    <PlaceDialog
      board={{ groups: [], leftOut: null }}
      groups={[]}
      title="Place"
      onChoose={(patch) => chosen.push(patch)}
      onClose={() => {}}
    />,
  );
  return { ...shown, chosen };
}
const type = (value: string) => fireEvent.change(screen.getByRole('textbox', { name: 'Coordinates' }), { target: { value } });
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Use these coordinates' }));

describe('coordinates typed for records of the board', () => {
  it('are accepted as a grid reference by the first click after the last letter, and only once', async () => {
    const { chosen } = await openDialog();
    type('TQ 300 804');
    submit();
    submit();
    await waitFor(() => expect(chosen).toHaveLength(1));
    expect(chosen[0]).toMatchObject({ coordinate_uncertainty_m: 71, location_source: 'typed' });
    expect(chosen[0]!.latitude).toBeCloseTo(51.508, 2);
  });

  it('that cannot be read show an error, are not used, and move the focus to the field', async () => {
    const { chosen } = await openDialog();
    // As it opens, the dialog takes the keyboard by itself.
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' })));
    type('TQ 300 80');
    submit();
    await screen.findByText('Veld can’t read these coordinates.');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Coordinates' })));
    expect(chosen).toEqual([]);
  });

  it('are not used if anna changed them or closed the dialog before they were converted', async () => {
    const { chosen, unmount } = await openDialog();
    type('TQ 300 804');
    submit();
    type('TQ 300 8041');
    type('52.1, 5.1');
    submit();
    await waitFor(() => expect(chosen).toMatchObject([{ latitude: 52.1, longitude: 5.1 }]));
    type('TQ 301 805');
    submit();
    unmount();
    await (await import('../../../shared/geo/grids/use-typed-place')).readTypedPlace('TQ 301 805', { country: null });
    await Promise.resolve();
    expect(chosen).toHaveLength(1);
  });
});
