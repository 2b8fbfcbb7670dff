import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newId } from '../../local/db/ids';
import { useErrorText } from '../../shared/session/form';
import type { Candidate } from './candidates';
import { chooseImage, type Chosen, type ImageChoice } from './data';

/** The new image of a species. Of an upload the picked file is shown, because the server is still making its sizes. */
export type ChosenPhoto = Chosen & { picture: string | File };

/** Makes a candidate, an upload or a picture elsewhere the image of a species. */
export function useImageChoice(taxonId: number) {
  const { t } = useTranslation('common');
  const errorTextOf = useErrorText();
  const [isSaving, setIsSaving] = useState(false);
  const [errorText, setErrorText] = useState<string | null>(null);
  const [chosen, setChosen] = useState<ChosenPhoto | null>(null);
  /** The last choice and its id, which a second try repeats. */
  const last = useRef({ key: '', writeId: '' });

  const save = (choice: ImageChoice, picture: string | File) => {
    if (isSaving) return;
    const key = JSON.stringify(choice);
    if (last.current.key !== key) last.current = { key, writeId: newId() };
    setIsSaving(true);
    setErrorText(null);
    chooseImage(taxonId, choice, last.current.writeId)
      .then(
        (saved) => {
          last.current = { key: '', writeId: '' };
          setChosen({ ...saved, picture });
        },
        (error: unknown) => {
          const { fields, form } = errorTextOf(error);
          setErrorText(form ?? (Object.values(fields).join(' ') || t('error.title')));
        },
      )
      .finally(() => setIsSaving(false));
  };
  return {
    isSaving,
    errorText,
    chosen,
    choose: (candidate: Candidate) => save(choiceOf(candidate), candidate.url),
    chooseUpload: (address: string, file: File) => save({ image_url: address, image_source: 'upload' }, file),
    chooseAddress: (address: string, credit: NonNullable<ImageChoice['credit']>) =>
      save({ image_url: address, image_source: 'url', credit }, `/api/taxon/${taxonId}/image?size=1600`),
    chooseAnother: () => setChosen(null),
  };
}

/** Images of other sites are named by their id there; the server looks up the rest itself. */
function choiceOf({ id, url, source, page_url }: Candidate): ImageChoice {
  if (url.startsWith('/api/media/')) return { image_url: url, image_source: source };
  return { image_url: page_url ?? '', image_source: source, candidate_id: id };
}
