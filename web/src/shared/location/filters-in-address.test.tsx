// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useLocation } from 'react-router';
import { expect, it } from 'vitest';
import { useLocationFilter } from './location-filter';
import { freshPerson } from '../../local/testing/people';
import { renderAs } from '../../testing/render-as';
import { useAddressFilter } from '../../ui/use-address-filter';

function Filters() {
  const [, write] = useAddressFilter();
  const [, setCountry] = useLocationFilter('worldwide');
  const { search } = useLocation();
  const change = () => {
    write({ since: '2026-11-23', group: null });
    write({ q: 'wren' });
    setCountry('NL');
  };
  return (
    <>
      <button type="button" onClick={change}>
        Change
      </button>
      <p>{search}</p>
    </>
  );
}

it('filters changed at the same time are all in the address, as a whole', async () => {
  await renderAs(freshPerson('anna'), <Filters />, { at: '/profile?group=bird&period=all' });
  fireEvent.click(screen.getByRole('button', { name: 'Change' }));
  await waitFor(() => expect(screen.getByText('?period=all&since=2026-11-23&q=wren&country=NL')).toBeDefined());
});
