// @vitest-environment happy-dom
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { i18next, startI18n } from '../../../i18n/i18n';
import { newId } from '../../../local/db/ids';
import { person } from '../../../local/testing/people';
import { auth } from '../../../local/app/veld';
import { ThemeProvider } from '../../../ui/ThemeProvider';
import type { FormPatch } from '../../recording/form-values';
import { PlaceDialog } from './PlaceDialog';

beforeAll(async () => {
  localStorage.setItem('veld-locale', 'en');
  await startI18n();
  await i18next.loadNamespaces(['observations', 'common', 'photo-import', 'recording']);
});
beforeEach(() => auth.store.setState({ user: person('anna', { id: newId() }), token: 'token-1', isReady: true }));

function open() {
  const chosen: FormPatch[] = [];
  const shown = render(
    <ThemeProvider>
      <PlaceDialog
        board={{ groups: [], leftOut: null }}
        groups={[]}
        title="Place"
        onChoose={(patch) => chosen.push(patch)}
        onClose={() => {}}
      />
    </ThemeProvider>,
  );
  return { ...shown, chosen };
}
const type = (value: string) => fireEvent.change(screen.getByRole('textbox', { name: 'Coordinates' }), { target: { value } });
const use = () => fireEvent.click(screen.getByRole('button', { name: 'Use these coordinates' }));

describe('a place typed for records of the board', () => {
  it('that is a reference of a grid is taken by the tap that follows the last letter, and taken once', async () => {
    const { chosen } = open();
    type('TQ 300 804');
    use();
    use();
    await waitFor(() => expect(chosen).toHaveLength(1));
    expect(chosen[0]).toMatchObject({ coordinate_uncertainty_m: 71, location_source: 'typed' });
    expect(chosen[0]!.latitude).toBeCloseTo(51.508, 2);
  });

  it('that cannot be read is told, taken by nobody, and the keyboard is at the field', async () => {
    const { chosen } = open();
    // As it opens, the dialog takes the keyboard by itself.
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' })));
    type('TQ 300 80');
    use();
    await screen.findByText('Veld can’t read these coordinates.');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Coordinates' })));
    expect(chosen).toEqual([]);
  });

  it('is not taken any more when anna typed on, or closed the dialog, before it was read', async () => {
    const { chosen, unmount } = open();
    type('TQ 300 804');
    use();
    type('TQ 300 8041');
    type('52.1, 5.1');
    use();
    await waitFor(() => expect(chosen).toMatchObject([{ latitude: 52.1, longitude: 5.1 }]));
    type('TQ 301 805');
    use();
    unmount();
    await (await import('../../geo/grids/use-typed-place')).readTypedPlace('TQ 301 805', null);
    await Promise.resolve();
    expect(chosen).toHaveLength(1);
  });
});
