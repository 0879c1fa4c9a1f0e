import * as z from 'zod/mini';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import { maxPictureBytes, uploadForm } from '#contract/desk/products.ts';
import type { Call } from '#server/http/calls.ts';

type Endpoints = typeof deskEndpoints;

/** Parameters of a list. */
const query = (...names: readonly string[]) => ({
  query: Object.fromEntries(names.map((name) => [name, { description: 'Says which rows, or where the page begins.', schema: z.string() }])),
});

const noRefusals = { refusals: [] } as const;
const missingRefusal = { refusals: [404] } as const;
const changedRefusal = { refusals: [409] } as const;

/** Rules beyond the row in the contract, for calls that differ from the usual ones. */
const rules = {
  confirmCode: noRefusals,
  orders: query('view', 'q', 'from', 'to', 'courier', 'after'),
  exportOrders: noRefusals,
  printedOrders: query('ids'),
  startPacking: noRefusals,
  sendOrders: noRefusals,
  sendFromFile: { ...noRefusals, maxBytes: 1_500_000 },
  addNote: missingRefusal,
  refunds: query('view', 'after'),
  refundPicture: { isPicture: true },
  messages: query('view', 'after'),
  reviews: query('view', 'after'),
  reviewPicture: { isPicture: true },
  vouchers: query('view', 'after'),
  createVoucher: changedRefusal,
  changeDelivery: changedRefusal,
  changeDetails: changedRefusal,
  changeDays: changedRefusal,
  changeLook: changedRefusal,
  openShop: changedRefusal,
  changeSamples: noRefusals,
  words: query('q', 'page', 'view'),
  importCatalogue: { ...changedRefusal, maxBytes: 8_000_000 },
  exportCatalogue: noRefusals,
  people: query('view', 'q', 'after'),
  signOutPerson: missingRefusal,
  exportPerson: missingRefusal,
  figures: query('from', 'to', 'by'),
  exportFigures: noRefusals,
  exportBooks: noRefusals,
  retryMail: missingRefusal,
  retryJobs: noRefusals,
  staffEvents: query('who', 'what', 'day', 'after'),
  products: query('view', 'q', 'category', 'after'),
  createProduct: { ...noRefusals, status: 201 },
  uploadPicture: { form: { fields: uploadForm, pictures: 1, pictureBytes: maxPictureBytes }, status: 201, ...noRefusals },
} as const satisfies { readonly [Name in keyof Endpoints]?: Partial<Call> };

type RulesOf<Name> = Name extends keyof typeof rules ? (typeof rules)[Name] : unknown;

/** The usual refusals: 404 for an unknown id, 409 for a change of what somebody else has changed. Calls with fewer are in `rules`. */
const usualRefusals = ({ method, path }: Endpoints[keyof Endpoints]) => {
  if (method === 'POST') return [404, 409];
  return path.includes(':') ? [404] : [];
};

/** The counterpart of `calls` for the desk, made from the contract's rows of role, payload and answer. All are counted by account. */
export const deskCalls = Object.fromEntries(
  Object.values(deskEndpoints).map((row): [string, Call] => [
    row.name,
    { ...row, tag: 'Desk', summary: '', limit: 'desk', refusals: usualRefusals(row), ...rules[row.name as keyof typeof rules] },
  ]),
) as { readonly [Name in keyof Endpoints]: Endpoints[Name] & RulesOf<Name> & Pick<Call, 'tag' | 'summary' | 'limit' | 'refusals'> };
