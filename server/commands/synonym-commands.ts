import type { Command } from 'commander';
import { addCommand, addGroup, type CommandContext, type JsonOption } from '#server/commands/command-context.ts';
import { formatCount } from '#server/db/columns.ts';
import { listSynonymsForSeller, removeSynonym, type SynonymView, setSynonym, showSynonym } from '#server/domain/catalogue/synonyms.ts';

const describe = ({ word, finds, products, unknown }: SynonymView): string => {
  const found = `A search for "${word}" also finds goods with ${finds.map((each) => `"${each}"`).join(' or ')}: ${formatCount(products, 'product', 'products')} in all.`;
  return unknown.length === 0 ? found : `${found} No product has ${unknown.map((each) => `"${each}"`).join(' or ')}.`;
};

export const addSynonymCommands = (program: Command, { withDatabase, print, printTable }: CommandContext): void => {
  const synonyms = addGroup(program, 'synonyms', 'list and change words that the search takes for others');
  addCommand(synonyms, 'list', {
    description: 'list them, with how many products each finds, and words that no product has',
    examples: ['shop synonyms list'],
  }).action(async ({ json }: JsonOption) => {
    const found = await withDatabase(listSynonymsForSeller);
    const rows = found.map(({ word, finds, products, unknown }) => [word, finds.join(', '), products, unknown.join(', ')]);
    printTable({ json }, { none: 'There are no synonyms.', head: ['word', 'also finds', 'products', 'in no product'], rows }, found);
  });
  addCommand(synonyms, 'set', {
    description: 'let a search for a word find goods with other words as well; replaces what it found before',
    notes: `It works in one direction: "cup" finds mugs, but "mug" finds no cups. The words of goods are looked for whole, in name, tags, material,
colours and short description. The word itself may be a phrase, whose words are then also found one by one.`,
    examples: ['shop synonyms set cup mug beaker', 'shop synonyms set couch throw "cushion cover"'],
  })
    .argument('<word>', 'what shoppers type')
    .argument('<finds...>', 'words, or phrases in quotes, of the goods')
    .action(async (word: string, finds: readonly string[], { json }: JsonOption) => {
      const view = await withDatabase(async (db) => showSynonym(db, (await setSynonym(db, word, finds)).word));
      print(json, describe(view), view);
    });
  addCommand(synonyms, 'remove', {
    description: 'remove a synonym: the search finds what it would without it',
    examples: ['shop synonyms remove cup'],
  })
    .argument('<word>', 'as in "synonyms list"')
    .action(async (word: string, { json }: JsonOption) => {
      const synonym = await withDatabase((db) => removeSynonym(db, word));
      print(json, `The synonym ${synonym.word} is removed.`, synonym);
    });
};
