// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { Link, useNavigate, useParams } from 'react-router';
import { describe, expect, it } from 'vitest';
import { freshPerson } from '../../local/testing/people';
import { VeldServer } from '../../local/testing/veld-server';
import { renderAs } from '../../testing/render-as';
import { useKeptPlace } from '../../ui/virtual/use-kept-place';
import { useFromList } from '../../shared/taxa/from-list';
import SpeciesScreen from './SpeciesScreen';
import { ListSteps } from './steps/ListSteps';

describe('the page of a species', () => {
  it('says in its heading that there is no such species, and leads to the search', async () => {
    await renderAs(freshPerson('anna'), <SpeciesScreen />, { at: '/species/abc' });
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Unknown species');
    expect(screen.getByRole('link', { name: 'Knowledge' }).getAttribute('href')).toBe('/knowledge');
  });

  it('says that names are late when the server doesn’t send them', async () => {
    const anna = freshPerson('anna');
    await renderAs(anna, <SpeciesScreen />, { at: '/species/17', server: new VeldServer(anna) });
    expect(await screen.findByText(/Species names haven’t downloaded yet/, {}, { timeout: 10_000 })).toBeDefined();
  });
});

describe('a species opened from a list', () => {
  const LIST = [30, 'a heading', 10, 20];
  const idOf = (line: number | string) => (typeof line === 'number' ? line : null);

  function List() {
    const state = useFromList(LIST, idOf);
    useKeptPlace(LIST);
    return (
      <>
        <h1>The list</h1>
        <Link to="/species/10" state={state}>
          From the list
        </Link>
        <Link to="/species/10">Without a list</Link>
      </>
    );
  }

  function Page() {
    const { id } = useParams();
    const navigate = useNavigate();
    return (
      <>
        <ListSteps taxonId={Number(id)} name={`Species ${id}`} />
        <h1>{`Species ${id}`}</h1>
        <input aria-label="Notes" />
        <button type="button" onClick={() => void navigate(-1)}>
          Back
        </button>
      </>
    );
  }

  const shown = (name: string) => screen.findByRole('heading', { level: 1, name });
  const open = async (link: string, scrolled = 0) => {
    const view = await renderAs(freshPerson('anna'), <List />, { at: '/my-species', routes: { '/species/:id': <Page /> } });
    const followed = await screen.findByRole('link', { name: link });
    window.scrollTo(0, scrolled);
    fireEvent.click(followed);
    await shown('Species 10');
    return view;
  };

  it('leads to the next and the previous one in the order of the list, and back to its place', async () => {
    await open('From the list', 400);
    expect(screen.getByRole('navigation').textContent).toContain('2 of 3');
    fireEvent.click(screen.getByRole('button', { name: /^Next species/ }));
    await shown('Species 20');
    expect(screen.getByRole('status').textContent).toBe('Species 20, 3 of 3');
    const next = screen.getByRole('button', { name: /^Next species/ });
    expect(next.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(next);
    fireEvent.click(screen.getByRole('button', { name: /^Previous species/ }));
    await shown('Species 10');
    fireEvent.keyDown(document.body, { key: 'ArrowLeft' });
    await shown('Species 30');
    expect(window.scrollY).toBe(0);
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    await shown('The list');
    expect(window.scrollY).toBe(400);
  });

  it('leaves the arrow keys to a field, to the browser and to what has used them', async () => {
    const { unmount } = await open('From the list');
    fireEvent.keyDown(screen.getByRole('textbox', { name: 'Notes' }), { key: 'ArrowRight' });
    fireEvent.keyDown(document.body, { key: 'ArrowLeft', altKey: true });
    const used = (event: Event) => event.preventDefault();
    document.body.addEventListener('keydown', used);
    fireEvent.keyDown(document.body, { key: 'ArrowRight' });
    document.body.removeEventListener('keydown', used);
    expect(screen.getByRole('navigation').textContent).toContain('2 of 3');
    unmount();
  });

  it('has no such buttons without a list', async () => {
    await open('Without a list');
    expect(screen.queryByRole('navigation')).toBeNull();
  });
});
