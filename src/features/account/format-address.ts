import { fullName } from '#contract/full-name.ts';
import type { Order } from '#contract/order.ts';

type Address = Omit<Order['billingInfo'], 'email' | 'phone'>;

const distinctLines = (...parts: readonly string[]): string[] => [...new Set(parts)].filter((part) => part !== '');

/** The lines of a postal address; each once, as a town and its county may have the same name. */
export const addressLines = ({ firstName, lastName, streetAddress, streetAddress2, city, state, postalCode }: Address): string[] =>
  distinctLines(fullName({ firstName, lastName }), streetAddress, streetAddress2, city, state, postalCode);

/** An address in one line, without the county. */
export const addressInOneLine = ({ firstName, lastName, streetAddress, city, postalCode }: Address): string =>
  distinctLines(fullName({ firstName, lastName }), streetAddress, city, postalCode).join(', ');
