// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { freshPerson } from '../../local/testing/people';
import { VeldServer } from '../../local/testing/veld-server';
import { nobody, renderAs } from '../../testing/render-as';
import RegisterScreen from './RegisterScreen';

describe('a password of a new account', () => {
  it('is refused while it is typed if it contains the name', async () => {
    await renderAs(nobody, <RegisterScreen />, { at: '/register', server: new VeldServer(freshPerson('anna')) });
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Anna de Wit' } });
    const password = screen.getByLabelText('Password');
    fireEvent.change(password, { target: { value: 'annadewit in the reeds' } });
    expect(screen.getByText('A password can’t contain your name or email. Choose another one.')).toBeDefined();
    fireEvent.change(password, { target: { value: 'heron over the quiet fen' } });
    expect(screen.queryByText(/^A password can’t contain/)).toBeNull();
  });
});
