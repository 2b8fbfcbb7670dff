import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTroubleOf } from '../accounts/form';
import { type Candidate, chooseImage, type Chosen } from './data';

/** The new image of a species. Of an upload the picked file is shown, because the server is still making its sizes. */
export type ChosenPhoto = Chosen & { picture: string | File };

/** Makes a candidate or an upload the image of a species. */
export function useImageChoice(taxonId: number) {
  const { t } = useTranslation('common');
  const troubleOf = useTroubleOf();
  const [isSaving, setIsSaving] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [chosen, setChosen] = useState<ChosenPhoto | null>(null);

  const save = (address: string, source: string, picture: string | File) => {
    if (isSaving) return;
    setIsSaving(true);
    setTrouble(null);
    chooseImage(taxonId, address, source)
      .then(
        (saved) => setChosen({ ...saved, picture }),
        (error: unknown) => {
          const { fields, whole } = troubleOf(error);
          setTrouble(fields.image_url ?? whole ?? t('error.title'));
        },
      )
      .finally(() => setIsSaving(false));
  };
  return {
    isSaving,
    trouble,
    chosen,
    choose: ({ url, source }: Candidate) => save(url, source, url),
    chooseUpload: (address: string, file: File) => save(address, 'upload', file),
    chooseAnother: () => setChosen(null),
  };
}
