import { type DeliveryOptions, deliveryOptions } from '#contract/delivery-options.ts';
import { typedPounds } from '#contract/money.ts';
import { slugOf } from '#contract/slug.ts';
import { typedNumber } from '#desk/parts/typed-number.ts';

/** The settings as typed texts. */
export const toDraft = ({ cap, freeFrom, giftWrap, ways, collection, regions }: DeliveryOptions) => ({
  cap: typedPounds(cap),
  freeFrom: typedPounds(freeFrom),
  giftWrap: typedPounds(giftWrap),
  ways: ways.map(({ id, name, surcharge, courierDays: { min, max } }) => ({
    id,
    name,
    surcharge: typedPounds(surcharge),
    days: min === max ? String(min) : `${min}-${max}`,
  })),
  isCollected: collection !== null,
  collection: collection ?? { name: '', address: '', hours: '' },
  regions: regions.map(({ name, outcodes, surcharge }) => ({
    name,
    outcodes: outcodes.join(', '),
    surcharge: typedPounds(surcharge),
    isDelivered: surcharge !== null,
  })),
});

/** A new way has the id ''. */
export type DeliveryDraft = ReturnType<typeof toDraft>;

const optional = (text: string): number | null => (text.trim() === '' ? null : typedNumber(text));

const daysOf = (text: string) => {
  const [, min = '', max = min] = /^\s*(\d+)(?:\s*[-–]\s*(\d+))?\s*$/.exec(text) ?? [];
  return { min: min === '' ? Number.NaN : Number(min), max: Number(max) };
};

/** The settings, or the names of the fields that are wrong: "cap", "ways.0.name". */
export const readDraft = ({ cap, freeFrom, giftWrap, ways, isCollected, collection, regions }: DeliveryDraft) => {
  const parsed = deliveryOptions.safeParse({
    cap: optional(cap),
    freeFrom: optional(freeFrom),
    giftWrap: optional(giftWrap),
    // A way keeps its id, which carts have chosen, and a new one gets one by its name.
    ways: ways.map(({ id, name, surcharge, days }) => ({
      id: id === '' ? slugOf(name).slice(0, 40) : id,
      name,
      surcharge: typedNumber(surcharge),
      courierDays: daysOf(days),
    })),
    collection: isCollected ? collection : null,
    regions: regions.map(({ name, outcodes, surcharge, isDelivered }) => ({
      name,
      outcodes: outcodes
        .toUpperCase()
        .split(/[,\s]+/)
        .filter((code) => code !== ''),
      surcharge: isDelivered ? typedNumber(surcharge) : null,
    })),
  });
  if (parsed.success) return { options: parsed.data, wrong: [] };
  // An error of a way's id is shown at its name, and errors of its days at the one field for them.
  const wrong = parsed.error.issues.map(({ path }) =>
    path
      .slice(0, path[0] === 'collection' ? 2 : 3)
      .join('.')
      .replace(/\.id$/, '.name'),
  );
  return { options: undefined, wrong };
};
