import type { Command } from 'commander';
import * as z from 'zod/mini';
import { collectionId, type DeliveryOptions, deliveryOptions, standardId } from '#contract/delivery-options.ts';
import { addCommand, addGroup, type CommandContext, formatPounds, type JsonOption } from '#server/commands/command-context.ts';
import { readText } from '#server/commands/read-text.ts';
import { formatCount } from '#server/db/columns.ts';
import { readDeliveryOptions, setDeliveryOptions } from '#server/domain/delivery/delivery-options.ts';
import { Invalid } from '#server/domain/failure.ts';

const describe = ({ cap, freeFrom, ways, collection, regions, giftWrap }: DeliveryOptions): string =>
  [
    'Standard delivery: per item, as the products say.',
    ...(cap === null ? [] : [`At most ${formatPounds(cap)} an order.`]),
    ...(freeFrom === null ? [] : [`Free from ${formatPounds(freeFrom)} of goods on.`]),
    ...ways.map(
      ({ id, name, surcharge, courierDays: { min, max } }) =>
        `${name} (${id}): ${formatPounds(surcharge)} more; the courier takes ${min === max ? formatCount(min, 'working day') : `${min} to ${max} working days`}.`,
    ),
    ...(collection
      ? [`Collection: ${collection.name}, ${collection.address.replaceAll('\n', ', ')}; open ${collection.hours.replaceAll('\n', '; ')}.`]
      : []),
    ...regions.map(
      ({ name, outcodes, surcharge }) =>
        `${name} (${outcodes.join(', ')}): ${surcharge === null ? 'no delivery' : `${formatPounds(surcharge)} more`}.`,
    ),
    ...(giftWrap === null ? [] : [`Gift wrapping: ${formatPounds(giftWrap)} an order.`]),
  ].join('\n');

// Strict, because a misspelt name would otherwise be ignored.
const file = z.strictObject(deliveryOptions.shape);

/** Rules by path of a field, for which the schema's own message says only that it is invalid. */
const rules = [
  [/(?:^cap|^freeFrom|^giftWrap|surcharge)$/, 'must be pounds and whole pence, such as 4.5'],
  [/^ways$/, 'must have a different id for each way'],
  [/\.id$/, `must be small letters, digits and hyphens, and neither "${standardId}" nor "${collectionId}"`],
  [/\.courierDays$/, 'must have a "min" that is not above its "max"'],
  [/outcodes/, 'must be an area (IV), a district (KA27) or a range of districts (PA20-49)'],
] as const;

const readOptions = (text: string): DeliveryOptions => {
  let parsed: ReturnType<typeof file.safeParse>;
  try {
    parsed = file.safeParse(JSON.parse(text));
  } catch {
    throw new Invalid('Nothing was changed: the file is not JSON.');
  }
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, code, message }) => {
    const field = path.map(String).join('.');
    const rule = code === 'custom' || code === 'invalid_format' ? rules.find(([pattern]) => pattern.test(field))?.[1] : undefined;
    return [field || 'file', rule ?? message] as const;
  });
  throw new Invalid(
    'Nothing was changed: the file is not right. "shop delivery show --json" prints one that is.',
    Object.fromEntries(problems),
  );
};

export const addDeliveryCommands = (program: Command, { withDatabase, print }: CommandContext): void => {
  const delivery = addGroup(program, 'delivery', 'what delivery costs beside that of each item, and other ways to get an order');
  addCommand(delivery, 'show', {
    description: 'show the cap, the free delivery, faster ways, collection and regions; with --json as the file that "set" takes',
    examples: ['shop delivery show', 'shop delivery show --json > delivery.json'],
  }).action(async ({ json }: JsonOption) => {
    const options = await withDatabase(readDeliveryOptions);
    print(json, describe(options), options);
  });
  addCommand(delivery, 'set', {
    description: 'replace all of it by a JSON file, for orders that are placed from now on',
    notes: `Amounts are in pounds; "outcodes" of a region are areas (IV), districts (KA27) or ranges of them (PA20-49), and its "surcharge" null where
nothing is delivered to. An order pays the delivery of its items, at most the cap, and nothing from "freeFrom" on; then the surcharge of its region,
and that of a faster way, which a voucher for delivery does not take off. "giftWrap" is what wrapping an order as a gift costs, null where that is
not offered.`,
    examples: ['shop delivery set delivery.json'],
  })
    .argument('<file>', 'JSON, as "shop delivery show --json" prints it')
    .action(async (name: string, { json }: JsonOption) => {
      const options = readOptions(await readText(name));
      await withDatabase((db) => setDeliveryOptions(db, options));
      print(json, describe(options), options);
    });
};
