import { useProfileQuery } from './account-api.ts';

/** Subscribes to the profile, which fills `shopperSlice`. */
export const ProfileQuery = () => {
  useProfileQuery();
  return null;
};
