/** Whether the browser can take a picture of what is on the screen. */
export function canCapture(): boolean {
  return typeof navigator !== 'undefined' && 'mediaDevices' in navigator && 'getDisplayMedia' in navigator.mediaDevices;
}

/** A picture of what the person chooses to show; null if they chose nothing. Recording ends with the first picture. */
export async function captureScreen(): Promise<Blob | null> {
  // Chrome offers this tab first; other browsers ignore it.
  const options: DisplayMediaStreamOptions & { preferCurrentTab: boolean } = { video: true, audio: false, preferCurrentTab: true };
  const stream = await navigator.mediaDevices.getDisplayMedia(options).catch(() => null);
  if (!stream) return null;
  const video = document.createElement('video');
  try {
    video.srcObject = stream;
    video.muted = true;
    await video.play();
    // The first frames can be those of the browser's own question.
    await new Promise((done) => setTimeout(done, 300));
    const canvas = document.createElement('canvas');
    canvas.width = video.videoWidth;
    canvas.height = video.videoHeight;
    canvas.getContext('2d')!.drawImage(video, 0, 0);
    return await new Promise((done) => canvas.toBlob(done, 'image/png'));
  } finally {
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  }
}
