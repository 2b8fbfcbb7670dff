import { type CasesOf, json, plain, query } from '../../testing/cases.ts';
import type { operations as feature } from './feature.ts';

export const cases: CasesOf<typeof feature> = {
  'GET /api/health': plain,
  'GET /api/ready': plain,
  'GET /metrics': plain,
  'GET /.well-known/security.txt': plain,
  'GET /api/openapi.json': plain,
  'GET /api/docs': plain,
  'POST /api/check-version': json({ version: '1.0.0' }),
  'GET /api/public/counts': plain,
  'GET /api/public/versions': query('/api/public/versions?since=1.0.0'),
};
