// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { getMediaUsage } from '@veld/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { queryClient } from '../../../shared/session/queries';
import { freshPerson } from '../../../local/testing/people';
import { json, VeldServer } from '../../../local/testing/veld-server';
import { renderAs, signIn } from '../../../testing/render-as';
import { ServerPhotos } from './StorageFacts';

describe('the photos on the server', () => {
  afterEach(() => queryClient.clear());
  const usage = (used_bytes: number) => ({ data: { used_bytes, quota_bytes: 5_000_000_000 } });

  it('show the space they take and may take, with a bar when it is nearly full', async () => {
    const anna = freshPerson('anna');
    let used = 1_200_000_000;
    const server = new VeldServer(anna).answer(getMediaUsage, () => json(usage(used)));
    await renderAs(anna, <ServerPhotos />, { at: '/storage', server });
    expect(await screen.findByText('1.2 GB of 5 GB')).toBeDefined();
    expect(screen.queryByRole('progressbar')).toBeNull();
    used = 4_900_000_000;
    await queryClient.refetchQueries({ queryKey: ['media-usage'] });
    expect(await screen.findByRole('progressbar', { name: '4.9 GB of 5 GB' })).toBeDefined();
    expect(screen.queryByText(/^Updated/)).toBeNull();
  });

  it('show what was last known, and how old it is, without a connection', async () => {
    const anna = freshPerson('anna');
    await signIn(anna);
    queryClient.setQueryData(['media-usage'], usage(1_200_000_000), { updatedAt: Date.now() - 2 * 3_600_000 });
    await renderAs(anna, <ServerPhotos />, { at: '/storage' });
    expect(await screen.findByText('Updated 2 hours ago')).toBeDefined();
    expect(screen.getByText('1.2 GB of 5 GB')).toBeDefined();
  });

  it('say that nothing is known yet on a device that never asked', async () => {
    await renderAs(freshPerson('anna'), <ServerPhotos />, { at: '/storage' });
    expect(await screen.findByText('Not known yet')).toBeDefined();
  });
});
