import { Alert, Button, Checkbox, NativeSelect, Progress, TextInput } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { KINGDOMS, TAXON_GROUPS } from '@veld/contract';
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bytes } from '../../i18n/units';
import { currentLocale } from '../../i18n/locale';
import { type FormErrors, useErrorText } from '../../shared/session/form';
import { SectionTitle } from '../../ui/SectionTitle';
import { prepareSending, type Sending, type SendingOptions, startImport, suggestSourceName, useRefresh } from './data';
import shared from './taxonomy.module.css';
import classes from './NewImport.module.css';

const NO_OPTIONS: SendingOptions = { source: '', is_complete: false, default_group: null, default_kingdom: null };

const NO_ERRORS: FormErrors = { fields: {}, form: null };

interface Props {
  /** Called with the id of the import once its check has started. */
  onSent: (id: string) => void;
}

/** Uploads a chosen file and starts its check. */
export function NewImport({ onSent }: Props) {
  const { t } = useTranslation('taxonomy');
  const { file, options, part, errors, pick, change, submit } = useNewImport(onSent);
  const error = errors.form ?? errors.fields.byte_length ?? errors.fields.file_name;
  return (
    <section aria-labelledby="new-import">
      <SectionTitle id="new-import">{t('new')}</SectionTitle>
      <form className={classes.form} onSubmit={(event) => void submit(event)}>
        <FilePicker file={file} disabled={part !== null} onPick={pick} />
        {file && (
          <>
            <ImportOptions options={options} sourceError={errors.fields.source} disabled={part !== null} onChange={change} />
            {part === null ? (
              <div className={shared.row}>
                <Button type="submit">{t('check')}</Button>
                <span className={shared.quiet}>{t('check_hint')}</span>
              </div>
            ) : (
              <div role="status">
                <p className={shared.quiet}>{t('state.sending')}</p>
                <Progress value={part * 100} aria-label={t('state.sending')} />
              </div>
            )}
          </>
        )}
        {error && (
          <Alert color="brick" role="alert">
            {error}
          </Alert>
        )}
      </form>
    </section>
  );
}

function FilePicker({ file, disabled, onPick }: { file: File | null; disabled: boolean; onPick: (file: File) => void }) {
  const { t } = useTranslation('taxonomy');
  const input = useRef<HTMLInputElement>(null);
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const picked = event.currentTarget.files?.[0];
    // Picking the same file again is a change too.
    event.currentTarget.value = '';
    if (picked) onPick(picked);
  };
  return (
    <>
      <input ref={input} type="file" accept=".zip,.tar,.tgz,.gz,.csv,.tsv,.txt,.tab" hidden aria-label={t('choose')} onChange={pick} />
      {file ? (
        <p className={classes.file}>
          <span className={shared.fileName}>{file.name}</span> <span className={shared.quiet}>{bytes(file.size, currentLocale())}</span>
        </p>
      ) : (
        <p className={shared.quiet}>{t('choose_hint')}</p>
      )}
      <div>
        <Button
          variant={file ? 'default' : 'filled'}
          leftSection={<IconFileUpload size={20} aria-hidden />}
          disabled={disabled}
          onClick={() => input.current?.click()}
        >
          {t('choose')}
        </Button>
      </div>
    </>
  );
}

interface ImportOptionsProps {
  options: SendingOptions;
  sourceError: string | undefined;
  disabled: boolean;
  onChange: (next: Partial<SendingOptions>) => void;
}

/** What the admin says about a chosen file. */
function ImportOptions({ options, sourceError, disabled, onChange }: ImportOptionsProps) {
  const { t } = useTranslation(['taxonomy', 'common']);
  const noDefault = { value: '', label: t('no_default') };
  return (
    <>
      <TextInput
        label={t('source')}
        description={t('source_hint')}
        value={options.source}
        error={sourceError}
        autoCapitalize="none"
        spellCheck={false}
        disabled={disabled}
        onChange={(event) => onChange({ source: event.currentTarget.value })}
      />
      <Checkbox
        label={t('complete')}
        description={t('complete_hint')}
        checked={options.is_complete}
        disabled={disabled}
        onChange={(event) => onChange({ is_complete: event.currentTarget.checked })}
      />
      <NativeSelect
        label={t('default_group')}
        description={t('default_group_hint')}
        value={options.default_group ?? ''}
        disabled={disabled}
        data={[noDefault, ...TAXON_GROUPS.map((value) => ({ value, label: t(`common:group.${value}`) }))]}
        onChange={(event) => onChange({ default_group: TAXON_GROUPS.find((one) => one === event.currentTarget.value) ?? null })}
      />
      <NativeSelect
        label={t('default_kingdom')}
        value={options.default_kingdom ?? ''}
        disabled={disabled}
        data={[noDefault, ...KINGDOMS.map((value) => ({ value, label: t(`kingdom.${value}`) }))]}
        onChange={(event) => onChange({ default_kingdom: KINGDOMS.find((one) => one === event.currentTarget.value) ?? null })}
      />
    </>
  );
}

/** The chosen file, its options and its upload. `onSent` is called with the id of the import once its check has started. */
function useNewImport(onSent: (id: string) => void) {
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
