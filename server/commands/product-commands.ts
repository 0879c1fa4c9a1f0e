import type { Command } from 'commander';
import { ukDayOf } from '#contract/delivery-dates.ts';
import { addCommand, addGroup, type CommandContext, type JsonOption } from '#server/commands/command-context.ts';
import { listReductions } from '#server/domain/catalogue/price-history.ts';
import { listWithdrawn, sellProduct, withdrawProduct } from '#server/domain/catalogue/products.ts';
import { sellerPictures } from '#server/file-stores.ts';
import { removeProductAndPictures } from '#server/storage/catalogue-pictures.ts';

const productId = 'as in the address of its page: /product/<product-id>';

export const addProductCommands = (program: Command, { withDatabase, print, printTable }: CommandContext): void => {
  const product = addGroup(program, 'product', 'stop selling products, and see reductions');
  addCommand(product, 'withdraw', {
    description: 'stop selling a product; its page says so, and orders keep it',
    examples: ['shop product withdraw stoneware-mug'],
  })
    .argument('<product-id>', productId)
    .action(async (id: string, { json }: JsonOption) => {
      const { name } = await withDatabase((db) => withdrawProduct(db, id, new Date()));
      print(json, `${name} is no longer sold.`, { id, name });
    });
  addCommand(product, 'withdrawn', {
    description: 'list withdrawn products, the latest first',
    examples: ['shop product withdrawn'],
  }).action(async ({ json }: JsonOption) => {
    const products = await withDatabase(listWithdrawn);
    const rows = products.map(({ id, name, withdrawn_at }) => [id, name, withdrawn_at === null ? '' : ukDayOf(withdrawn_at)]);
    printTable(
      { json },
      { none: 'No product is withdrawn.', head: ['product', 'name', 'withdrawn'], rows },
      products.map(({ id, name, withdrawn_at: withdrawnAt }) => ({ id, name, withdrawnAt })),
    );
  });
  addCommand(product, 'sell', {
    description: 'sell a draft of the desk, or a withdrawn product again',
    examples: ['shop product sell stoneware-mug'],
  })
    .argument('<product-id>', 'as in "product withdrawn"')
    .action(async (id: string, { json }: JsonOption) => {
      const { name } = await withDatabase((db) => sellProduct(db, id, new Date()));
      print(json, `${name} is for sale.`, { id, name });
    });
  addCommand(product, 'reductions', {
    description: 'list reduced products, and why shoppers see nothing of a reduction',
    notes: `Shoppers pay the reduced price in any case. They see the higher one struck out only if it stood for REFERENCE_DAYS right before.`,
    examples: ['shop product reductions'],
  }).action(async ({ json }: JsonOption) => {
    const reductions = await withDatabase((db, { referenceDays }) => listReductions(db, { referenceDays, now: new Date() }));
    const rows = reductions.map(({ id, discount, isHidden, text }) => [id, `${discount} %`, isHidden ? 'no' : 'yes', text]);
    printTable({ json }, { none: 'Nothing is reduced.', head: ['product', 'discount', 'shows', 'why'], rows }, reductions);
  });
  addCommand(product, 'remove', {
    description: 'delete a product that nobody has ordered, and withdraw any other',
    examples: ['shop product remove stoneware-mug'],
  })
    .argument('<product-id>', productId)
    .action(async (id: string, { json }: JsonOption) => {
      const { name, outcome } = await withDatabase((db, env) => removeProductAndPictures(db, sellerPictures(db, env), id, new Date()));
      const text =
        outcome === 'removed' ? `${name} is removed.` : `${name} has been ordered, so it is kept for its orders, and no longer sold.`;
      print(json, text, { id, name, outcome });
    });
};
