import { z } from 'zod/mini';
import { route } from '../route.ts';
import { Uuid } from '../vocabulary.ts';

// In a separate file, because the outbox needs it in the first load of the app.
export const deleteTileRequest = route({
  method: 'DELETE',
  path: '/api/tile-requests/:id',
  summary: 'Delete an offline map from the server, or stop building it; repeating the request changes nothing',
  params: z.object({ id: Uuid }),
  replies: { 204: null },
});
