/** The server no longer knows the upload URL; the upload has to start over. */
export class UploadLost extends Error {
  override readonly name = 'UploadLost';
}
