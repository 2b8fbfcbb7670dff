import { useCallback, useState } from 'react';
import { addDraftPhoto } from '../../../local/records/drafts';
import { currentDatabase } from '../../../shared/session/session';
import type { LocalPhoto } from '../../../local/db/rows';
import { readPhoto, findRefusal, type RefusalReason } from '../../../shared/media/read-photo';

export interface RefusedPhoto {
  name: string;
  reason: RefusalReason | 'storage';
}

type Source = 'camera' | 'files';

/** A picked file with the same bytes as a photo of the form, which the person may want all the same. */
interface Repeated {
  file: File;
  from: Source;
}

/**
 * Reads photo files one after another and stores each with the draft, unless the form has it already (`isInForm`, by its SHA-256).
 * `onRead` gets each photo once it is on disk.
 */
export function usePhotoReading(draftId: string, isInForm: (sha256: string) => boolean, onRead: (photo: LocalPhoto) => void) {
  const database = currentDatabase();
  /** Names of photos stored unconverted because the decoder could not be fetched. */
  const [keptAsIs, setKeptAsIs] = useState<string[]>([]);
  const [refused, setRefused] = useState<RefusedPhoto[]>([]);
  const [repeated, setRepeated] = useState<Repeated[]>([]);
  /** How many files are still to be read. */
  const [reading, setReading] = useState(0);

  const addPhotos = useCallback(
    async (files: readonly File[], from: Source = 'files', isWanted = false) => {
      setRefused([]);
      setKeptAsIs([]);
      setRepeated([]);
      setReading((count) => count + files.length);
      for (const file of files) {
        try {
          const read = await readPhoto(file);
          if (!isWanted && isInForm(read.sha256)) {
            setRepeated((list) => [...list, { file, from }]);
            continue;
          }
          const photo: LocalPhoto = from === 'camera' ? { ...read, is_from_camera: true } : read;
          await addDraftPhoto(database, draftId, photo);
          onRead(photo);
          if (photo.type === 'image/heic' && !photo.preview) setKeptAsIs((names) => [...names, file.name]);
        } catch (error) {
          const reason = findRefusal(error) ?? 'storage';
          setRefused((list) => [...list, { name: file.name, reason }]);
          if (reason === 'storage') console.error('Photo', error);
        } finally {
          setReading((count) => count - 1);
        }
      }
    },
    [onRead, isInForm, database, draftId],
  );
  const addAgain = ({ file, from }: Repeated) => addPhotos([file], from, true);
  return { addPhotos, addAgain, keptAsIs, repeated, refused, reading };
}
