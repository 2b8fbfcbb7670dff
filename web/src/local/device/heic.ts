/** The HEIC decoder is not on this device and could not be fetched. The photo itself may be intact. */
export class HeicDecoderMissing extends Error {
  override readonly name = 'HeicDecoderMissing';
}

/** Throws `HeicDecoderMissing`, or the decoder's error for a file it cannot read. */
export async function heicToJpeg(blob: Blob): Promise<Blob> {
  // Almost 3 MB, fetched for the first photo that needs it and cached from then on. This build works under our content security policy.
  const { heicTo } = await import('heic-to/csp').catch((error: unknown) => {
    throw new HeicDecoderMissing('The HEIC decoder could not be loaded', { cause: error });
  });
  return heicTo({ blob, type: 'image/jpeg', quality: 0.92 });
}
