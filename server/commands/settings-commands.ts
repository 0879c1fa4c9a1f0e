import type { Command } from 'commander';
import * as z from 'zod/mini';
import { shadesOf } from '#contract/look.ts';
import { type Look, type ShopData, shopData } from '#contract/shop.ts';
import { addCommand, addGroup, type CommandContext, type JsonOption, toMinute } from '#server/commands/command-context.ts';
import { parseCount } from '#server/commands/parse.ts';
import { readText } from '#server/commands/read-text.ts';
import { formatTable } from '#server/commands/table.ts';
import { Invalid } from '#server/domain/failure.ts';
import { openForShoppers } from '#server/domain/shop/desk-shop.ts';
import { changeShop, listVersions, publishAgain, readPublished } from '#server/domain/shop/shop-versions.ts';

// Strict, because a misspelt name would otherwise be ignored.
const file = z.strictObject(shopData.shape);

const readShopData = (text: string): ShopData => {
  let parsed: ReturnType<typeof file.safeParse>;
  try {
    parsed = file.safeParse(JSON.parse(text));
  } catch {
    throw new Invalid('Nothing was changed: the file is not JSON.');
  }
  if (parsed.success) return parsed.data;
  throw new Invalid(
    'Nothing was changed: the file is not right. "shop settings show" prints one that is.',
    Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.map(String).join('.') || 'file', message])),
  );
};

const movedNote = (look: Look): string => {
  const { moss } = shadesOf(look).light;
  return moss === look.accent ? '' : `\nThe colour ${look.accent} is ${moss} on buttons and links, so that everyone can read them.`;
};

export const addSettingsCommands = (program: Command, { withDatabase, print, write }: CommandContext): void => {
  const settings = addGroup(program, 'settings', 'who the seller is and when parcels are posted, as shoppers read it');
  addCommand(settings, 'show', {
    description: 'print all of it as the JSON that "set" takes',
    examples: ['shop settings show > shop.json'],
  }).action(async () => {
    const { data } = await withDatabase(readPublished);
    write(`${JSON.stringify(data, undefined, 2)}\n`);
  });
  addCommand(settings, 'set', {
    description: 'replace all of it by a JSON file; shoppers see it at once',
    notes:
      'Days of "workingDays" count from 1, Monday; "cutOff" is minutes after midnight. A change at the desk since "show" is overwritten.',
    examples: ['shop settings show > shop.json', 'shop settings set shop.json'],
  })
    .argument('<file>', 'JSON, as "shop settings show" prints it')
    .action(async (name: string, { json }: JsonOption) => {
      const data = readShopData(await readText(name));
      await withDatabase((db) => changeShop(db, () => data, { now: new Date() }));
      print(json, `Shoppers see these settings now.${movedNote(data.look)}`, data);
    });
  addCommand(settings, 'history', {
    description: 'list the versions that shoppers have seen, the latest first, with what changed and who changed it',
    examples: ['shop settings history'],
  }).action(async ({ json }: JsonOption) => {
    const { items } = await withDatabase(listVersions);
    const rows = items.map(({ number, at, name, changed }) => [number, toMinute(at), name, changed.join(', ')]);
    print(json, formatTable(['version', 'since', 'by', 'changed'], rows), items);
  });
  addCommand(settings, 'again', {
    description: 'show an earlier version to shoppers again, as a new one',
    examples: ['shop settings again 3'],
  })
    .argument('<version>', 'its number, as in "settings history"', parseCount)
    .action(async (number: number, { json }: JsonOption) => {
      await withDatabase((db) => publishAgain(db, number, { now: new Date() }));
      print(json, `Shoppers see version ${number} again.`, { number });
    });
  addCommand(settings, 'open', {
    description: 'show the shop to shoppers; a public one is closed until its details are its own',
    examples: ['shop settings open'],
  }).action(async ({ json }: JsonOption) => {
    await withDatabase((db) => openForShoppers(db, { now: new Date() }));
    print(json, 'The shop is open.', { isOpen: true });
  });
};
