import { ukTime } from '#contract/delivery-dates.ts';
import { peopleViews } from '#contract/desk/people.ts';
import { setRole, signOutEverywhere } from '#server/domain/accounts/accounts.ts';
import { deletePersonalData } from '#server/domain/accounts/erasure.ts';
import { exportPersonalData } from '#server/domain/accounts/personal-data.ts';
import { removeSecondFactor } from '#server/domain/accounts/second-factor.ts';
import { addStaff, addStaffEvent, endStaff, listStaff, listStaffEvents } from '#server/domain/desk/staff.ts';
import { emailKeyOf } from '#server/domain/email-address.ts';
import { retryFailedJobs } from '#server/domain/failed-jobs.ts';
import { Conflict, Invalid } from '#server/domain/failure.ts';
import { exportBooks } from '#server/domain/figures/books.ts';
import { exportFigures, readFigures, readRange } from '#server/domain/figures/figures.ts';
import { retryMail } from '#server/domain/messages/mails.ts';
import { refundUnmatched, settleUnmatched } from '#server/domain/money/unmatched-payments.ts';
import { findPersonById, listPeople, showPerson } from '#server/domain/people/people.ts';
import { readShopHealth } from '#server/domain/seller/shop-health.ts';
import { deskCalls } from '#server/http/desk/desk-calls.ts';
import { changesOn, type DeskItemRequest, readView } from '#server/http/desk/desk-request.ts';
import { emailSender } from '#server/http/origins.ts';
import type { Serve } from '#server/http/serve.ts';
import type { Services } from '#server/http/services.ts';

/** The calls of the desk about people, figures, and how the shop is. */
export const leadRoutes = (serve: Serve, services: Services): void => {
  const { db, payments, clock, settings } = services;
  const sending = async (now: Date) => ({ sender: await emailSender(services), now });

  /** The address of the account that a page is about; a guest has none. */
  const accountOf = async (id: string): Promise<string> => {
    const { account } = await findPersonById(db, id);
    if (!account) throw new Conflict('This person has ordered as a guest and has no account.');
    return account.email;
  };
  serve(deskCalls.people, ({ c }) =>
    listPeople(db, { view: readView(c, peopleViews), text: c.req.query('q'), after: c.req.query('after') }),
  );
  const change = changesOn(serve);
  const person = ({ id, now }: DeskItemRequest) => showPerson(db, id, now);
  serve(deskCalls.person, person);
  change(deskCalls.setRole, person, async ({ id, now, by, body: { role, ...seen } }) =>
    setRole(db, await accountOf(id), role, { ...(await sending(now)), by, ...seen }),
  );
  change(deskCalls.signOutPerson, person, async ({ id, now, by }) => signOutEverywhere(db, await accountOf(id), { now, by }));
  change(deskCalls.secondFactorOff, person, async ({ id, now, by, body: { how } }) =>
    removeSecondFactor(db, await accountOf(id), { ...(await sending(now)), by, how }),
  );
  serve(deskCalls.exportPerson, async ({ id, now, by }) => {
    const person = await findPersonById(db, id);
    await addStaffEvent(db, by, person.row.id, now);
    const data = await exportPersonalData(db, person, now);
    return { name: `${ukTime(now).day}-${person.row.id}.json`, text: `${JSON.stringify(data, undefined, 2)}\n` };
  });
  serve(deskCalls.deletePerson, async ({ id, now, by, body: { email } }) => {
    const person = await findPersonById(db, id);
    if (emailKeyOf(email) !== emailKeyOf(person.row.email))
      throw new Invalid('This is not the address of this person.', { email: 'Type the address that is shown above.' });
    await deletePersonalData(db, person, { ...(await sending(now)), desk: { by, subject: person.row.id } });
  });

  const staff = async ({ by: { accountId } }: DeskItemRequest) => ({
    items: (await listStaff(db)).map((member) => ({ ...member, isSelf: member.id === accountId })),
  });
  serve(deskCalls.staff, staff);
  change(deskCalls.setStaffRole, staff, ({ now, by, body: { email, role, seen } }) => addStaff(db, email, role, { now, by, seen }));
  change(deskCalls.endStaff, staff, ({ now, by, body: { email } }) => endStaff(db, email, { now, by }));

  serve(deskCalls.figures, ({ c, now }) => readFigures(db, readRange(c.req.query(), now), now));
  serve(deskCalls.exportFigures, async ({ now, by, body }) => {
    const range = readRange(body, now);
    return { name: `figures-${range.from}-${range.to}.csv`, text: await exportFigures(db, range, { by, now }) };
  });
  serve(deskCalls.exportBooks, async ({ now, by, body }) => {
    const { from, to } = readRange(body, now);
    return { name: `books-${from}-${to}.csv`, text: await exportBooks(db, { from, to }, { by, now }) };
  });

  const health = async () => ({ ...(await readShopHealth(db)), settings: [...settings], payments: payments.name });
  serve(deskCalls.settings, health);
  change(deskCalls.retryMail, health, ({ now, by, body: { id } }) => retryMail(db, now, id, by));
  change(deskCalls.retryJobs, health, ({ now, by }) => retryFailedJobs(db, now, by));
  change(deskCalls.refundUnmatched, health, ({ by, body: { id } }) => refundUnmatched(db, payments, id, clock, by));
  change(deskCalls.settleUnmatched, health, ({ now, by, body: { id, how } }) => settleUnmatched(db, id, how, now, by));
  serve(deskCalls.staffEvents, ({ c }) => listStaffEvents(db, c.req.query()));
};
