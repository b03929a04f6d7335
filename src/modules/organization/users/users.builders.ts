import type { User } from './users.fields';

export const sampleUser = (values: Partial<User> = {}): User => ({
  id: 7,
  username: 'asha',
  email: 'asha@example.com',
  first_name: 'Asha',
  last_name: 'Rao',
  role: 'user',
  role_id: null,
  is_active: true,
  phone: null,
  department: null,
  position: null,
  bio: null,
  last_login: null,
  created_at: '2026-11-05T10:00:00.000Z',
  updated_at: '2026-11-05T10:00:00.000Z',
  ...values,
});
