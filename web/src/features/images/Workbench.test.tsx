// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { i18next, startI18n } from '../../i18n/i18n';
import { newId } from '../../local/db/ids';
import { person } from '../../local/testing/people';
import { auth } from '../../local/app/veld';
import { ThemeProvider } from '../../ui/ThemeProvider';
import { localTaxon } from '../species/testing/rows';
import { Workbench } from './Workbench';

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const wren = localTaxon(7, { name: 'Wren' });
const photo = (number: number) => ({
  url: `/api/media/${number}/1600`,
  source: 'observation',
  attribution: `Observer ${number}`,
  license_name: 'CC BY 4.0',
});

let sent: unknown[];
let onNext: ReturnType<typeof vi.fn<() => void>>;

/** Five candidates; the second can't be chosen. */
async function server(_input: unknown, init?: RequestInit): Promise<Response> {
  if (init?.method !== 'POST')
    return Response.json({ images: [1, 2, 3, 4, 5].map(photo), image_sources: [], license_name: '' }, { headers: JSON_TYPE });
  const body = JSON.parse(String(init.body)) as { image_url: string };
  sent.push(body);
  if (body.image_url === photo(2).url) throw new TypeError('Failed to fetch');
  const data = { taxon_id: wren.id, image_url: body.image_url, attribution: 'Observer 3', license: 'CC-BY-4.0' };
  return Response.json({ data }, { headers: JSON_TYPE });
}

async function show() {
  render(
    <ThemeProvider>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })}>
        <Workbench taxon={wren} onNext={onNext} />
        <input aria-label="Search" />
      </QueryClientProvider>
    </ThemeProvider>,
  );
  await screen.findByRole('button', { name: /^Photo 1/ });
}

const candidate = (number: number) => screen.getByRole('button', { name: new RegExp(`^Photo ${number}`) });
const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key });

describe('choosing the image of a species', () => {
  beforeAll(async () => {
    localStorage.setItem('veld-locale', 'en');
    await startI18n();
    await i18next.loadNamespaces(['images', 'common']);
  });
  beforeEach(() => {
    sent = [];
    onNext = vi.fn<() => void>();
    auth.store.setState({ user: person('anna', { id: newId() }), token: 'token-1', isReady: true });
    vi.spyOn(globalThis, 'fetch').mockImplementation(server);
  });
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
  });

  it('moves between the photos with the arrows, and Tab reaches only the one they left', async () => {
    await show();
    candidate(1).focus();
    press('ArrowLeft');
    expect(document.activeElement).toBe(candidate(1));
    press('ArrowRight');
    expect(document.activeElement).toBe(candidate(2));
    press('End');
    press('ArrowRight');
    expect(document.activeElement).toBe(candidate(5));
    expect([1, 2, 3, 4, 5].map((number) => candidate(number).tabIndex)).toEqual([-1, -1, -1, -1, 0]);
    press('Home');
    expect(document.activeElement).toBe(candidate(1));
  });

  it('shows what was chosen and waits at the next species; another can be chosen instead', async () => {
    await show();
    fireEvent.click(candidate(3));
    const next = await screen.findByRole('button', { name: 'Next species' });
    expect(document.activeElement).toBe(next);
    expect(sent).toEqual([{ image_url: '/api/media/3/1600', image_source: 'observation' }]);
    expect(screen.getByRole('status').textContent).toContain('Image saved for Wren');
    expect(screen.getByRole('img', { name: 'Wren' }).getAttribute('src')).toBe('/api/media/3/1600');
    fireEvent.click(screen.getByRole('button', { name: 'Choose another' }));
    expect(candidate(3)).not.toBeNull();
    expect(onNext).not.toHaveBeenCalled();
  });

  it('says what went wrong and keeps the photos', async () => {
    await show();
    fireEvent.click(candidate(2));
    expect(await screen.findByRole('alert')).not.toBeNull();
    expect(candidate(2)).not.toBeNull();
    expect(screen.queryByRole('button', { name: 'Next species' })).toBeNull();
  });

  it('skips with S, but not while somebody types or with Ctrl', async () => {
    await show();
    fireEvent.keyDown(screen.getByLabelText('Search'), { key: 's' });
    fireEvent.keyDown(document.body, { key: 's', ctrlKey: true });
    expect(onNext).not.toHaveBeenCalled();
    fireEvent.keyDown(document.body, { key: 's' });
    fireEvent.keyDown(candidate(1), { key: 'S', shiftKey: true });
    expect(onNext).toHaveBeenCalledTimes(2);
  });
});
