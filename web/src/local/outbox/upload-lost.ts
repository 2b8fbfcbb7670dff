/** The server no longer knows the upload address: start over. */
export class UploadLost extends Error {
  override readonly name = 'UploadLost';
}
