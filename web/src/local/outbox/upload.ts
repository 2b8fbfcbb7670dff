import { UPLOADS_PATH } from '@veld/contract';
import { type DetailedError, type HttpStack, Upload, type UploadOptions } from 'tus-js-client';
import { CallError, parseRetryAfter } from '../net/call-error';
import { UploadLost } from './send-outcome';

/** A file to upload by tus. */
export interface UploadFile {
  /** Id of the photo. */
  id: string;
  blob: Blob;
  sha256: string;
  type: string;
  /** Set for the JPEG of a photo that browsers cannot show. */
  companion?: 'jpeg';
}

export interface UploadParts {
  baseUrl: string;
  token: string;
  /** Of texts from the server. */
  language: string;
  /** URL of an upload in progress; null for a new one. */
  url: string | null;
  onUrl: (url: string) => void;
  onProgress: (sent: number, total: number) => void;
  now: () => number;
  /** Replaces the browser's requests in tests. */
  httpStack?: HttpStack;
  /** Milliseconds without progress after which the attempt fails. */
  stall?: number;
}

const STALL_MS = 60_000;
/** Small enough for the default limits of proxies, large enough to be fast. */
const CHUNK_BYTES = 1024 * 1024;
/** Statuses after which the upload URL is no longer valid. */
const LOST = [403, 404, 409, 410, 412, 460];

/** Uploads a file by tus, from where an earlier attempt stopped. Resolves when the server has all bytes and has checked their hash. */
export function uploadFile(file: UploadFile, parts: UploadParts): Promise<void> {
  const { id, blob, sha256, type, companion } = file;
  return new Promise((resolve, reject) => {
    let stalled: ReturnType<typeof setTimeout>;
    const alive = () => {
      clearTimeout(stalled);
      stalled = setTimeout(() => {
        void upload.abort();
        reject(new CallError('timeout'));
      }, parts.stall ?? STALL_MS);
    };
    const options: UploadOptions = {
      // With a URL and no endpoint, the library reports a lost upload instead of silently starting over.
      ...(parts.url ? { uploadUrl: parts.url } : { endpoint: parts.baseUrl + UPLOADS_PATH }),
      metadata: { id, sha256, type, ...(companion ? { companion } : {}) },
      headers: { authorization: `Bearer ${parts.token}`, 'accept-language': parts.language },
      chunkSize: CHUNK_BYTES,
      // The outbox does the backoff and stores the URL.
      retryDelays: null,
      storeFingerprintForResuming: false,
      fileReader: { openFile: (blob: Blob) => Promise.resolve(sourceOf(blob)) },
      ...(parts.httpStack ? { httpStack: parts.httpStack } : {}),
      onUploadUrlAvailable() {
        if (upload.url && upload.url !== parts.url) parts.onUrl(upload.url);
      },
      onProgress(sent, total) {
        alive();
        parts.onProgress(sent, total);
      },
      onAfterResponse: alive,
      onSuccess() {
        clearTimeout(stalled);
        resolve();
      },
      onError(error) {
        clearTimeout(stalled);
        reject(errorOf(error, parts));
      },
    };
    const upload = new Upload(blob, options);
    alive();
    upload.start();
  });
}

function sourceOf(blob: Blob) {
  return {
    size: blob.size,
    slice: (start: number, end: number) => Promise.resolve({ value: blob.slice(start, end), done: end >= blob.size }),
    close() {},
  };
}

function errorOf(error: Error | DetailedError, parts: UploadParts): Error {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  const status = response?.getStatus() ?? 0;
  if (!response || status === 0) return new CallError('network', { cause: error });
  if (parts.url && LOST.includes(status)) return new UploadLost(error.message);
  const retryAfter = parseRetryAfter(response.getHeader('retry-after'), parts.now());
  const isOurs = response.getHeader('tus-resumable') !== undefined && response.getHeader('tus-resumable') !== null;
  const type = response.getHeader('content-type') ?? '';
  // An error page of a proxy or a captive portal is not an answer of the server; those of tus and Veld are recognizable.
  if (status < 400 || (!isOurs && !type.includes('problem+json'))) return new CallError('not_ours', { status, retryAfter, cause: error });
  const title = response.getBody().slice(0, 300);
  return new CallError('problem', { status, retryAfter, problem: { ...problemIn(title), status }, cause: error });
}

/** tus sends errors as plain text, Veld as a problem document. */
function problemIn(text: string): { type: string; title: string; detail?: string } {
  try {
    const { type, title, detail }: Record<string, unknown> = JSON.parse(text);
    if (typeof type === 'string' && typeof title === 'string') return { type, title, ...(typeof detail === 'string' ? { detail } : {}) };
  } catch {
    // Plain text.
  }
  return { type: 'about:blank', title: text };
}
