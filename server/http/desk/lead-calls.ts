import * as z from 'zod/mini';
import { figurePeriods, figures, figuresRange } from '#contract/desk/figures.ts';
import {
  deletion,
  deskPerson,
  identityCheck,
  peoplePage,
  peopleViews,
  roleChange,
  savedFile,
  staffChange,
  staffEnd,
  staffList,
} from '#contract/desk/people.ts';
import { mailRetry, shopHealth, staffEventPage, unmatchedRefund, unmatchedSettlement } from '#contract/desk/settings.ts';
import { after, desk, view } from '#server/http/desk/desk-call.ts';

const text = z.string();

/** People, figures, and how the shop is. */
export const leadCalls = {
  people: desk('people', 'A page of the accounts', {
    query: { view: view(peopleViews), q: { description: 'Parts of a name or address.', schema: text }, after },
    answer: peoplePage,
  }),
  person: desk('person', 'One person, by their account or one of their orders', { answer: deskPerson, refusals: [404] }),
  setRole: desk('setRole', 'Make an account a reseller or a customer', { body: roleChange, answer: deskPerson, refusals: [404, 409] }),
  signOutPerson: desk('signOutPerson', 'End all sessions of an account', { answer: deskPerson, refusals: [404] }),
  secondFactorOff: desk('secondFactorOff', 'Switch two-step sign-in of an account off', {
    body: identityCheck,
    answer: deskPerson,
    refusals: [404, 409],
  }),
  exportPerson: desk('exportPerson', 'All that is held of a person', { answer: savedFile, refusals: [404] }),
  deletePerson: desk('deletePerson', 'Delete what is held of a person', { body: deletion, refusals: [404, 409] }),
  staff: desk('staff', 'Who may use the desk', { answer: staffList }),
  setStaffRole: desk('setStaffRole', 'Let an account use the desk, or give it another role there', {
    body: staffChange,
    answer: staffList,
    refusals: [404, 409],
  }),
  endStaff: desk('endStaff', 'Close the desk to an account', { body: staffEnd, answer: staffList, refusals: [404, 409] }),
  figures: desk('figures', 'What was sold', {
    query: {
      from: { description: 'The first UK day; the last four weeks without it.', schema: text },
      to: { description: 'The last UK day.', schema: text },
      by: { description: 'What the bars stand for.', schema: z.enum(figurePeriods) },
    },
    answer: figures,
  }),
  exportFigures: desk('exportFigures', 'What was sold, as CSV', { body: figuresRange, answer: savedFile }),
  exportBooks: desk('exportBooks', 'Invoices and credit notes, as CSV', { body: figuresRange, answer: savedFile }),
  settings: desk('settings', 'What the shop runs with, and what waits', { answer: shopHealth }),
  retryMail: desk('retryMail', 'Try unsent mail again', { body: mailRetry, answer: shopHealth, refusals: [404] }),
  retryJobs: desk('retryJobs', 'Try what failed again', { answer: shopHealth }),
  refundUnmatched: desk('refundUnmatched', 'Pay a payment back that belongs to no order', {
    body: unmatchedRefund,
    answer: shopHealth,
    refusals: [404, 409],
  }),
  settleUnmatched: desk('settleUnmatched', 'Record how such a payment was settled', {
    body: unmatchedSettlement,
    answer: shopHealth,
    refusals: [404, 409],
  }),
  staffEvents: desk('staffEvents', 'A page of what the staff did', {
    query: {
      who: { description: 'The id of their account.', schema: text },
      what: { description: 'A call of the desk, or signIn.', schema: text },
      day: { description: 'A UK day.', schema: text },
      after,
    },
    answer: staffEventPage,
  }),
} as const;
