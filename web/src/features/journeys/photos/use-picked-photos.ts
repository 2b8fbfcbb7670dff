import { useState } from 'react';
import { pickPhotos } from '../../../device/pick-photos';
import { NO_FACTS, type PhotoFacts } from '../../../local/db/rows';
import { readPhotoFacts } from '../../../shared/media/photo-facts';
import { MAX_PHOTOS } from '../../photo-import/reading/reading';

export interface PickedPhoto {
  file: File;
  facts: PhotoFacts;
}

/** Photos to match: only what their cameras wrote is read, because the rest is needed later, if at all. */
export function usePickedPhotos() {
  const [photos, setPhotos] = useState<PickedPhoto[]>([]);
  const [isReading, setReading] = useState(false);
  const pick = async () => {
    const files = await pickPhotos('files');
    if (files.length === 0) return;
    setReading(true);
    const picked: PickedPhoto[] = [];
    for (const file of files.slice(0, MAX_PHOTOS))
      picked.push({ file, facts: await file.arrayBuffer().then(readPhotoFacts, () => NO_FACTS) });
    setPhotos(picked);
    setReading(false);
  };
  return { photos, isReading, pick };
}
