import { useState } from 'react';
import { useBlobUrl } from '../../../ui/use-blob-url';
import { type Area, hiddenCopy } from './hidden-copy';

export interface Chosen {
  picture: Blob;
  areas: readonly Area[];
}

/** A picture that was chosen, with the areas to hide. Nothing of it is stored or sent before the message is. */
export function useScreenshot() {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const url = useBlobUrl(chosen?.picture ?? null);
  return {
    chosen,
    url,
    choose: (file: Blob | null) => setChosen(file && { picture: file, areas: [] }),
    hide: (areas: readonly Area[]) => setChosen((before) => before && { ...before, areas }),
    /** What is sent, as base64; undefined without a picture. Throws if the picture cannot be read or is too large. */
    async toSend(): Promise<string | undefined> {
      if (!chosen) return undefined;
      const bitmap = await createImageBitmap(chosen.picture);
      try {
        const copy = await hiddenCopy(bitmap, bitmap, chosen.areas);
        if (copy === null) throw new Error('The screenshot is too large');
        return copy;
      } finally {
        bitmap.close();
      }
    },
  };
}
