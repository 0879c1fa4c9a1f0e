import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { contactTopics } from '#contract/messages.ts';
import { listMessages } from '#server/domain/messages/messages.ts';
import { paths } from '#shared/paths.ts';
import { adaIsSignedIn } from '#tests/support/accounts.ts';
import {
  calls,
  theApiAnswers,
  theApiIsDown,
  theApiNeverAnswers,
  theApiRateLimits,
  theApiRecovers,
  withShopDatabase,
} from '#tests/support/api.ts';
import { expectFocused } from '#tests/support/expect-focused.ts';
import { renderAt } from '#tests/support/render-app.tsx';
import { typeText } from '#tests/support/type-text.ts';

const call = endpoints.contact.path;
const question = 'Is the oat mug fine in a dishwasher?';

const main = () => within(screen.getByRole('main'));
const field = (name: string | RegExp) => main().getByRole<HTMLInputElement>('textbox', { name });
const topic = () => main().getByRole<HTMLSelectElement>('combobox', { name: 'What is it about?' });
const send = () => main().getByRole('button', { name: 'Send message' });
const posted = () => calls.filter((made) => made === `POST ${call}`);
const storedMessages = () => withShopDatabase((db) => listMessages(db, { isOpen: false }));

type Shop = Awaited<ReturnType<typeof renderAt>>;
const fill = async ({ user }: Shop, about = 'product') => {
  await typeText(user, field('Your name'), 'Ada Byron');
  await typeText(user, field('Email address'), 'ada@example.com');
  await user.selectOptions(topic(), about);
  await user.click(field('Your message'));
  await user.paste(question);
};
const expectFormUnchanged = () => {
  expect([field('Your name').value, field('Email address').value, topic().value, field('Your message').value]).toEqual([
    'Ada Byron',
    'ada@example.com',
    'product',
    question,
  ]);
};

describe('the contact page', () => {
  test('the contact page shows the trader’s name, address, phone numbers, e-mail address and hours', async () => {
    await renderAt(paths.contact);
    const trader = within(main().getByRole('complementary', { name: 'Flone' }));
    expect(trader.getByRole('link', { name: '0113 496 0142' })).toHaveAttribute('href', 'tel:01134960142');
    expect(trader.getByRole('link', { name: '020 7946 0817' })).toHaveAttribute('href', 'tel:02079460817');
    expect(trader.getByRole('link', { name: 'hello@flone.example.com' })).toHaveAttribute('href', 'mailto:hello@flone.example.com');
    for (const text of ['The Old Mill', 'EX4 0AA', 'Monday to Friday 9 am to 5 pm']) expect(trader.getByText(text)).toBeVisible();
    expect(trader.getByRole('link', { name: 'Track your order' })).toHaveAttribute('href', '/order-status');
    expect(trader.getByRole('link', { name: 'Request a refund or return' })).toHaveAttribute('href', '/refund');
  });
});

describe('a shopper who sends a message', () => {
  test('a shopper who sends a message sees a reference under a heading that has the focus, and the message is stored', async () => {
    const shop = await renderAt(paths.contact);
    await fill(shop);
    await shop.user.click(send());
    await expectFocused(main().findByRole('heading', { name: 'Thank you, we have your message' }));
    const [message] = await storedMessages();
    expect(message).toMatchObject({ name: 'Ada Byron', email: 'ada@example.com', topic: 'product', message: question });
    expect(main().getByText(message?.reference ?? 'none')).toBeVisible();
    expect(main().getByText(/We’ve sent a copy to ada@example\.com/)).toBeVisible();
    expect(main().queryByRole('button', { name: 'Send message' })).not.toBeInTheDocument();
    expect(JSON.stringify({ ...window.sessionStorage })).not.toContain('dishwasher');
  });

  test('a shopper who sends a message can write another message, with name and e-mail address still filled in', async () => {
    const shop = await renderAt(paths.contact);
    await fill(shop);
    await shop.user.click(send());
    await shop.user.click(await main().findByRole('button', { name: 'Write another message' }));
    expect([field('Your name').value, field('Email address').value, topic().value, field('Your message').value]).toEqual([
      'Ada Byron',
      'ada@example.com',
      '',
      '',
    ]);
    expect(main().queryByRole('alert')).not.toBeInTheDocument();
  });

  test('a shopper who sends a message can choose every topic, and sees a field for the order id only for the topic of orders', async () => {
    const { user } = await renderAt(paths.contact);
    expect([...topic().options].map(({ value }) => value)).toEqual(['', ...contactTopics]);
    expect(main().queryByRole('textbox', { name: /^Order ID/ })).not.toBeInTheDocument();
    await user.selectOptions(topic(), 'order');
    expect(field(/^Order ID/)).toHaveAccessibleDescription(/receipt and confirmation email/);
    await user.selectOptions(topic(), 'returns');
    expect(main().queryByRole('textbox', { name: /^Order ID/ })).not.toBeInTheDocument();
  });

  test('a shopper who sends a message can send an order id, which is formatted', async () => {
    const shop = await renderAt(paths.contact);
    await fill(shop, 'order');
    await typeText(shop.user, field(/^Order ID/), 'abcd efgh jkmn pqrs');
    await shop.user.click(send());
    await main().findByRole('heading', { name: 'Thank you, we have your message' });
    expect(await storedMessages()).toMatchObject([{ topic: 'order', orderId: 'ABCD-EFGH-JKMN-PQRS' }]);
  });

  test.each([
    ['an order', `${paths.contact}?order=ABCD-EFGH-JKMN-PQRS`, 'order', 'ABCD-EFGH-JKMN-PQRS'],
    ['a topic', paths.contactAbout('wholesale'), 'wholesale', undefined],
    ['an unknown topic', `${paths.contact}?topic=__proto__`, '', undefined],
  ])(
    'a shopper who sends a message and follows a link about %s gets its topic and order id filled in',
    async (_, address, about, orderId) => {
      await renderAt(address);
      expect(topic()).toHaveValue(about);
      expect(screen.queryByRole<HTMLInputElement>('textbox', { name: /^Order ID/ })?.value || undefined).toBe(orderId);
    },
  );

  test('a shopper who sends a message and is signed in gets name and e-mail address filled in, but keeps what was typed before', async () => {
    await adaIsSignedIn();
    const { user } = await renderAt(paths.contact);
    await waitFor(() => expect(field('Email address')).toHaveValue('ada@example.com'));
    expect(field('Your name')).toHaveValue('Ada Moss');
    await user.clear(field('Your name'));
    await typeText(user, field('Your name'), 'A. Moss');
    await user.click(within(screen.getByRole('contentinfo')).getByRole('link', { name: 'Order status' }));
    await user.click(within(screen.getByRole('contentinfo')).getByRole('link', { name: 'Contact us' }));
    expect(field('Your name')).toHaveValue('A. Moss');
  });
});

describe('the contact form', () => {
  test('the contact form shows validation errors at each field and in a summary that has the focus, and sends nothing', async () => {
    const { user } = await renderAt(paths.contact);
    await user.click(send());
    const summary = main().getByRole('alert');
    expect(summary).toHaveFocus();
    expect(
      within(summary)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['Enter your name', 'Enter your email address', 'Choose what it’s about', 'Enter your message']);
    await user.click(within(summary).getByRole('link', { name: 'Choose what it’s about' }));
    expect(topic()).toHaveFocus();
    expect(topic()).toHaveAttribute('aria-invalid', 'true');
    expect(topic()).toHaveAccessibleDescription('Choose what it’s about');
    expect(posted()).toEqual([]);
  });

  test.each([
    ['Email address', 'ada', 'Enter an email address such as name@example.com'],
    ['Your message', 'Hello.', 'Tell us a little more: at least 10 characters'],
  ])('the contact form shows a validation error at the field %s until it is corrected', async (name, typed, error) => {
    const { user } = await renderAt(paths.contact);
    await typeText(user, field(name), typed);
    await user.click(send());
    expect(field(name)).toHaveAccessibleDescription(expect.stringContaining(error));
    await typeText(user, field(name), '@example.com, 1234567890'.slice(0, name === 'Email address' ? 12 : 24));
    expect(field(name)).toHaveAttribute('aria-invalid', 'false');
  });

  test('the contact form shows how far a message is too long, and does not truncate it', async () => {
    const { user } = await renderAt(paths.contact);
    await user.click(field('Your message'));
    await user.paste('x'.repeat(2003));
    expect(main().getAllByText('3 characters too many')[0]).toBeVisible();
    await user.click(send());
    expect(field('Your message')).toHaveAccessibleDescription(expect.stringContaining('Use 2,000 characters or fewer'));
    expect(field('Your message').value).toHaveLength(2003);
  });

  test.each<[string, () => void, string | RegExp]>([
    ['no API', () => theApiIsDown(call), /We can’t reach the shop/],
    ['a broken API', () => theApiAnswers(call, 'oh', 500), /Something went wrong on our side/],
    ['an answer without a reference', () => theApiAnswers(call, {}, 201), /Something went wrong on our side/],
    ['too many messages', () => theApiRateLimits(call, 60), 'That was too often.'],
    [
      'a refusal',
      () => theApiAnswers(call, { message: 'Please check.', errors: { email: 'We cannot write there.' } }, 422),
      'We cannot write there.',
    ],
  ])('the contact form shows an error after %s and stays filled in', async (_, setUpFailure, error) => {
    const shop = await renderAt(paths.contact);
    await fill(shop);
    setUpFailure();
    await shop.user.click(send());
    const summary = await main().findByRole('alert');
    expect(summary).toHaveTextContent(error);
    await waitFor(() => expect(summary).toHaveFocus());
    expectFormUnchanged();
    theApiRecovers();
    await shop.user.click(send());
    // An error from the server is shown until its field is changed.
    if (main().queryByText('We cannot write there.')) await shop.user.type(field('Email address'), '.uk');
    expect(await main().findByRole('heading', { name: 'Thank you, we have your message' })).toBeVisible();
  });

  test('the contact form is busy while it is sent, and is sent once', async () => {
    const shop = await renderAt(paths.contact);
    await fill(shop);
    theApiNeverAnswers(call);
    await shop.user.dblClick(send());
    const button = await main().findByRole('button', { name: 'Sending...' });
    expect(button).toHaveAttribute('aria-busy', 'true');
    await shop.user.click(button);
    await waitFor(() => expect(posted()).toHaveLength(1));
  });

  test('the contact form keeps its values after a reload and after visiting another page', async () => {
    const shop = await renderAt(paths.contact);
    await fill(shop);
    shop.unmount();
    const again = await renderAt(paths.contact);
    expectFormUnchanged();
    await again.user.click(within(screen.getByRole('contentinfo')).getByRole('link', { name: 'Order status' }));
    await again.user.click(within(screen.getByRole('contentinfo')).getByRole('link', { name: 'Contact us' }));
    expectFormUnchanged();
  });

  test('the contact form has a hidden honeypot field; a message that fills it gets the usual response, and is marked for the seller', async () => {
    const shop = await renderAt(paths.contact);
    await fill(shop);
    const honeypot = shop.container.querySelector<HTMLInputElement>('input[name="website"]');
    expect(honeypot).toHaveAttribute('tabindex', '-1');
    expect(honeypot?.closest('[aria-hidden="true"]')).toHaveClass('not-for-people');
    expect(main().queryByRole('textbox', { name: /leave this field empty/ })).not.toBeInTheDocument();
    if (honeypot) await typeText(shop.user, honeypot, 'https://pills.example');
    await shop.user.click(send());
    expect(await main().findByRole('heading', { name: 'Thank you, we have your message' })).toBeVisible();
    expect(await storedMessages()).toMatchObject([{ message: question, mayBeBot: 1 }]);
  });
});
