export interface Asked {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: unknown;
}

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

export function json(body: unknown, status = 200): Answer {
  return { status, headers: JSON_TYPE, body: JSON.stringify(body) };
}

export function problem(status: number, code: string, more: Record<string, unknown> = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'application/problem+json' },
    body: JSON.stringify({ type: `/problems/${code}`, title: code, status, ...more }),
  };
}
