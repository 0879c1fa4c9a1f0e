import path from 'node:path';
import { type Command, Option } from 'commander';
import { type ReviewState, reviewLimits } from '#contract/review.ts';
import {
  addCommand,
  addGroup,
  addPageOptions,
  type CommandContext,
  type JsonOption,
  type PageOptions,
  pageOf,
  toMinute,
} from '#server/commands/command-context.ts';
import { parseCount } from '#server/commands/parse.ts';
import { refundImagesFolder } from '#server/data-folder.ts';
import { formatCount } from '#server/db/columns.ts';
import {
  approveReview,
  declineReview,
  keepReview,
  listReviews,
  type ReviewView,
  removeReview,
  replyToReview,
  showReview,
} from '#server/domain/reviews/review-moderation.ts';
import { copyImages } from '#server/storage/refund-images.ts';

const states = ['waiting', 'approved', 'declined', 'removed'] as const satisfies readonly ReviewState[];

const describeState = ({ state, reason }: ReviewView): string => (reason === '' ? state : `${state}: ${reason}`);

const describeReports = ({ reports }: ReviewView): string => reports.map(({ reason, reports: count }) => `${reason} ${count}×`).join(', ');

/** `images` are paths. */
const describeReview = (view: ReviewView): string =>
  [
    `Review ${view.reference}: ${describeState(view)}`,
    `${formatCount(view.stars, 'star')} for ${view.product}, order ${view.orderId}`,
    `Written on ${toMinute(view.createdAt)} UTC, signed ${view.author}; revision ${view.revision}`,
    ...(view.reports.length === 0 ? [] : [`Reported as ${describeReports(view)}`]),
    '',
    view.text,
    ...(view.images.length === 0 ? [] : ['', 'Pictures:', ...view.images.map((file) => `  ${file}`)]),
    ...(view.reply === '' ? [] : ['', `Your reply: ${view.reply}`]),
  ].join('\n');

const honestyNotes = `UK law forbids hiding reviews because they are critical, and showing invented ones. Good reasons not to show one: it names people, is abusive,
advertises something, or is about something else.`;

export const addReviewCommands = (program: Command, { settings, withDatabase, print, printTable }: CommandContext): void => {
  const reviews = addGroup(program, 'reviews', 'look at reviews by buyers, and decide which are shown');
  const reference = ['<id>', 'its reference in "reviews list"'] as const;
  const revisionOption = ['--revision <number>', 'what you have read, as in "reviews show"'] as const;
  const inOneLine = `why, in one line of at most ${reviewLimits.reason} characters`;
  const list = addCommand(reviews, 'list', {
    description: 'list reviews, newest first',
    examples: ['shop reviews list --state waiting'],
  });
  addPageOptions(list)
    .addOption(new Option('--state <state>', 'only those in this state').choices([...states]))
    .action(async ({ state, ...options }: PageOptions & { readonly state?: ReviewState }) => {
      const found = await withDatabase((db) => listReviews(db, state, pageOf(options)));
      const rows = found.map((view) => [
        view.reference,
        describeState(view),
        view.stars,
        view.product,
        view.author,
        view.images.length,
        toMinute(view.createdAt),
      ]);
      const head = ['review', 'state', 'stars', 'product', 'signed', 'pictures', 'written (UTC)'];
      printTable(options, { none: 'There are no such reviews.', head, rows }, found);
    });
  addCommand(reviews, 'show', {
    description:
      'show one review, and the revision to approve or decline; its pictures are copied for you, and the copies deleted after an hour',
    examples: ['shop reviews show V-7Q2M-4XKP'],
  })
    .argument(...reference)
    .action(async (reference: string, { json }: JsonOption) => {
      const folder = refundImagesFolder(settings().dataDir);
      const view = await withDatabase(async (db) => {
        const review = await showReview(db, reference);
        await copyImages(db, 'review_image', review.reference, folder);
        return { ...review, images: review.images.map((file) => path.join(folder, file)) };
      });
      print(json, describeReview(view), view);
    });
  addCommand(reviews, 'approve', {
    description: 'show a review in the shop, and count it',
    notes: `Look at it with "reviews show" first: it is refused when its author has written it anew since.\n${honestyNotes}`,
    examples: ['shop reviews approve V-7Q2M-4XKP --revision 1'],
  })
    .argument(...reference)
    .requiredOption(...revisionOption, parseCount)
    .action(async (reference: string, { revision, json }: JsonOption & { readonly revision: number }) => {
      const view = await withDatabase((db) => approveReview(db, reference, { revision, now: new Date() }));
      print(json, `Review ${view.reference} is shown at ${view.product} from the next request on.`, view);
    });
  addCommand(reviews, 'decline', {
    description: 'do not show a review, which cannot be undone, and mail its author why',
    notes: honestyNotes,
    examples: ['shop reviews decline V-7Q2M-4XKP --revision 1 --reason "It names somebody. Please write it again to us without the name."'],
  })
    .argument(...reference)
    .requiredOption(...revisionOption, parseCount)
    .requiredOption('--reason <text>', `${inOneLine}; its author reads it`)
    .action(async (reference: string, { revision, reason, json }: JsonOption & { readonly revision: number; readonly reason: string }) => {
      const view = await withDatabase((db) => declineReview(db, reference, reason, { revision, now: new Date() }));
      print(json, `Review ${view.reference} is declined. Its author is told why by email.`, view);
    });
  addCommand(reviews, 'reply', {
    description: 'answer below a review, or change the answer; an empty text removes it',
    examples: ['shop reviews reply V-7Q2M-4XKP "Thank you! The glaze is now harder."'],
  })
    .argument(...reference)
    .argument('<text>', `at most ${reviewLimits.reply} characters`)
    .action(async (reference: string, text: string, { json }: JsonOption) => {
      const view = await withDatabase((db) => replyToReview(db, reference, text, { now: new Date() }));
      const what = view.reply === '' ? 'no longer has a reply' : 'is shown with your reply';
      print(json, `Review ${view.reference} ${what}${view.state === 'approved' ? '' : ` once it is approved; it is ${view.state}`}.`, view);
    });
  addCommand(reviews, 'remove', {
    description: 'take a review out of the shop again, which cannot be undone, and mail its author why',
    notes: honestyNotes,
    examples: ['shop reviews remove V-7Q2M-4XKP --reason "It was written by the maker of the product."'],
  })
    .argument(...reference)
    .requiredOption('--reason <text>', `${inOneLine}; its author reads it`)
    .action(async (reference: string, { reason, json }: JsonOption & { readonly reason: string }) => {
      const view = await withDatabase((db) => removeReview(db, reference, reason, { now: new Date() }));
      print(json, `Review ${view.reference} is no longer shown, and no longer counts. Its author is told why by email.`, view);
    });
  const reports = addCommand(reviews, 'reports', {
    description: 'list reviews that shoppers have reported',
    examples: ['shop reviews reports'],
  });
  addPageOptions(reports).action(async (options: PageOptions) => {
    const found = await withDatabase((db) => listReviews(db, 'reported', pageOf(options)));
    const rows = found.map((view) => [view.reference, describeReports(view), view.stars, view.product, view.author]);
    printTable(
      options,
      { none: 'There are no reported reviews.', head: ['review', 'reported as', 'stars', 'product', 'signed'], rows },
      found,
    );
  });
  addCommand(reviews, 'keep', {
    description: 'leave a reported review in the shop, and put its reports away',
    examples: ['shop reviews keep V-7Q2M-4XKP'],
  })
    .argument(...reference)
    .action(async (reference: string, { json }: JsonOption) => {
      const view = await withDatabase((db) => keepReview(db, reference, { now: new Date() }));
      print(json, `Review ${view.reference} stays, and its reports are dealt with.`, view);
    });
};
