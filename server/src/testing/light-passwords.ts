import { vi } from 'vitest';

/**
 * Tests make thousands of accounts and logins: their passwords get a real hash of the lowest cost. The test of the full cost sets
 * VELD_TEST_FULL_PASSWORD_COST.
 */
vi.mock('@node-rs/argon2', async (load) => {
  const argon2 = await load<typeof import('@node-rs/argon2')>();
  return {
    ...argon2,
    hash: (password: string, cost: object) =>
      argon2.hash(password, process.env.VELD_TEST_FULL_PASSWORD_COST ? cost : { ...cost, memoryCost: 64, timeCost: 1 }),
  };
});
