import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../accounts/form';
import { type Candidate, chooseImage, type Chosen } from './data';

/** The new image of a species. Of an upload the picked file is shown, because the server is still making its sizes. */
export type ChosenPhoto = Chosen & { picture: string | File };

/** Makes a candidate or an upload the image of a species. */
export function useImageChoice(taxonId: number) {
  const { t } = useTranslation('common');
  const errorTextOf = useErrorText();
  const [isSaving, setIsSaving] = useState(false);
  const [errorText, setErrorText] = useState<string | null>(null);
  const [chosen, setChosen] = useState<ChosenPhoto | null>(null);

  const save = (address: string, source: string, picture: string | File) => {
    if (isSaving) return;
    setIsSaving(true);
    setErrorText(null);
    chooseImage(taxonId, address, source)
      .then(
        (saved) => setChosen({ ...saved, picture }),
        (error: unknown) => {
          const { fields, form } = errorTextOf(error);
          setErrorText(fields.image_url ?? form ?? t('error.title'));
        },
      )
      .finally(() => setIsSaving(false));
  };
  return {
    isSaving,
    errorText,
    chosen,
    choose: ({ url, source }: Candidate) => save(url, source, url),
    chooseUpload: (address: string, file: File) => save(address, 'upload', file),
    chooseAnother: () => setChosen(null),
  };
}
