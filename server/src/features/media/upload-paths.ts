import { MAX_MEDIA_BYTES, UPLOADS_PATH } from '@veld/contract';

/*
 * The upload protocol in the OpenAPI document. Its routes are served by tus, so they are not in the contract; uploads.ts
 * explains how clients use them.
 */

/** An error of tus, or a problem if the request did not get that far. */
const error = (description: string) => ({
  description,
  content: {
    'text/plain': { schema: { type: 'string' } },
    'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
  },
});
const problem = (status: number) => ({ $ref: `#/components/responses/${status}` });
const header = (name: string, description: string, schema: object, required = true) => ({
  name,
  in: 'header',
  required,
  description,
  schema,
});

const BYTES = { type: 'integer', minimum: 0, maximum: MAX_MEDIA_BYTES };
const RESUMABLE = header('Tus-Resumable', 'The version of the protocol', { type: 'string', enum: ['1.0.0'] });
const CHUNK = {
  required: true,
  content: { 'application/offset+octet-stream': { schema: { type: 'string', format: 'binary' } } },
};
const OFFSET = { 'Upload-Offset': { description: 'How many bytes the server has', schema: BYTES } };
const STORED = { 'Upload-Stored': { description: '1 once the whole photo is stored', schema: { type: 'string', enum: ['1'] } } };

const COMMON = {
  tags: ['media'],
  security: [{ session: [] }],
};
const ERRORS = {
  401: problem(401),
  412: error('Tus-Resumable is missing, or a version that is not supported'),
  413: problem(413),
  '5XX': error('The server is in trouble; try again'),
};

/** OpenAPI path items by path. */
export const uploadPaths = {
  [UPLOADS_PATH]: {
    options: {
      ...COMMON,
      operationId: 'describeUploads',
      summary: 'The version, extensions and limits of the upload protocol (tus 1.0)',
      security: [],
      responses: {
        204: { description: 'In the headers Tus-Version, Tus-Extension and Tus-Max-Size' },
        '4XX': error('The request is invalid'),
      },
    },
    post: {
      ...COMMON,
      operationId: 'createUpload',
      summary: 'Create an upload of a photo; a body that is sent along is its beginning',
      parameters: [
        RESUMABLE,
        header('Upload-Length', 'The size of the file', { ...BYTES, minimum: 1 }),
        header(
          'Upload-Metadata',
          '`id` (UUID v4 of the photo), `sha256` (hex, of the whole file), `type` (media type) and for the JPEG of a HEIC photo `companion`; each value in base64',
          { type: 'string', maxLength: 4000 },
        ),
      ],
      requestBody: { ...CHUNK, required: false },
      responses: {
        201: {
          description: 'Created, or stored already',
          headers: { Location: { description: 'The address of the upload', schema: { type: 'string' } }, ...OFFSET, ...STORED },
        },
        400: error('Upload-Length or Upload-Metadata is missing or malformed'),
        409: error('The person has another photo under this id, or the original was not sent first'),
        415: error('The body has another media type'),
        422: error('The metadata or the bytes are wrong; start the upload again'),
        423: error('Another request is writing this upload'),
        429: problem(429),
        ...ERRORS,
      },
    },
  },
  [`${UPLOADS_PATH}/{id}`]: {
    parameters: [
      {
        name: 'id',
        in: 'path',
        required: true,
        description: 'The id of the photo; for the JPEG of a HEIC photo with `.jpeg`',
        schema: { type: 'string', pattern: String.raw`^[0-9a-f-]{36}(\.jpeg)?$` },
      },
    ],
    post: {
      ...COMMON,
      operationId: 'overrideUploadMethod',
      summary: 'Any other request for an upload, from a client that can send only POST',
      parameters: [
        header('X-HTTP-Method-Override', 'The method of the request', { type: 'string', enum: ['HEAD', 'PATCH', 'DELETE'] }),
        RESUMABLE,
        header('Upload-Offset', 'For PATCH: how many bytes the server has', BYTES, false),
      ],
      requestBody: { ...CHUNK, required: false },
      responses: {
        200: { description: 'As the response to HEAD' },
        204: { description: 'As the response to PATCH or DELETE' },
        '4XX': error('As the response to the other method; 405 without the header'),
        '5XX': ERRORS['5XX'],
      },
    },
    head: {
      ...COMMON,
      operationId: 'getUpload',
      summary: 'How many bytes of an upload the server has',
      parameters: [RESUMABLE],
      responses: {
        200: {
          description: 'The offset at which to continue',
          headers: { ...OFFSET, 'Upload-Length': { description: 'The size of the file', schema: BYTES }, ...STORED },
        },
        400: { description: 'The request is malformed' },
        404: { description: 'There is no such upload' },
        410: { description: 'The upload expired' },
        423: { description: 'Another request is writing this upload' },
        ...ERRORS,
      },
    },
    patch: {
      ...COMMON,
      operationId: 'continueUpload',
      summary: 'Send the next bytes of an upload',
      parameters: [RESUMABLE, header('Upload-Offset', 'How many bytes the server has', BYTES)],
      requestBody: CHUNK,
      responses: {
        204: { description: 'Received', headers: { ...OFFSET, ...STORED } },
        400: error('The request is malformed'),
        404: error('There is no such upload'),
        409: error('The server has another number of bytes'),
        410: error('The upload expired'),
        415: error('The body has another media type'),
        422: error('The metadata or the bytes are wrong; start the upload again'),
        423: error('Another request is writing this upload'),
        ...ERRORS,
      },
    },
    delete: {
      ...COMMON,
      operationId: 'deleteUpload',
      summary: 'Cancel an upload that is not complete',
      parameters: [RESUMABLE],
      responses: {
        204: { description: 'Deleted' },
        400: error('The request is malformed'),
        404: error('There is no such upload'),
        410: error('The upload expired'),
        423: error('Another request is writing this upload'),
        ...ERRORS,
      },
    },
  },
};
