import type { SavedAddress, User } from '#contract/account.ts';
import { useMyOrdersQuery } from '#features/account/account-data-api.ts';
import { addressLines } from '#features/account/format-address.ts';

type Lines = Parameters<typeof addressLines>[0];

/** The same on a parcel: names and postal address, without the phone number. */
export const isSameAddress = (one: Lines, other: Lines): boolean => addressLines(one).join('\n') === addressLines(other).join('\n');

const addressNames = ['streetAddress', 'streetAddress2', 'city', 'state', 'postalCode'] as const;

/** Nothing has been typed into the postal address, names apart. */
export const isAddressEmpty = (values: Pick<Lines, (typeof addressNames)[number]>): boolean =>
  addressNames.every((name) => values[name].trim() === '');

/** A saved address as the form's texts. One without a phone number keeps the number that the form has. */
export const addressTexts = ({ _id, phone, ...address }: SavedAddress) => ({ ...address, ...(phone !== '' && { phone }) });

/** The saved address that the latest order went to, or else the first, as the form's texts; not known while the orders are being loaded. */
export const useUsualAddress = (user: User | null) => {
  const addresses = user?.addresses ?? [];
  const { data: orders, isLoading } = useMyOrdersQuery(user?._id ?? '', { skip: addresses.length < 2 });
  const latest = orders?.[0]?.billingInfo;
  const address = (latest && addresses.find((each) => isSameAddress(each, latest))) ?? addresses[0];
  return { isKnown: !isLoading, texts: address && addressTexts(address) };
};
