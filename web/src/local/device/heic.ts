/** The code that reads HEIC is not on this device, and could not be fetched. The photo itself may be sound. */
export class HeicDecoderMissing extends Error {
  override readonly name = 'HeicDecoderMissing';
}

/** A JPEG of a HEIC photo. Throws `HeicDecoderMissing`, or what the decoder says of a file it cannot read. */
export async function heicToJpeg(blob: Blob): Promise<Blob> {
  // Nearly three megabytes, fetched with the first photo that needs it and kept from then on. This build lives with our content policy.
  const { heicTo } = await import('heic-to/csp').catch((error: unknown) => {
    throw new HeicDecoderMissing('The HEIC decoder is not there', { cause: error });
  });
  return heicTo({ blob, type: 'image/jpeg', quality: 0.92 });
}
