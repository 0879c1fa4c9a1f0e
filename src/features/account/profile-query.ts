import { setupListeners } from '@reduxjs/toolkit/query';
import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { useProfileQuery } from './account-api.ts';

/** Subscribes to the profile, which fills `shopperSlice`, and tells both API caches when the browser is online again. */
export const ProfileQuery = () => {
  const dispatch = useDispatch();
  useEffect(() => setupListeners(dispatch), [dispatch]);
  useProfileQuery();
  return null;
};
