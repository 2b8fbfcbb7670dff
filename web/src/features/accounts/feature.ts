import type { Feature } from '../../ui/feature.ts';

export const feature: Feature = {
  screens: [
    {
      name: 'login',
      path: '/login',
      layout: 'guest',
      guards: ['guest'],
      load: () => import('./LoginScreen'),
    },
    {
      name: 'register',
      path: '/register',
      layout: 'guest',
      guards: ['guest'],
      load: () => import('./RegisterScreen'),
    },
    {
      name: 'password.request',
      path: '/password/reset',
      layout: 'guest',
      guards: ['guest'],
      title: 'password_request',
      load: () => import('./PasswordRequestScreen'),
    },
    {
      name: 'password.reset',
      path: '/password/reset/:token',
      layout: 'guest',
      guards: [],
      title: 'password_reset',
      load: () => import('./PasswordResetScreen'),
    },
  ],
};
