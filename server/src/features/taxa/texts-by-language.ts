import type { Language } from '@veld/contract';
import { type Bytes, toBytes } from './bytes.ts';
import type { CachedState } from './state.ts';

/** Texts in a language, prepared once for each version of the taxonomy, which may have replaced taxa. */
export function textsByLanguage(
  state: CachedState,
  make: (language: Language) => Promise<unknown>,
): (language: Language) => Promise<Bytes> {
  const prepared = new Map<Language, { seq: number; bytes: Promise<Bytes> }>();
  return async (language) => {
    const { seq } = await state.current();
    let known = prepared.get(language);
    if (known?.seq !== seq) {
      known = { seq, bytes: make(language).then((data) => toBytes({ data })) };
      prepared.set(language, known);
      known.bytes.catch(() => prepared.delete(language));
    }
    return known.bytes;
  };
}

/** The result of `read`, which is called once; after an error, the next caller reads again. */
export function readOnce<T>(read: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | null = null;
  return () => {
    if (!value) {
      value = read();
      value.catch(() => (value = null));
    }
    return value;
  };
}
