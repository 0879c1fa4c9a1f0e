/**
 * Who keeps the shop, where no setting says otherwise: plainly made up (numbers kept for drama, example.com). The storefront reads the
 * settings when it is built, the server when it starts.
 */
export const defaultShopDetails = {
  name: 'Flone',
  phone: '0113 496 0142',
  email: 'hello@flone.example.com',
  address: 'Flone, Unit 4, The Old Mill, Mill Lane, Exampleford, EX4 0AA, United Kingdom',
} as const;
