import { Alert, Button, Progress } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type ChangeEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { bytes } from '../../i18n/bytes';
import { currentLocale } from '../../i18n/locale';
import { SectionTitle } from '../../ui/SectionTitle';
import { ImportOptions } from './ImportOptions';
import shared from './taxonomy.module.css';
import { useNewImport } from './use-new-import';
import classes from './NewImport.module.css';

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
