import { Alert, Button, Checkbox, NativeSelect, Progress, TextInput } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type Kingdom, KINGDOMS, TAXON_GROUPS, type TaxonGroup } from '@veld/contract';
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bytes } from '../../i18n/format';
import { currentLocale } from '../../i18n/locale';
import { SectionTitle } from '../../ui/SectionTitle';
import { type FormErrors, useErrorText } from '../accounts/form';
import { prepareSending, type Sending, sourceOf, startImport, useRefresh } from './data';
import shared from './taxonomy.module.css';
import classes from './NewImport.module.css';

interface Props {
  /** Called with the id of the import once its check has started. */
  onSent: (id: string) => void;
}

/** Uploads a chosen file and starts its check. */
export function NewImport({ onSent }: Props) {
  const { t } = useTranslation(['taxonomy', 'common']);
  const errorTextOf = useErrorText();
  const refresh = useRefresh();
  const input = useRef<HTMLInputElement>(null);
  const sending = useRef<Sending | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const [source, setSource] = useState('');
  const [isComplete, setIsComplete] = useState(false);
  const [group, setGroup] = useState<TaxonGroup | null>(null);
  const [kingdom, setKingdom] = useState<Kingdom | null>(null);
  const [part, setPart] = useState<number | null>(null);
  const [errors, setErrors] = useState<FormErrors>({ fields: {}, form: null });

  /** An upload in progress is invalid once other values are chosen. */
  const reset = () => {
    sending.current = null;
    setErrors({ fields: {}, form: null });
  };
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const next = event.currentTarget.files?.[0] ?? null;
    event.currentTarget.value = '';
    if (!next) return;
    reset();
    setFile(next);
    setSource(sourceOf(next.name));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!file || part !== null) return;
    setErrors({ fields: {}, form: null });
    setPart(0);
    try {
      sending.current ??= prepareSending(file, {
        source: source.trim(),
        is_complete: isComplete,
        default_group: group,
        default_kingdom: kingdom,
      });
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

  return (
    <section aria-labelledby="new-import">
      <SectionTitle id="new-import">{t('new')}</SectionTitle>
      <form className={classes.form} onSubmit={(event) => void submit(event)}>
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
            disabled={part !== null}
            onClick={() => input.current?.click()}
          >
            {t('choose')}
          </Button>
        </div>
        {file && (
          <>
            <TextInput
              label={t('source')}
              description={t('source_hint')}
              value={source}
              error={errors.fields.source}
              autoCapitalize="none"
              spellCheck={false}
              disabled={part !== null}
              onChange={(event) => {
                reset();
                setSource(event.currentTarget.value);
              }}
            />
            <Checkbox
              label={t('complete')}
              description={t('complete_hint')}
              checked={isComplete}
              disabled={part !== null}
              onChange={(event) => {
                reset();
                setIsComplete(event.currentTarget.checked);
              }}
            />
            <NativeSelect
              label={t('default_group')}
              description={t('default_group_hint')}
              value={group ?? ''}
              disabled={part !== null}
              data={[{ value: '', label: t('no_default') }, ...TAXON_GROUPS.map((value) => ({ value, label: t(`common:group.${value}`) }))]}
              onChange={(event) => {
                reset();
                setGroup(TAXON_GROUPS.find((one) => one === event.currentTarget.value) ?? null);
              }}
            />
            <NativeSelect
              label={t('default_kingdom')}
              value={kingdom ?? ''}
              disabled={part !== null}
              data={[{ value: '', label: t('no_default') }, ...KINGDOMS.map((value) => ({ value, label: t(`kingdom.${value}`) }))]}
              onChange={(event) => {
                reset();
                setKingdom(KINGDOMS.find((one) => one === event.currentTarget.value) ?? null);
              }}
            />
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
        {(errors.form ?? errors.fields.byte_length ?? errors.fields.file_name) && (
          <Alert color="brick" role="alert">
            {errors.form ?? errors.fields.byte_length ?? errors.fields.file_name}
          </Alert>
        )}
      </form>
    </section>
  );
}
