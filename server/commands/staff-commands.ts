import { type Command, InvalidArgumentError } from 'commander';
import { ukDayOf } from '#contract/delivery-dates.ts';
import { type StaffRole, staffRoles } from '#contract/desk/staff.ts';
import { addCommand, addGroup, type CommandContext, type JsonOption } from '#server/commands/command-context.ts';
import { addStaff, endStaff, listStaff } from '#server/domain/desk/staff.ts';

const parseRole = (text: string): StaffRole => {
  const role = staffRoles.find((candidate) => candidate === text.toLowerCase());
  if (role === undefined) throw new InvalidArgumentError(`It must be one of ${staffRoles.join(', ')}.`);
  return role;
};

export const addStaffCommands = (program: Command, { withDatabase, print, printTable }: CommandContext): void => {
  const staff = addGroup(program, 'staff', 'say whose accounts may use the desk');
  addCommand(staff, 'add', {
    description: 'let an account use the desk, or give it another role there',
    notes: `A seller may do everything. Support sees orders, refunds and messages, packs, sends, corrects addresses and answers; money, cancelling and
email addresses of orders are the seller's. The desk opens to an account once its owner has switched on two-step sign-in.`,
    examples: ['shop staff add ada@example.com seller', 'shop staff add sam@example.com support'],
  })
    .argument('<email>', 'the address of the account')
    .argument('<role>', staffRoles.join(' or '), parseRole)
    .action(async (email: string, role: StaffRole, { json }: JsonOption) => {
      const member = await withDatabase((db) => addStaff(db, email, role, { now: new Date() }));
      const next = member.hasSecondFactor ? '' : ' The desk opens to them once they have switched on two-step sign-in, in their account.';
      print(json, `${member.email} is ${role} at the desk now.${next}`, member);
    });
  addCommand(staff, 'list', { description: 'list who may use the desk', examples: ['shop staff list'] }).action(
    async ({ json }: JsonOption) => {
      const members = await withDatabase((db) => listStaff(db));
      const rows = members.map(({ email, name, role, hasSecondFactor, addedAt }) => [
        email,
        name,
        role,
        hasSecondFactor ? 'on' : 'off',
        ukDayOf(addedAt),
      ]);
      const head = ['email', 'name', 'role', 'two-step sign-in', 'since'];
      printTable({ json }, { none: 'Nobody may use the desk yet.', head, rows }, members);
    },
  );
  addCommand(staff, 'end', {
    description: 'close the desk to an account, and sign it out everywhere',
    examples: ['shop staff end sam@example.com'],
  })
    .argument('<email>', 'the address of the account')
    .action(async (email: string, { json }: JsonOption) => {
      const ended = await withDatabase((db) => endStaff(db, email, { now: new Date() }));
      print(json, `${ended} may not use the desk any more, and is signed out everywhere.`, { email: ended });
    });
};
