import type { User } from '#contract/account.ts';
import { useProfileQuery } from './account-api.ts';

/** The signed-in user with all fields, `null` for a visitor or as long as that is unknown. Not for screens of the first download. */
export const useUser = (): User | null => useProfileQuery().data?.user ?? null;
