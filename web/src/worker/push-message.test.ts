import { describe, expect, it } from 'vitest';
import { innerPath, readPush } from './push-message';

describe('a push message', () => {
  it('leads only to a path of this app', () => {
    expect(innerPath('/observations/1?a=b#comments')).toBe('/observations/1?a=b#comments');
    for (const path of ['https://example.org/', '//example.org', '/\\example.org', 'javascript:alert(1)', 'feed', '', null, 5])
      expect(innerPath(path), String(path)).toBe('/notifications');
  });

  it('is shown only if the server sent it', () => {
    const message = { title: 'Great tit', body: 'Anna commented', path: '/observations/1', tag: 'a' };
    expect(readPush(JSON.stringify(message))).toEqual(message);
    expect(readPush(JSON.stringify({ ...message, path: 'https://example.org' }))).toEqual({ ...message, path: '/notifications' });
    for (const text of [undefined, '', 'hello', '[]', '{"title":"A"}', 'null']) expect(readPush(text), text).toBeNull();
  });
});
