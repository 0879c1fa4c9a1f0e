/**
 * The defaults for the seller's details, plainly fictitious (Ofcom's drama numbers, example.com). The storefront reads the settings at
 * build time, the server at start.
 */
export const defaultShopDetails = {
  name: 'Flone',
  phone: '0113 496 0142',
  email: 'hello@flone.example.com',
  address: 'Flone, Unit 4, The Old Mill, Mill Lane, Exampleford, EX4 0AA, United Kingdom',
} as const;
