import '#contract/zod-config.ts';
import * as z from 'zod/mini';
import { orderStates } from '#contract/desk/orders.ts';
import { pageOf } from '#contract/desk/page.ts';
import { staffRoles } from '#contract/desk/staff.ts';
import { withoutIdentifiers } from '#contract/search-miss.ts';
import { emailAddress, textLine } from '#contract/text-line.ts';

/** `customers`: with a search text everybody; `applicants` ask to become resellers, `news` agreed to news by email. */
export const peopleViews = ['customers', 'resellers', 'applicants', 'news'] as const;

export type PeopleView = (typeof peopleViews)[number];

const roles = ['customer', 'reseller'] as const;

const personRow = z.object({
  /** The id of the account, or of a guest's last order. */
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum([...roles, 'guest']),
  since: z.string(),
  isVerified: z.boolean(),
  wantsToResell: z.boolean(),
  hasSecondFactor: z.boolean(),
});

export type PersonRow = z.output<typeof personRow>;

/** GET /desk/api/people?view=&q=&after=; the newest first, applicants the oldest. */
export const peoplePage = z.object({ ...pageOf(personRow), counts: z.object({ applicants: z.number() }) });

export type PeoplePage = z.output<typeof peoplePage>;

/** Links to records of a person, each with one of these states. */
const recordLinksOf = <const States extends readonly [string, ...string[]]>(states: States) =>
  z.array(z.object({ reference: z.string(), title: z.string(), state: z.enum(states), at: z.string() }));

/** GET /desk/api/people/:personId. The last ten of each; `count` and `total` (pounds) are of the orders that were paid. */
export const deskPerson = z.object({
  ...personRow.shape,
  phone: z.string(),
  staffRole: z.nullable(z.enum(staffRoles)),
  /** How many sessions of the account are open. */
  sessions: z.number(),
  orders: z.object({
    count: z.number(),
    total: z.number(),
    items: z.array(z.object({ id: z.string(), status: z.enum(orderStates), total: z.number(), at: z.string() })),
  }),
  refunds: recordLinksOf(['new', 'full', 'partial', 'exchangeToSend', 'exchangeSent', 'declined', 'withdrawn']),
  messages: recordLinksOf(['open', 'answered']),
  reviews: recordLinksOf(['waiting', 'approved', 'declined', 'removed']),
});

export type DeskPerson = z.output<typeof deskPerson>;

/**
 * POST …/role: 409 with the code `changed` where the account has another role than the one that was `seen`, or the application that was seen is
 * answered already.
 */
export const roleChange = z.object({ seen: z.enum(roles), seenApplies: z.boolean(), role: z.enum(roles) });

/** POST …/second-factor-off: how the person was checked, kept with who did it, and so without data of the person. */
export const identityCheck = z.object({
  how: textLine(200, 1).check(z.refine((how) => withoutIdentifiers(how) === how.replaceAll(/\s+/g, ' '))),
});

/** POST …/delete: the address of the person, as a proof that they are meant. */
export const deletion = z.object({ email: emailAddress });

/** A file for the browser to save. */
export const savedFile = z.object({ name: z.string(), text: z.string() });

export type SavedFile = z.output<typeof savedFile>;

/** GET /desk/api/staff: who may use the desk, the first added first. */
export const staffList = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      role: z.enum(staffRoles),
      addedAt: z.string(),
      hasSecondFactor: z.boolean(),
      isSelf: z.boolean(),
    }),
  ),
});

export type StaffList = z.output<typeof staffList>;

/** POST /desk/api/staff: adds somebody (`seen` null), or gives another role. */
export const staffChange = z.object({ email: emailAddress, role: z.enum(staffRoles), seen: z.nullable(z.enum(staffRoles)) });

/** POST /desk/api/staff/end. */
export const staffEnd = z.object({ email: emailAddress });
