import { IconClipboardCheck } from '@tabler/icons-react';
import type { Feature } from '../../ui/feature.ts';

export const feature: Feature = {
  screens: [
    {
      name: 'validate',
      path: '/validate',
      asksServer: true,
      load: () => import('./queue/ValidateScreen'),
      navigation: { in: 'list', at: 85, icon: IconClipboardCheck, forValidators: true },
    },
    {
      name: 'validate.rules',
      path: '/validate/rules',
      title: 'validation_rules',
      asksServer: true,
      load: () => import('./rules/RulesScreen'),
    },
    {
      name: 'validate.validators',
      path: '/validate/validators',
      title: 'project_validators',
      asksServer: true,
      load: () => import('./appoint/ProjectValidatorsScreen'),
    },
    {
      name: 'admin.validators',
      path: '/admin/validators',
      guards: ['auth', 'admin'],
      title: 'validators',
      asksServer: true,
      load: () => import('./appoint/ValidatorsScreen'),
    },
  ],
};
