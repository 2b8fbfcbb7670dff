import { describe, expect, it } from 'vitest';
import { layoutName, layoutSetting, setLayout } from './Layout';

describe('the layout (decision 0023)', () => {
  it('is one shared setting; the initial one, none, shows the admin layout', () => {
    expect(layoutSetting.getState().layout).toBeNull();
    expect(layoutName(null)).toBe('admin');
  });

  it.each([
    ['admin', 'admin'],
    ['embed', 'embed'],
    ['empty', 'empty'],
    ['guest', 'guest'],
    ['', 'admin'],
    ['something', 'admin'],
    ['constructor', 'admin'],
    ['toString', 'admin'],
  ])('%s shows %s', (setting, expected) => {
    setLayout(setting);
    expect(layoutName(layoutSetting.getState().layout)).toBe(expected);
    setLayout(null);
  });
});
