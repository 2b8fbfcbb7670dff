import { fireEvent, screen } from '@testing-library/react';

/** Opens the parts of the form that are folded into a line. */
export async function unfold(): Promise<void> {
  await screen.findAllByRole('button', { expanded: false });
  for (const line of screen.getAllByRole('button', { expanded: false })) fireEvent.click(line);
}
