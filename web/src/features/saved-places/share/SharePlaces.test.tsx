// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { freshPerson } from '../../../local/testing/people';
import { renderAs } from '../../../testing/render-as';
import { SharePlaces } from './SharePlaces';

const GARDEN = { id: 'a', name: 'Garden', kind: 'garden' as const, latitude: 52, longitude: 5, uncertainty_m: null, notes: '' };

/** A share sheet that takes files with these endings. */
function shareSheet(endings: readonly string[], share: (files: File[]) => Promise<void>) {
  Object.assign(navigator, {
    canShare: ({ files }: { files: File[] }) => files.every(({ name }) => endings.some((ending) => name.endsWith(ending))),
    share: ({ files }: { files: File[] }) => share(files),
  });
}

const open = async () => {
  await renderAs(freshPerson('anna'), <SharePlaces places={[GARDEN]} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Share place' }));
  await screen.findByRole('dialog');
};
const send = () => screen.queryByRole('button', { name: 'Share' });

describe('sharing a place', () => {
  afterEach(() => Object.assign(navigator, { canShare: undefined, share: undefined }));

  it('hands the file to the share sheet, as text where the sheet takes no other', async () => {
    const shared: string[] = [];
    shareSheet(
      ['.txt'],
      async (files) => void shared.push(...(await Promise.all(files.map(async (one) => `${one.name} ${one.type} ${await one.text()}`)))),
    );
    await open();
    fireEvent.click(screen.getByRole('radio', { name: 'GPX' }));
    fireEvent.click(send()!);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(shared).toHaveLength(1);
    expect(shared[0]).toMatch(/^Garden\.gpx\.txt text\/plain <\?xml/);
  });

  it('stays open when the person closes the sheet, and says when it failed', async () => {
    let error: Error = new DOMException('', 'AbortError');
    shareSheet(['.geojson'], () => Promise.reject(error));
    await open();
    fireEvent.click(send()!);
    await Promise.resolve();
    expect(screen.queryByRole('alert')).toBeNull();
    error = new DOMException('', 'DataError');
    fireEvent.click(send()!);
    expect((await screen.findByRole('alert')).textContent).toBe('Couldn’t share the file. Download it instead.');
  });

  it('is a download where there is no share sheet', async () => {
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      expect(this.download).toBe('Garden.geojson');
    });
    await open();
    expect(send()).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Download' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(click).toHaveBeenCalledOnce();
    click.mockRestore();
  });
});
