/** The stored upload address leads nowhere: begin again. */
export class UploadLost extends Error {
  override readonly name = 'UploadLost';
}
