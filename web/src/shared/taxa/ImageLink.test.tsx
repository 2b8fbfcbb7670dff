// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import type { Role } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { freshPerson } from '../../local/testing/people';
import { renderAs } from '../../testing/render-as';
import { ImageLink } from './ImageLink';

const wren = { id: 7, name: 'Wren', rank: 'species', image_url: '/api/taxon/7/image' };

async function linksOf(roles: Role[], taxon = wren) {
  const links = [<ImageLink key="page" taxon={taxon} />, <ImageLink key="found" taxon={taxon} isShort />];
  await renderAs(freshPerson('anna', { roles }), [...links, <p key="end">end</p>]);
  await screen.findByText('end');
  const found = screen
    .queryAllByRole('link')
    .map((link) => [link.textContent || link.getAttribute('aria-label'), link.getAttribute('href')]);
  cleanup();
  return found;
}

describe('the way to the image of a species', () => {
  it.each<Role>(['curator', 'admin'])('is open to a %s, also where there is an image', async (role) => {
    expect(await linksOf(['user', role])).toEqual([
      ['Replace image', '/admin/specie-images?taxon=7'],
      ['Image of Wren', '/admin/specie-images?taxon=7'],
    ]);
  });

  it('is not offered to others, nor for a higher taxon', async () => {
    expect(await linksOf(['user'])).toEqual([]);
    expect(await linksOf(['curator'], { ...wren, rank: 'genus' })).toEqual([]);
  });
});
