import { type FormEvent, useRef, useState } from 'react';
import { type FormErrors, useErrorText } from '../../shared/session/form';
import { prepareSending, type Sending, type SendingOptions, suggestSourceName, startImport, useRefresh } from './data';

const NO_OPTIONS: SendingOptions = { source: '', is_complete: false, default_group: null, default_kingdom: null };
const NO_ERRORS: FormErrors = { fields: {}, form: null };

/** The chosen file, its options and its upload. `onSent` is called with the id of the import once its check has started. */
export function useNewImport(onSent: (id: string) => void) {
  const errorTextOf = useErrorText();
  const refresh = useRefresh();
  const sending = useRef<Sending | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const [options, setOptions] = useState(NO_OPTIONS);
  /** The part of the file that was sent; null while nothing is being sent. */
  const [part, setPart] = useState<number | null>(null);
  const [errors, setErrors] = useState(NO_ERRORS);

  /** An upload in progress is invalid once other values are chosen. */
  const reset = () => {
    sending.current = null;
    setErrors(NO_ERRORS);
  };
  const change = (next: Partial<SendingOptions>) => {
    reset();
    setOptions((before) => ({ ...before, ...next }));
  };
  const pick = (next: File) => {
    setFile(next);
    change({ source: suggestSourceName(next.name) });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!file || part !== null) return;
    setErrors(NO_ERRORS);
    setPart(0);
    try {
      sending.current ??= prepareSending(file, { ...options, source: options.source.trim() });
      await sending.current.send(setPart);
      await startImport(sending.current.id, true);
      const { id } = sending.current;
      reset();
      setFile(null);
      await refresh();
      onSent(id);
    } catch (error) {
      const next = errorTextOf(error);
      setErrors(next);
      // After rejected values, the upload starts over as a new import.
      if (Object.keys(next.fields).length > 0) sending.current = null;
    } finally {
      setPart(null);
    }
  };

  return { file, options, part, errors, pick, change, submit };
}
