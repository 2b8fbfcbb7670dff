import { type ChangeEvent, useState } from 'react';

/** The word that confirms what cannot be undone: the field in which it is typed, and whether it stands there. */
export function useTypedWord(word: string) {
  const [typed, setTyped] = useState('');
  return {
    isTyped: typed.trim().toLocaleLowerCase() === word.toLocaleLowerCase(),
    field: {
      value: typed,
      onChange: (event: ChangeEvent<HTMLInputElement>) => setTyped(event.currentTarget.value),
      autoComplete: 'off',
      autoCapitalize: 'none',
      spellCheck: false,
    },
  };
}
